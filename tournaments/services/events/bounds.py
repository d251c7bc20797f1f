"""Checks of texts, lists and names of settings."""

from collections.abc import Container, Iterable, Mapping, Sized
from functools import cache
from typing import TypeGuard
from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.errors import InvalidInput


def require_text(text: str, *, field: str, most: int) -> str:
    """Return the text. :raises InvalidInput: it has more than `most` characters."""
    if len(text) > most:
        wanted = ngettext("at most {most} character", "at most {most} characters", most)
        raise InvalidInput(field=field, problem=wanted.format(most=most))
    return text


def require_length(items: Sized, *, field: str, most: int) -> None:
    """:raises InvalidInput: there are more than `most` items."""
    if len(items) > most:
        wanted = ngettext("at most {most} item", "at most {most} items", most)
        raise InvalidInput(field=field, problem=wanted.format(most=most))


def is_code(value: object, allowed: Container[str]) -> TypeGuard[str]:
    """Whether a JSON value of any type is one of these codes."""
    return isinstance(value, str) and value in allowed


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; kept, because Python reads hundreds of files for them."""
    return frozenset(available_timezones())


def require_known(given: object, known: Iterable[str], *, field: str) -> None:
    """:raises InvalidInput: `given` is no object, or has keys that are not known."""
    if not isinstance(given, Mapping):
        raise InvalidInput(field=field, problem=_("settings by their names"))
    unknown = sorted(map(str, set(given) - set(known)))
    if unknown:
        raise InvalidInput(field=f"{field}.{unknown[0]}", problem=_("there is no such setting"))
