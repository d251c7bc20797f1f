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

SEARCHING = ("search", "sub", "findall", "finditer", "split")
SEARCHED = re.compile(rf"\b(\w+)\.(?:{'|'.join(SEARCHING)})\(")
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
                    how = "search" if name in _searched_with() else "match"
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
def _searched_with() -> set[str]:
    """The names whose expressions are looked for anywhere in a text, not at its begin only."""
    return {
        name
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for name in SEARCHED.findall(path.read_text(encoding="utf-8"))
    }


def _written_in(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if "re." not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _is_searching(node.func):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def _is_searching(called: ast.expr) -> bool:
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id == "re"
        and called.attr in SEARCHING
    )


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
