"""Every class below another one, so that a rule for all of them needs no list."""

from typing import TypeVar

from django.urls import get_resolver

T = TypeVar("T")


def subclasses_of(root: type[T]) -> set[type[T]]:
    """Those of the service. Loads every address, and with it all that an address uses."""
    get_resolver().url_patterns  # noqa: B018
    found: set[type[T]] = set()
    todo: list[type[T]] = [root]
    while todo:
        new = set(todo.pop().__subclasses__()) - found
        found |= new
        todo += new
    return {each for each in found if not each.__module__.startswith("tests.")}
