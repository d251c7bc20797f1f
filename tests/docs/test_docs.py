"""What the documents name exists: commands, files, names, dependencies, settings, links."""

import importlib
import json
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from config import environment
from tests.docs.documents import DOCUMENTS, first_cells, read, section
from tests.paths import ROOT

PACKAGES = ("bench", "config", "docs", "engine", "games", "ratings", "tests", "tournaments")
PACKAGE = rf"(?:{'|'.join(PACKAGES)})"


def targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", read("Makefile"), re.M))


def test_every_make_target_named_exists():
    named = set()
    for path in DOCUMENTS:
        code = re.findall(r"`([^`\n]+)`|^(make .*)$", path.read_text(encoding="utf-8"), re.M)
        for inline, line in code:
            named |= set(re.findall(r"^make ([a-z][a-z-]*)", inline or line))
    assert {"test", "setup", "check", "bench"} <= named
    assert named <= targets()


def test_every_make_target_is_in_the_readme():
    assert targets() - {"demo"} <= set(re.findall(r"make ([a-z][a-z-]*)", read("README.md")))


def test_every_command_named_exists():
    named = {name for _document, name in named_in_documents(r"manage\.py (\w+)")}
    assert {"check_event", "token", "trf", "rate"} <= named
    assert named <= get_commands().keys()


def test_every_module_that_is_run_exists():
    named = {name for _document, name in named_in_documents(r"python -m ([\w.]+)")}
    assert {"engine", "bench.lists_bench"} <= named
    assert [name for name in named if not resolves(name)] == []


@pytest.mark.parametrize("path", ["requirements.in", "requirements-dev.in", "requirements-uv.in"])
def test_every_dependency_has_its_line_in_the_decisions(path):
    lines = [line.strip() for line in read(path).splitlines()]
    packages = [re.split(r"[\[~=<>; ]", line)[0] for line in lines if line and line[0] not in "-#"]
    assert packages
    documented = first_cells(read("docs/decisions/0002-dependencies.md"))
    assert [package for package in packages if package not in documented] == []


def of_npm():
    """The packages of the client in TypeScript."""
    package = json.loads(read("tests/api/clients/typescript/package.json"))
    return [*package["dependencies"], *package["devDependencies"]]


def test_every_package_of_npm_has_its_line_in_the_decisions():
    documented = first_cells(read("docs/decisions/0002-dependencies.md"))
    assert [name for name in of_npm() if name not in documented] == []


def test_no_dependency_is_described_that_is_not_taken():
    lists = [read(f"requirements{kind}.in") for kind in ("", "-dev", "-uv")]
    taken = "\n".join([*lists, *of_npm()])
    documented = first_cells(read("docs/decisions/0002-dependencies.md"))
    assert [name for name in documented if not re.search(rf"^{name}\b", taken, re.M)] == []


def test_every_setting_of_the_environment_is_described():
    example = re.findall(r"^#?([A-Z_]+)=", read(".env.example"), re.M)
    assert sorted(example) == sorted(environment.NAMES)
    assert sorted(first_cells(section(read("README.md"), "Settings"))) == sorted(environment.NAMES)


def links(path: Path) -> list[str]:
    prose = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
    return re.findall(r"(?<!!)\[[^\]]+\]\(([^):]+)\)", prose)


def anchors(path: Path) -> set[str]:
    """What a link may name after `#`: the headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


def test_links_between_documents_lead_somewhere():
    for path in DOCUMENTS:
        for link in links(path):
            target, _sharp, anchor = link.partition("#")
            document = path.parent / target if target else path
            assert document.exists(), (path.name, link)
            assert not anchor or anchor in anchors(document), (path.name, link)


def named_in_documents(pattern: str) -> list[tuple[str, ...]]:
    """What a pattern finds in the documents that describe the code, with the document's name."""
    described = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
    return [
        (path.name, *(found if isinstance(found, tuple) else (found,)))
        for path in described
        for found in re.findall(pattern, path.read_text(encoding="utf-8"))
    ]


def files_at(path: str) -> list[Path]:
    """The files of the packages whose path is or ends with `path`."""
    places = (*(ROOT / package for package in PACKAGES), ROOT)
    near = [found for place in places[:-1] for found in place.rglob(Path(path).name)]
    near.append(ROOT / path)
    return [found for found in near if found.exists() and f"/{found}".endswith(f"/{path}")]


def resolves(dotted: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for name in parts[end:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


@pytest.mark.slow
def test_every_file_named_exists():
    named = named_in_documents(r"(?<![\w./<…-])([\w-][\w./-]*\.(?:py|js|html|conf|yaml))\b")
    assert len(named) > 50
    assert [name for name in named if not files_at(name[1])] == []


def test_every_folder_named_exists():
    named = named_in_documents(rf"`({PACKAGE}/[\w/]+)`")
    assert named
    assert [name for name in named if not (ROOT / name[1]).exists()] == []


def test_every_dotted_name_exists():
    named = named_in_documents(rf"(?<![\w./@<-])({PACKAGE}(?:\.[A-Za-z_]\w*)+)\b(?!/)")
    named = [
        name for name in named if not name[1].endswith((".py", ".md", ".csv", ".ptn", ".ndjson"))
    ]
    assert len(named) > 10
    assert [name for name in named if not resolves(name[1])] == []


def test_what_is_named_in_a_file_is_there():
    """Of sentences such as "`TABLE` in `tournaments/permissions.py`"."""
    named = named_in_documents(r"`(\w+)` (?:of|in)\s`([\w/]+\.py)`")
    named += [
        (document, name, path)
        for document, path, name in named_in_documents(r"`([\w/]+\.py)` \(`(\w+)`")
    ]
    assert len(named) > 5
    for document, name, path in named:
        texts = [file.read_text(encoding="utf-8") for file in files_at(path)]
        assert any(re.search(rf"\b{name}\b", text) for text in texts), (document, name, path)


def test_decisions_are_numbered_without_gaps():
    names = sorted(path.name[:4] for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert names == [f"{number:04d}" for number in range(1, len(names) + 1)]
