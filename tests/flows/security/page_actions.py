"""Which actions the pages tell apart by the field of a button, found by reading their code.

A page has a dict of `Action`, or compares `form.get("do")` with words, or looks it up in a dict of
acts; so do the modules that several pages share. What is found here is what a sent form can choose.
"""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import config.pages

PAGES = Path(config.pages.__file__).parent
FIELDS = ("do", "answer")  # the names of buttons that choose among actions
PASSED_ON = ("do",)  # the same as a parameter of another function


@cache
def actions_of_modules() -> dict[str, frozenset[str]]:
    """The actions of each module of pages that has any, such as "desk.desk"."""
    found = {}
    for source in sorted(PAGES.rglob("*.py")):
        name = ".".join(source.relative_to(PAGES).with_suffix("").parts)
        actions = frozenset(_actions(name, ast.parse(source.read_text(encoding="utf-8"))))
        if actions:
            found[name] = actions
    return found


def _actions(module: str, tree: ast.Module) -> Iterator[str]:
    asked = {*PASSED_ON, *_assigned(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict) and any(map(_is_action, node.values)):
            yield from _words(node, module, tree)
        elif isinstance(node, ast.Compare) and _asks(node.left, asked):
            yield from _words(node.comparators[0], module, tree)
        elif isinstance(node, ast.Subscript) and _asks(node.slice, asked):
            yield from _words(node.value, module, tree)
        elif (read := _read_of(node)) is not None and _asks(read[1], asked):
            yield from _words(read[0], module, tree)


def _is_action(node: ast.expr) -> bool:
    """Whether an expression makes an `Action` of forms.py."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Action"


def _assigned(tree: ast.Module) -> set[str]:
    """The variables that hold what a form asks for."""
    return {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _asks(node.value, set())
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _asks(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression is the field of a button: `form.get("do")`, `form["do"]`, `do`."""
    if isinstance(node, ast.Name):
        return node.id in names
    key: ast.expr | None = node.slice if isinstance(node, ast.Subscript) else None
    if (read := _read_of(node)) is not None:
        key = read[1]
    return isinstance(key, ast.Constant) and key.value in FIELDS


def _read_of(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """Of `something.get(key)`: something, and the key."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        return (node.func.value, node.args[0]) if node.func.attr == "get" else None
    return None


def _words(node: ast.expr, module: str, tree: ast.Module) -> Iterator[str]:
    """The words of a constant, a tuple, a dict, or of the name of one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple):
        for each in node.elts:
            yield from _words(each, module, tree)
    elif isinstance(node, ast.Dict):
        for key in node.keys:
            if key is not None:
                yield from _words(key, module, tree)
    elif isinstance(node, ast.Name):
        known: Any = getattr(importlib.import_module(f"config.pages.{module}"), node.id, None)
        if known is not None:
            yield from [known] if isinstance(known, str) else known
        else:
            for assigned in ast.walk(tree):
                if (
                    isinstance(assigned, ast.Assign | ast.AnnAssign)
                    and assigned.value is not None
                    and node.id in _targets(assigned)
                ):
                    yield from _words(assigned.value, module, tree)


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]
