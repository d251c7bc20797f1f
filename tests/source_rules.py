"""What `make check` asks of the source and no other tool knows: `python -m tests.source_rules`."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from tests.paths import ROOT

TEMPLATE_WIDTH = 120
FOLDER_SIZE = 20
CLIENTS = "tests/clients.py"
APPS = ("config", "games", "ratings", "tournaments", "engine")
# The classes that name states; everything else takes them from there.
STATE_CLASS = re.compile(r"(State|Status)$")
HTTP_METHODS = {"get", "post", "put", "patch", "delete"}
COUNTS_QUERIES = re.compile(r"num_queries$|^CaptureQueriesContext$")
STATE_NAME = re.compile(r"(^|_)state(__in)?$")


def source_files(root: Path = ROOT) -> list[Path]:
    """Modules and templates, relative to `root`."""
    return sorted(
        path.relative_to(root)
        for folder in (*APPS, "bench", "docs", "tests")
        for suffix in (".py", ".html")
        for path in (root / folder).rglob(f"*{suffix}")
    )


def wide_lines(name: str, text: str) -> Iterator[str]:
    """One sentence for each line of a template that is too long to read."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > TEMPLATE_WIDTH:
            yield f"{name}:{number}: {len(line)} characters, more than {TEMPLATE_WIDTH}"


def crowded_folders(paths: list[Path]) -> Iterator[str]:
    """One sentence for each folder with too many modules or templates."""
    sizes = Counter(
        (path.parent, path.suffix)
        for path in paths
        if path.name != "__init__.py" and path.parent.name != "migrations"
    )
    for (folder, suffix), size in sorted(sizes.items()):
        if size > FOLDER_SIZE:
            yield f"{folder}: {size} files {suffix}, more than {FOLDER_SIZE}"


def state_values(source: str) -> set[str]:
    """The values of the TextChoices in a module that are named for states."""
    return {
        str(text.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        and STATE_CLASS.search(node.name)
        and any(_name(base) == "TextChoices" for base in node.bases)
        for statement in node.body
        if isinstance(statement, ast.Assign)
        for text in [*_strings(statement.value)][:1]
    }


def literal_states(name: str, source: str, values: set[str]) -> Iterator[str]:
    """One sentence for each state that is written as a string beside a name that holds a state."""
    for node in ast.walk(ast.parse(source)):
        for text in _strings_beside_states(node):
            if text.value in values:
                yield f"{name}:{text.lineno}: the state {text.value!r} belongs to a TextChoices"


def _strings_beside_states(node: ast.AST) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(STATE_NAME.search(_name(side)) for side in sides):
            for side in sides:
                yield from _strings(side)
    elif isinstance(node, ast.keyword):
        if STATE_NAME.search(node.arg or ""):
            yield from _strings(node.value)
    elif isinstance(node, ast.Assign) and any(STATE_NAME.search(_name(at)) for at in node.targets):
        yield from _strings(node.value)


def unseen_statuses(name: str, source: str) -> Iterator[str]:
    """One sentence for each place of a test where an error page would pass for the page."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert):
            for line in _lenient_statuses(node.test):
                yield f"{name}:{line}: a test expects one status"
        elif isinstance(node, ast.Call) and _decodes_content(node) and name != CLIENTS:
            yield f"{name}:{node.lineno}: text_of reads an answer and looks at its status"
        elif isinstance(node, ast.With) and any(map(_counts_queries, node.items)):
            for line in _dropped_answers(node):
                yield f"{name}:{line}: an answer whose queries are counted has a status"


def _lenient_statuses(test: ast.expr) -> Iterator[int]:
    for node in ast.walk(test):
        if (
            isinstance(node, ast.Compare)
            and _name(node.left) == "status_code"
            and not isinstance(node.ops[0], ast.Eq)
        ):
            yield node.lineno


def _decodes_content(call: ast.Call) -> bool:
    """With errors="replace" it reads what may be no text, such as pictures."""
    at = call.func
    return (
        isinstance(at, ast.Attribute)
        and (at.attr, _name(at.value)) == ("decode", "content")
        and not call.keywords
    )


def _counts_queries(item: ast.withitem) -> bool:
    called = item.context_expr
    return isinstance(called, ast.Call) and bool(COUNTS_QUERIES.search(_name(called.func)))


def _dropped_answers(block: ast.With) -> Iterator[int]:
    for node in ast.walk(block):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and _name(node.value.func) in HTTP_METHODS
        ):
            yield node.lineno


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return str(getattr(node.slice, "value", ""))
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _strings(node: ast.expr) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Constant):
        yield node
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for element in node.elts:
            yield from _strings(element)


def problems(root: Path = ROOT) -> list[str]:
    """Every sentence of every rule, for the tree at `root`."""
    paths = source_files(root)
    found = list(crowded_folders(paths))
    for path in paths:
        if path.suffix == ".html" and "templates" in path.parts:
            found += wide_lines(str(path), (root / path).read_text(encoding="utf-8"))
    sources = _modules(root, paths, APPS)
    values = set[str]().union(*map(state_values, sources.values()))
    for path, source in sources.items():
        found += literal_states(str(path), source, values)
    for path, source in _modules(root, paths, ["tests"]).items():
        found += unseen_statuses(str(path), source)
    return found


def _modules(root: Path, paths: list[Path], folders: Collection[str]) -> dict[Path, str]:
    """The modules of these folders, but for migrations, with their source."""
    return {
        path: (root / path).read_text(encoding="utf-8")
        for path in paths
        if path.suffix == ".py" and path.parts[0] in folders and "migrations" not in path.parts
    }


if __name__ == "__main__":
    sentences = problems()
    print(*sentences, sep="\n", end="\n" if sentences else "")
    sys.exit(bool(sentences))
