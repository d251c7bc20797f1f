"""Applies manual edits to a draft round.

Edits are applied as a whole: in between, entries may have no place or sit alone. Only impossible
edits are refused here; `check.find_problems` and `check.find_warnings` judge the final round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import gettext_noop
from tournaments.documents import Document
from tournaments.pairing.drafts.edit_kinds import (
    ALLOWED_IN_BRACKETS,
    Edit,
    GiveBye,
    MoveEntry,
    PairEntries,
    RenumberTable,
    SetPairings,
    SwapEntries,
    TurnFirstMove,
    UnseatEntry,
)
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason
from tournaments.state import BYE_ALLOCATED, MATCH

MESSAGES: dict[str, str] = {
    "edited_by_hand": gettext_noop("The organiser put it so by hand."),
    "edit_no_leg": gettext_noop("Edit {edit}: there is no leg {leg}; this round has {legs}."),
    "edit_same_entry": gettext_noop("Edit {edit} names {entry} twice: name two entries."),
    "edit_not_seated": gettext_noop(
        "Edit {edit}: {entry} has no place in leg {leg}. Name one that has, or pair it."
    ),
    "edit_not_free": gettext_noop(
        "Edit {edit}: {entry} sits with others in leg {leg}. Give it a bye first, or swap."
    ),
    "edit_no_table": gettext_noop("Edit {edit}: there is no table {table} in leg {leg}."),
    "edit_table_taken": gettext_noop(
        "Edit {edit}: table {table} is taken in leg {leg}. Choose another one, or swap."
    ),
    "edit_no_seat": gettext_noop(
        "Edit {edit}: table {table} has {seats} seats, so there is no seat {seat} to take."
    ),
    "edit_of_bracket": gettext_noop(
        "Edit {edit}: the places of a bracket stay. Swap entries, turn the first move, or "
        "change tables."
    ),
}

EDITED_BY_HAND = Reason("edited_by_hand", {})


def apply_edits(paired: PairedRound, edits: Sequence[Edit]) -> PairedRound:
    """The round after all edits; unchanged pairings keep their explanation.

    :raises PairingRefused: an edit is impossible; `edit` is its number.
    """
    pairings = list(paired.pairings)
    for at, edit in enumerate(edits, start=1):
        try:
            pairings = _apply_edit(paired, pairings, edit)
        except PairingRefused as refused:
            raise PairingRefused(refused.code, edit=at, **refused.params) from refused
    was = {replace(pairing, explanation=()): pairing for pairing in paired.pairings}
    now = (replace(pairing, explanation=()) for pairing in pairings)
    kept = tuple(was.get(plain) or replace(plain, explanation=(EDITED_BY_HAND,)) for plain in now)
    return replace(paired, pairings=kept)


def _apply_edit(paired: PairedRound, pairings: list[Pairing], edit: Edit) -> list[Pairing]:
    if not 1 <= edit.leg <= paired.legs:
        raise PairingRefused("edit_no_leg", leg=edit.leg, legs=paired.legs)
    if not isinstance(edit, ALLOWED_IN_BRACKETS) and any(pairing.bracket for pairing in pairings):
        raise PairingRefused("edit_of_bracket")
    return _HANDLERS[type(edit)](pairings, edit)


def _swap(pairings: list[Pairing], edit: SwapEntries) -> list[Pairing]:
    if edit.a == edit.b:
        raise PairingRefused("edit_same_entry", entry=edit.a)
    if (
        _find_pairing(pairings, edit.a, edit.leg) is None
        and _find_pairing(pairings, edit.b, edit.leg) is None
    ):
        raise PairingRefused("edit_not_seated", entry=edit.a, leg=edit.leg)
    other = {edit.a: edit.b, edit.b: edit.a}
    return [
        replace(pairing, seats=tuple(other.get(entry, entry) for entry in pairing.seats))
        if pairing.leg == edit.leg
        else pairing
        for pairing in pairings
    ]


def _move(pairings: list[Pairing], edit: MoveEntry) -> list[Pairing]:
    old = _find_pairing(pairings, edit.entry, edit.leg)
    group = old.group if old else ""
    lifted = list(_without_entry(pairings, edit.entry, edit.leg))
    there = _find_table(lifted, edit.table, edit.leg)
    seat = edit.seat or (len(there.seats) + 1 if there else 1)
    if seat > (len(there.seats) if there else 0) + 1:
        seats = len(there.seats) if there else 0
        raise PairingRefused("edit_no_seat", table=edit.table, seats=seats, seat=seat)
    if there is None:
        return [*lifted, Pairing((edit.entry,), edit.table, leg=edit.leg, group=group)]
    seats_then = (*there.seats[: seat - 1], edit.entry, *there.seats[seat - 1 :])
    first = there.first_seat + (seat <= there.first_seat)  # the first mover stays the same
    return _replace_pairing(lifted, there, replace(there, seats=seats_then, first_seat=first))


def _bye(pairings: list[Pairing], edit: GiveBye) -> list[Pairing]:
    old = _find_pairing(pairings, edit.entry, edit.leg)
    if old is not None and old.kind != MATCH:
        return pairings
    group = old.group if old else ""
    made = Pairing((edit.entry,), None, kind=BYE_ALLOCATED, leg=edit.leg, group=group)
    return [*_without_entry(pairings, edit.entry, edit.leg), made]


def _pair(pairings: list[Pairing], edit: PairEntries) -> list[Pairing]:
    if edit.a == edit.b:
        raise PairingRefused("edit_same_entry", entry=edit.a)
    old = [_find_pairing(pairings, entry, edit.leg) for entry in (edit.a, edit.b)]
    for entry, pairing in zip((edit.a, edit.b), old, strict=True):
        if pairing is not None and len(pairing.seats) > 1:
            raise PairingRefused("edit_not_free", entry=entry, leg=edit.leg)
    left = list(_without_entry(_without_entry(pairings, edit.a, edit.leg), edit.b, edit.leg))
    had = next((p.table for p in old if p is not None and p.table), None)
    table = edit.table or had or _lowest_free_table(left, edit.leg)
    if _find_table(left, table, edit.leg) is not None:
        raise PairingRefused("edit_table_taken", table=table, leg=edit.leg)
    group = next((p.group for p in old if p is not None), "")
    return [*left, Pairing((edit.a, edit.b), table, leg=edit.leg, group=group)]


def _unseat(pairings: list[Pairing], edit: UnseatEntry) -> list[Pairing]:
    if _find_pairing(pairings, edit.entry, edit.leg) is None:
        raise PairingRefused("edit_not_seated", entry=edit.entry, leg=edit.leg)
    return list(_without_entry(pairings, edit.entry, edit.leg))


def _turn(pairings: list[Pairing], edit: TurnFirstMove) -> list[Pairing]:
    there = _required_table(pairings, edit.table, edit.leg)
    turned = replace(there, first_seat=there.first_seat % len(there.seats) + 1)
    return _replace_pairing(pairings, there, turned)


def _renumber(pairings: list[Pairing], edit: RenumberTable) -> list[Pairing]:
    _required_table(pairings, edit.old, edit.leg)
    other: dict[int | None, int] = {edit.old: edit.new, edit.new: edit.old}
    return [
        replace(p, table=other.get(p.table, p.table)) if p.leg == edit.leg else p for p in pairings
    ]


def _by_hand(pairings: list[Pairing], edit: SetPairings) -> list[Pairing]:
    here = [pairing for pairing in pairings if pairing.leg == edit.leg]
    groups = {entry: pairing.group for pairing in here for entry in pairing.seats}
    made, tables = [pairing for pairing in pairings if pairing.leg != edit.leg], 0
    for seats in edit.pairings:
        tables += len(seats) > 1
        bye = {"table": None, "kind": BYE_ALLOCATED} if len(seats) == 1 else {"table": tables}
        plain: Document = {**bye, "leg": edit.leg, "group": groups.get(seats[0], "")}
        made.append(Pairing(seats, **plain))
    return made


_HANDLERS: dict[type[Edit], Callable[[list[Pairing], Any], list[Pairing]]] = {
    SwapEntries: _swap,
    MoveEntry: _move,
    GiveBye: _bye,
    PairEntries: _pair,
    UnseatEntry: _unseat,
    TurnFirstMove: _turn,
    RenumberTable: _renumber,
    SetPairings: _by_hand,
}


def _find_pairing(pairings: Sequence[Pairing], entry: int, leg: int) -> Pairing | None:
    """The pairing of an entry in a leg."""
    return next((p for p in pairings if p.leg == leg and entry in p.seats), None)


def _find_table(pairings: Sequence[Pairing], table: int, leg: int) -> Pairing | None:
    return next((p for p in pairings if (p.leg, p.table) == (leg, table)), None)


def _required_table(pairings: Sequence[Pairing], table: int, leg: int) -> Pairing:
    found = _find_table(pairings, table, leg)
    if found is None:
        raise PairingRefused("edit_no_table", table=table, leg=leg)
    return found


def _lowest_free_table(pairings: Sequence[Pairing], leg: int) -> int:
    taken = {pairing.table for pairing in pairings if pairing.leg == leg}
    return next(table for table in range(1, len(taken) + 2) if table not in taken)


def _replace_pairing(pairings: Sequence[Pairing], old: Pairing, new: Pairing) -> list[Pairing]:
    return [new if pairing is old else pairing for pairing in pairings]


def _without_entry(pairings: Iterable[Pairing], entry: int, leg: int) -> Iterator[Pairing]:
    """The pairings without an entry's seat in a leg; empty pairings are dropped."""
    for pairing in pairings:
        if pairing.leg != leg or entry not in pairing.seats:
            yield pairing
        elif left := tuple(other for other in pairing.seats if other != entry):
            mover = pairing.seats[(pairing.first_seat - 1) % len(pairing.seats)]
            first = left.index(mover) + 1 if mover in left else 1
            yield replace(pairing, seats=left, first_seat=first)
