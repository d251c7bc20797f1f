"""Fixed tables: some entries always play at the same table.

For players who cannot move around the hall, boards with a camera, and so on. Only table numbers
change; pairs, seats and first moves stay as the system made them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, Reason
from tournaments.state import EventState

MESSAGES: dict[str, str] = {
    "fixed_table": gettext_noop("They play at table {table}, which is fixed for {entry}."),
}

FixedTables = Mapping[int, int]  # the table of each entry that has one


def with_fixed_tables(state: EventState, paired: PairedRound) -> PairedRound:
    """The same round with fixed tables applied, leg by leg.

    If both entries of a match have a fixed table, the lower one counts. If two matches want the
    same table, the one that the system put higher gets it. The other matches take the remaining
    numbers in order, so a high fixed table can leave gaps. The tables of teams stay: they say which
    board of which match it is.
    """
    fixed = {e.number: e.fixed_table for e in state.entrants if e.fixed_table is not None}
    seated = (entry for pairing in paired.pairings for entry in pairing.seats)
    if paired.matches or not any(entry in fixed for entry in seated):
        return paired
    matches = [pairing for pairing in paired.pairings if pairing.table is not None]
    others = [pairing for pairing in paired.pairings if pairing.table is None]
    legs = sorted({pairing.leg for pairing in matches})
    placed = [
        pairing
        for leg in legs
        for pairing in _place_leg([pairing for pairing in matches if pairing.leg == leg], fixed)
    ]
    return replace(paired, pairings=(*placed, *others))


def _place_leg(matches: Sequence[Pairing], fixed: FixedTables) -> list[Pairing]:
    """The matches of one leg with their new tables, ordered by table."""
    in_order = sorted(matches, key=lambda pairing: pairing.table or 0)
    wanted = _assign_fixed_tables(in_order, fixed)
    free = (number for number in count(1) if number not in wanted)
    at = {index: table for table, (index, _why) in wanted.items()}
    why = {index: (reason,) for index, reason in wanted.values()}
    placed = [
        replace(
            pairing,
            table=at[index] if index in at else next(free),
            explanation=(*pairing.explanation, *why.get(index, ())),
        )
        for index, pairing in enumerate(in_order)
    ]
    return sorted(placed, key=lambda pairing: pairing.table or 0)


def _assign_fixed_tables(
    in_order: Sequence[Pairing], fixed: FixedTables
) -> dict[int, tuple[int, Reason]]:
    """The index of the match at each fixed table, and the reason."""
    wanted: dict[int, tuple[int, Reason]] = {}
    for index, pairing in enumerate(in_order):
        for table, entry in _fixed_tables_of(pairing, fixed):
            if table not in wanted:
                wanted[table] = index, Reason("fixed_table", {"table": table, "entry": entry})
                break
    return wanted


def _fixed_tables_of(pairing: Pairing, fixed: FixedTables) -> Iterator[tuple[int, int]]:
    """The fixed tables of a match with their entries, the lowest first."""
    yield from sorted((fixed[entry], entry) for entry in pairing.seats if entry in fixed)
