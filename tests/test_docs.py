"""The documents say what the code does: commands, addresses, codes, dependencies, settings."""

import re

import pytest
from django.urls import Resolver404, resolve

from config import environment
from config.api.urls import urlpatterns as api_patterns
from ratings.systems import BOUNDS
from tests.api.table import TABLE
from tests.paths import ROOT
from tournaments.pairing import SYSTEMS
from tournaments.services.events import settings
from tournaments.services.stages.stage_settings import OPTIONS
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import RANK_BY

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NOT_DOCUMENTED = {"missing"}  # answers 404 to everything


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """The part of a document under a heading of the second level."""
    _, _, rest = text.partition(f"\n## {heading}\n")
    assert rest, heading
    return rest.partition("\n## ")[0]


def first_cells(text: str) -> list[str]:
    """What stands in code marks in the first column of tables."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return [name for cell in rows for name in re.findall(r"`([^`]+)`", cell)]


def addresses() -> dict[str, str]:
    """Each documented address, and its methods as written."""
    rows = re.findall(
        r"^\| `([^`]+)` \| ([^|]+) \|", section(read("docs/api.md"), "Addresses"), re.M
    )
    return dict(rows)


def name_of(address: str) -> str:
    """:raises Resolver404: nothing is there."""
    found = resolve(re.sub(r"<\w+>", "1", address))
    if found.url_name in NOT_DOCUMENTED:
        raise Resolver404(address)
    return found.url_name or found.route


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


@pytest.mark.parametrize("address", sorted(addresses()))
def test_a_documented_address_exists(address):
    name_of(address)


def test_an_address_that_is_not_there_is_noticed():
    with pytest.raises(Resolver404):
        name_of("/api/v1/taverns/")


def test_every_address_of_the_api_is_documented():
    documented = {name_of(address) for address in addresses()}
    assert {pattern.name for pattern in api_patterns} - NOT_DOCUMENTED <= documented


def test_documented_methods_are_those_that_are_tested():
    documented = {
        (name_of(address), method.lower())
        for address, methods in addresses().items()
        if address.startswith("/api/v1/")
        for method in re.findall(r"[A-Z]{3,}", methods)
    }
    missing = set(TABLE) - documented
    assert not missing


def test_creating_addresses_are_marked_with_key():
    marked = {name_of(address) for address, methods in addresses().items() if "*key*" in methods}
    # The wrapper bears the name of the view it wraps; its code keeps its own.
    inner = {pattern.name: pattern.callback.__code__.co_name for pattern in api_patterns}
    assert marked == {name for name, code in inner.items() if code == "run_once"}


def test_tie_breaks_are_those_of_the_code():
    text = section(read("docs/rules.md"), "Tie-breaks")
    assert sorted(first_cells(text)) == sorted(TIEBREAKS)
    assert ", ".join(settings.MATCH["tiebreaks"]) in text


def test_ways_to_rank_and_to_confirm_are_those_of_the_code():
    text = read("docs/rules.md")
    assert all(f"`{way}`" in section(text, "Scores") for way in RANK_BY)
    assert tuple(first_cells(section(text, "When a game counts"))) == settings.POLICIES


@pytest.mark.parametrize("path", ["requirements.in", "requirements-dev.in", "requirements-uv.in"])
def test_every_dependency_has_its_line_in_the_decisions(path):
    lines = [line.strip() for line in read(path).splitlines()]
    packages = [re.split(r"[\[~=<>; ]", line)[0] for line in lines if line and line[0] not in "-#"]
    assert packages
    documented = first_cells(read("docs/decisions/0002-dependencies.md"))
    assert [package for package in packages if package not in documented] == []


def test_no_dependency_is_described_that_is_not_taken():
    taken = "\n".join(read(f"requirements{kind}.in") for kind in ("", "-dev", "-uv"))
    documented = first_cells(read("docs/decisions/0002-dependencies.md"))
    assert [name for name in documented if not re.search(rf"^{name}\b", taken, re.M)] == []


def test_every_setting_of_the_environment_is_described():
    example = re.findall(r"^#?([A-Z_]+)=", read(".env.example"), re.M)
    assert sorted(example) == sorted(environment.NAMES)
    assert sorted(first_cells(section(read("README.md"), "Settings"))) == sorted(environment.NAMES)


def test_links_between_documents_lead_somewhere():
    for path in DOCUMENTS:
        prose = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
        for link in re.findall(r"(?<!!)\[[^\]]+\]\(([^)#:]+)", prose):
            assert (path.parent / link).exists(), (path.name, link)


def test_decisions_are_numbered_without_gaps():
    names = sorted(path.name[:4] for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert names == [f"{number:04d}" for number in range(1, len(names) + 1)]


def test_pairing_systems_and_their_options_are_those_of_the_code():
    section = read("docs/pairing.md").split("## Systems\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|", section, re.MULTILINE)
    told = {system: set(re.findall(r"`(\w+)`", options)) for system, options in rows}
    assert set(told) == set(SYSTEMS)
    for system, options in told.items():
        if "swiss" in options:  # "as swiss, and ..."
            options |= OPTIONS["swiss"] - {"groups"}
        assert options - {"lot", "swiss"} == OPTIONS[system]


def test_the_bounds_of_parameters_are_those_of_the_code():
    section = read("docs/ratings.md").split("## Bounds\n")[1].split("\n## ")[0]
    rows = [row.strip("| ").split(" | ") for row in section.splitlines() if row.startswith("| `")]
    told = {
        (system, name.strip("`")): (
            float(least.replace(",", "")),
            float(most.replace(",", "")),
            unit,
        )
        for name, least, most, unit, systems, _why in rows
        for system in re.findall(r"`(\w+)`", systems)
    }
    assert told == {
        (system, name): (bound.least, bound.most, bound.unit + ", whole" * bound.whole)
        for system, bounds in BOUNDS.items()
        for name, bound in bounds.items()
    }
