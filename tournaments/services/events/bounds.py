"""Refusing texts and lists that a write does not take."""

from collections.abc import Container, Sized
from typing import TypeGuard

from django.utils.translation import ngettext

from tournaments.errors import InvalidInput


def require_text(text: str, *, field: str, most: int) -> str:
    """The text, if it has at most so many characters. :raises InvalidInput: it has more."""
    if len(text) > most:
        wanted = ngettext("at most {most} character", "at most {most} characters", most)
        raise InvalidInput(field=field, problem=wanted.format(most=most))
    return text


def require_length(items: Sized, *, field: str, most: int) -> None:
    """:raises InvalidInput: the list has more items."""
    if len(items) > most:
        wanted = ngettext("at most {most} item", "at most {most} items", most)
        raise InvalidInput(field=field, problem=wanted.format(most=most))


def is_code(value: object, allowed: Container[str]) -> TypeGuard[str]:
    """Whether a value of JSON, of whatever type, is one of these codes."""
    return isinstance(value, str) and value in allowed
