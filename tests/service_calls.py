"""Which services there are, and which views and admin actions call them, from the syntax trees."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

SERVICES = (
    "tournaments/services",
    "ratings/services",
    "games/services",
    "games/stakes",
    "games/undo",
)
# Services of the top package: links and invitations.
ACCESS = ("config/access/links.py", "config/access/invitations.py")
# Lists of rows are services that the API and the pages run.
ROWS = ("ratings/services/entry_rows.py", "games/services/result_rows.py")
API = ("tournaments/api", "ratings/api", "games/api", "config/api", *ROWS)
ADMIN = ("tournaments/admin", "ratings/admin*", "games/admin*", "config/admin*")


def services() -> set[str]:
    """The name of every public function of the services that takes an actor."""
    return {
        node.name
        for path in _files((*SERVICES, *ACCESS))
        for node in _tree(path).body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and "actor" in {arg.arg for arg in node.args.kwonlyargs}
    }


def called_by(places: tuple[str, ...]) -> set[str]:
    """The last part of every name that modules use: `publish_round` of `rounds.publish_round`."""
    return {name for path in _files(places) for name in _names(_tree(path))}


def called_by_services() -> set[str]:
    """Services that other services call."""
    return called_by(SERVICES)


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


def _files(places: tuple[str, ...]) -> Iterator[Path]:
    for place in places:
        for found in ROOT.glob(place):
            yield from (found.rglob("*.py") if found.is_dir() else [found])


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
