"""The kinds of manual edits of a draft round, and their JSON form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any

from engine.errors import gettext_noop
from tournaments.documents import Document
from tournaments.pairing.interface import PairingRefused, Reason

MESSAGES: dict[str, str] = {
    "edit_unreadable": gettext_noop(
        "Edit {edit} cannot be read: {field}. Each edit has a kind and whole numbers from 1."
    ),
    "did_swap": gettext_noop("Leg {leg}: {first} and {second} changed places."),
    "did_move": gettext_noop("Leg {leg}: {entry} was moved to table {table}."),
    "did_bye": gettext_noop("Leg {leg}: {entry} was given a bye."),
    "did_pair": gettext_noop("Leg {leg}: {first} and {second} were put together."),
    "did_unseat": gettext_noop("Leg {leg}: {entry} was taken off its place."),
    "did_turn": gettext_noop("Leg {leg}: at table {table} the first move was turned."),
    "did_table": gettext_noop("Leg {leg}: tables {table} and {other_table} were exchanged."),
    "did_by_hand": gettext_noop("Leg {leg}: all was put together by hand: {pairings}."),
}


@dataclass(frozen=True, slots=True)
class SwapEntries:
    """Two entries change places (also with a bye); one without a place takes the other's."""

    a: int
    b: int
    leg: int = 1


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """An entry moves to another table; the table is created if it does not exist.

    seat: its new seat, others move up; None: the last seat.
    """

    entry: int
    table: int
    seat: int | None = None
    leg: int = 1


@dataclass(frozen=True, slots=True)
class GiveBye:
    """An entry leaves its place for a bye; the others stay at the table."""

    entry: int
    leg: int = 1


@dataclass(frozen=True, slots=True)
class PairEntries:
    """Two free entries (on a bye, alone at a table, without a place) meet; `a` moves first.

    table: a free table; None: where one of them sits alone, else the lowest free number.
    """

    a: int
    b: int
    table: int | None = None
    leg: int = 1


@dataclass(frozen=True, slots=True)
class UnseatEntry:
    entry: int
    leg: int = 1


@dataclass(frozen=True, slots=True)
class TurnFirstMove:
    """The next seat moves first in game 1; of two seats, the other one."""

    table: int
    leg: int = 1


@dataclass(frozen=True, slots=True)
class RenumberTable:
    """Two tables exchange their numbers, or one takes a free number. In JSON: from, to."""

    old: int
    new: int
    leg: int = 1


@dataclass(frozen=True, slots=True)
class SetPairings:
    """All pairings of a leg: the seats of each table from 1; a single seat is a bye."""

    pairings: tuple[tuple[int, ...], ...]
    leg: int = 1


Edit = (
    SwapEntries
    | MoveEntry
    | GiveBye
    | PairEntries
    | UnseatEntry
    | TurnFirstMove
    | RenumberTable
    | SetPairings
)

KINDS: dict[str, type[Edit]] = {
    "swap": SwapEntries,
    "move": MoveEntry,
    "bye": GiveBye,
    "pair": PairEntries,
    "unseat": UnseatEntry,
    "turn": TurnFirstMove,
    "table": RenumberTable,
    "by_hand": SetPairings,
}
# Edits that keep the structure of a bracket.
ALLOWED_IN_BRACKETS = (SwapEntries, TurnFirstMove, RenumberTable)
JSON_NAMES = {"old": "from", "new": "to"}
IGNORED_KEYS = {"kind", "warnings"}  # a proof stores warnings beside an edit


def edit_as_dict(edit: Edit) -> Document:
    """The edit as plain JSON values, without unset fields."""
    kind = next(kind for kind, shape in KINDS.items() if isinstance(edit, shape))
    found: Document = {"kind": kind}
    for field in fields(edit):
        value = getattr(edit, field.name)
        if isinstance(value, tuple):
            value = [list(seats) for seats in value]
        if value is not None:
            found[JSON_NAMES.get(field.name, field.name)] = value
    return found


def read_edits(given: Sequence[Mapping[str, Any]]) -> tuple[Edit, ...]:
    """Edits from plain dicts.

    :raises PairingRefused: edit_unreadable, with the number of the edit, from 1, and the field.
    """
    return tuple(_read_edit(plain, at) for at, plain in enumerate(given, start=1))


def _read_edit(plain: Mapping[str, object], at: int) -> Edit:
    shape = KINDS.get(str(plain.get("kind")))
    if shape is None:
        raise PairingRefused("edit_unreadable", edit=at, field="kind")
    known = {JSON_NAMES.get(field.name, field.name): field for field in fields(shape)}
    unknown = plain.keys() - known.keys() - IGNORED_KEYS
    if unknown:
        raise PairingRefused("edit_unreadable", edit=at, field=min(map(str, unknown)))
    values: Document = {}
    for name, field in known.items():
        value: Any = plain.get(name)
        if value is None and field.default is not MISSING:
            continue
        if not (_are_pairings(value) if name == "pairings" else _is_number(value)):
            raise PairingRefused("edit_unreadable", edit=at, field=name)
        values[field.name] = tuple(tuple(seats) for seats in value) if name == "pairings" else value
    return shape(**values)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _are_pairings(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(seats, list | tuple) and seats and all(map(_is_number, seats)) for seats in value
    )


def describe_edit(edit: Edit) -> Reason:
    """The reason whose sentence describes the edit."""
    leg = edit.leg
    match edit:
        case SwapEntries(a, b):
            return Reason("did_swap", {"first": a, "second": b, "leg": leg})
        case MoveEntry(entry, table):
            return Reason("did_move", {"entry": entry, "table": table, "leg": leg})
        case GiveBye(entry):
            return Reason("did_bye", {"entry": entry, "leg": leg})
        case PairEntries(a, b):
            return Reason("did_pair", {"first": a, "second": b, "leg": leg})
        case UnseatEntry(entry):
            return Reason("did_unseat", {"entry": entry, "leg": leg})
        case TurnFirstMove(table):
            return Reason("did_turn", {"table": table, "leg": leg})
        case RenumberTable(old, new):
            return Reason("did_table", {"table": old, "other_table": new, "leg": leg})
        case SetPairings(pairings):
            text = ", ".join("–".join(map(str, seats)) for seats in pairings)
            return Reason("did_by_hand", {"pairings": text, "leg": leg})
