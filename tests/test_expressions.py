"""Regular expressions that see text from outside need time in proportion to its length."""

import ast
import importlib
import pkgutil
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.validators import RegexValidator

from tests.api.test_limits import every_shape
from tests.paths import ROOT

SEARCHING = {f"re.{name}" for name in ("search", "sub", "findall", "finditer", "split")}
PACKAGES = ("engine", "tournaments", "ratings", "games", "config")
LONG = 15_000  # characters: of a line that takes the square of its length, a quarter of a minute
CPU_SECONDS = 10
# What the words, numbers and signs of our expressions are made of.
SIGNS = "0a1b2 \t-–,;:.'\"`[]{}()<>/\\*+=!~?_RFSC½%&|#@x\n\r"


def every_expression() -> dict[str, str]:
    """Pattern -> where it stands: of every module, of every call with a text, of every shape."""
    found: dict[str, str] = {}
    for package in PACKAGES:
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if ".migrations." in module.name or module.name.endswith("__main__"):
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    how = "search" if _is_searched_with(name) else "match"
                    found.setdefault(value.pattern, f"{how} {module.name}.{name}")
        for path in (ROOT / package).rglob("*.py"):
            for pattern in _written_in(path):
                found.setdefault(pattern, f"search {path.relative_to(ROOT)}")
    for shape in every_shape():
        for name, field in shape().fields.items():
            for check in field.validators:
                if isinstance(check, RegexValidator):
                    regex: Any = check.regex
                    found.setdefault(regex.pattern, f"match {shape.__name__}.{name}")
    return found


@cache
def _sources() -> str:
    return "\n".join(
        path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    )


def _is_searched_with(name: str) -> bool:
    """Whether an expression is looked for anywhere in a text, not at its begin only."""
    return bool(re.search(rf"\b{name}\.(search|sub|findall|finditer|split)\(", _sources()))


def _written_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and called in SEARCHING:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


TIMED = """
import re, sys
sys.path.insert(0, {root!r})
pattern, signs, long = {pattern!r}, {signs!r}, {long}
for flags in (0, re.DOTALL | re.IGNORECASE):
    found = re.compile(pattern, flags)
    begins = ["", "a", "1", "a1", "a ", "[a \\"", "hand ", "1.", "/e/", ";x", "=", "'"]
    for begin in begins:
        for one in signs:
            for two in ("", " ", "1", one + "0"):
                line = begin + (one + two) * (long // (1 + len(two))) + "\\x01"
                found.match(line), found.fullmatch(line)
                if {search}:
                    found.sub("", line)
print("done")
"""


@pytest.mark.slow
def test_a_long_hostile_line_is_read_in_proportion():
    assert [
        place for pattern, place in every_expression().items() if not is_fast(pattern, place)
    ] == []


def is_fast(pattern: str, place: str) -> bool:
    script = TIMED.format(
        root=str(ROOT), pattern=pattern, signs=SIGNS, long=LONG, search=place.startswith("search")
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)),
        capture_output=True,
        text=True,
    )
    return done.stdout == "done\n"
