"""The settings of an event as fields of a form: how each is shown, and read back. No database.

What makes sense is for the services to say; here only what was typed becomes a value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.desk.base import parse_half_points, parse_number, parse_optional_number
from config.pages.templatetags.roadhouse import plain_points
from tournaments.errors import InvalidInput

Words = str | Promise
LOCAL = "%Y-%m-%dT%H:%M"
POINTS = ("points", "maybe points", "some points")


@dataclass(frozen=True, slots=True)
class Field:
    """One setting. path: where it stands, as "match.games".

    kind: text, long, date, number, maybe (a number or empty), hours (also broken), flag, choice,
    points (half points as 1½), maybe points (or empty), some points (left out where empty), time
    (of the event's zone), list (words with commas) or numbers.
    """

    path: str
    label: Words
    kind: str = "text"
    hint: Words = ""
    choices: tuple[tuple[Any, Words], ...] = ()

    @property
    def name(self) -> str:
        return self.path.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Shown:
    """A field with what stands in it.

    fixed: it cannot be changed. now: what is stored, where somebody else changed it meanwhile.
    """

    field: Field
    value: Any
    fixed: bool = False
    now: str = ""

    @property
    def options(self) -> list[tuple[str, Words, bool]]:
        return [
            (_plain(value), words, _plain(value) == str(self.value))
            for value, words in self.field.choices
        ]


def shown(fields: tuple[Field, ...], stored: Mapping[str, Any], zone: str) -> list[Shown]:
    return [Shown(each, _text(each, _at(stored, each.path), zone)) for each in fields]


def typed(fields: tuple[Field, ...], given: Mapping[str, str]) -> list[Shown]:
    """The fields as somebody left them."""
    return [
        Shown(each, each.name in given if each.kind == "flag" else given.get(each.name, ""))
        for each in fields
    ]


def read(fields: tuple[Field, ...], given: Mapping[str, str], zone: str) -> dict[str, Any]:
    """The values of a form, nested by their paths. Fields that the form did not have are left out.

    :raises InvalidInput: what was typed is no value of its kind; it names the label.
    """
    values: dict[str, Any] = {}
    for each in fields:
        text = given.get(each.name)
        if text is None and each.kind != "flag":
            continue
        if each.kind == "some points" and not (text or "").strip():
            continue
        *way, last = each.path.split(".")
        place = values
        for step in way:
            place = place.setdefault(step, {})
        place[last] = _value(each, text or "", zone)
    return values


def _at(stored: Mapping[str, Any], path: str) -> Any:
    value: Any = stored
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _text(each: Field, value: Any, zone: str) -> Any:
    if each.kind == "flag":
        return bool(value)
    if value is None:
        return _plain(None) if each.kind == "choice" else ""
    if each.kind in POINTS:
        return plain_points(value)
    if each.kind == "time":
        return datetime.fromisoformat(value).astimezone(ZoneInfo(zone)).strftime(LOCAL)
    if each.kind in ("list", "numbers"):
        return ", ".join(map(str, value))
    return _plain(value)


def _plain(value: Any) -> str:
    return "" if value is None else str(value)


def _value(each: Field, text: str, zone: str) -> Any:
    text, label = text.strip(), str(each.label)
    if each.kind == "choice":
        return _chosen(each, text)
    if each.kind == "time":
        return _time(text, label, zone)
    reader = READERS.get(each.kind)
    return reader(text, label) if reader else text


def _hours(text: str, label: str) -> float | None:
    if not text:
        return None
    try:
        hours = float(text.replace(",", "."))
    except ValueError as wrong:
        raise InvalidInput(field=label, problem=_("a number")) from wrong
    return int(hours) if hours == hours // 1 else hours


def _date(text: str, label: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as wrong:
        raise InvalidInput(field=label, problem=_("a day, as 2026-05-01")) from wrong


def _words(text: str, _label: str) -> list[str]:
    return [word for word in (part.strip() for part in text.split(",")) if word]


def _numbers(text: str, label: str) -> list[int]:
    return [parse_number(part, label) for part in text.split(",") if part.strip()]


# What is typed, and the label of the field, to a value.
READERS: Mapping[str, Callable[[str, str], Any]] = {
    "flag": lambda text, _label: bool(text),
    "number": parse_number,
    "maybe": parse_optional_number,
    "hours": _hours,
    "points": parse_half_points,
    "maybe points": lambda text, label: parse_half_points(text, label) if text else None,
    "some points": parse_half_points,
    "date": _date,
    "list": _words,
    "numbers": _numbers,
}


def _chosen(each: Field, text: str) -> Any:
    for value, _words in each.choices:
        if _plain(value) == text:
            return value
    raise InvalidInput(field=str(each.label), problem=_("there is no such choice"))


def _time(text: str, label: str, zone: str) -> str | None:
    if not text:
        return None
    try:
        local = datetime.fromisoformat(text)
    except ValueError as wrong:
        raise InvalidInput(field=label, problem=_("a day and a time")) from wrong
    return (local if local.tzinfo else local.replace(tzinfo=ZoneInfo(zone))).isoformat()
