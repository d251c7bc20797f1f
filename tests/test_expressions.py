"""Regular expressions that see text from outside need time in proportion to its length."""

import ast
import importlib
import json
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
CPU_SECONDS = 120  # of all expressions, which take some seconds
Expression = tuple[int, str, str]  # its flags, whether it is searched for, where it stands


def every_expression() -> dict[str, Expression]:
    """By pattern: those of every module, of every call with a text, of every shape."""
    found: dict[str, Expression] = {}
    for package in PACKAGES:
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if ".migrations." in module.name or module.name.endswith("__main__"):
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    how = "search" if name in _searched_with() else "match"
                    place = f"{module.name}.{name}"
                    found.setdefault(value.pattern, (value.flags, how, place))
        for path in (ROOT / package).rglob("*.py"):
            for pattern in _written_in(path):
                found.setdefault(pattern, (0, "search", str(path.relative_to(ROOT))))
    for shape in every_shape():
        for name, field in shape().fields.items():
            for check in field.validators:
                if isinstance(check, RegexValidator):
                    regex: Any = check.regex
                    place = f"{shape.__name__}.{name}"
                    found.setdefault(regex.pattern, (regex.flags, "match", place))
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


@pytest.mark.slow
def test_a_long_hostile_line_is_read_in_proportion():
    asked = [[pattern, *about] for pattern, about in every_expression().items()]
    done = subprocess.run(
        [sys.executable, "-m", "tests.processes.slow_expressions"],
        input=json.dumps(asked),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)),
        capture_output=True,
        cwd=ROOT,
        text=True,
    )
    said = done.stdout.splitlines()
    assert said[-1] == "done", f"{said[-1]} does not come to an end"
    assert [line for line in said if line.startswith("slow")] == []
