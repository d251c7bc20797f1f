"""What is wrong with a round, whoever made it: an engine, a table or a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import gettext_noop
from tournaments.pairing.paired import PairedRound, Pairing, Reason
from tournaments.state import EventState

MESSAGES: dict[str, str] = {
    "unknown_entry": gettext_noop("Entry {entry} does not take part in this stage."),
    "seated_twice": gettext_noop("Entry {entry} is seated more than once in leg {leg}."),
    "not_placed": gettext_noop("Entry {entry} is present and has no place in leg {leg}."),
    "absent_seated": gettext_noop("Entry {entry} is absent in round {round} and is seated."),
    "rematch": gettext_noop("Entries {first} and {second} have met before, in round {round}."),
    "wrong_seats": gettext_noop("A pairing of kind {kind} cannot have {seats} seats."),
    "wrong_first_seat": gettext_noop("Seat {seat} cannot move first at a table of {seats} seats."),
    "table_twice": gettext_noop("Table {table} is used more than once in leg {leg}."),
}


def check(state: EventState, paired: PairedRound) -> list[Reason]:
    """Every problem of a round, in a fixed order; empty when it may be played.

    `state` is that before the round, or after it: the round itself is not held against it.
    """
    return [
        *_shapes(paired),
        *_places(state, paired),
        *_rematches(state, paired),
    ]


def _shapes(paired: PairedRound) -> Iterator[Reason]:
    for pairing in paired.pairings:
        seats, kind = len(pairing.seats), pairing.kind
        if (kind == "match") == (seats < 2) or (kind != "match" and seats != 1):
            yield Reason("wrong_seats", {"kind": kind, "seats": seats})
        if not 1 <= pairing.first_seat <= seats:
            yield Reason("wrong_first_seat", {"seat": pairing.first_seat, "seats": seats})
    tables = Counter((p.leg, p.table) for p in paired.pairings if p.table is not None)
    for (leg, table), times in sorted(tables.items()):
        if times > 1:
            yield Reason("table_twice", {"table": table, "leg": leg})


def _places(state: EventState, paired: PairedRound) -> Iterator[Reason]:
    known, here = set(state.numbers), set(state.present(paired.round))
    for leg in range(1, paired.legs + 1):
        seated = Counter(
            entry for pairing in paired.pairings if pairing.leg == leg for entry in pairing.seats
        )
        for entry, times in sorted(seated.items()):
            if entry not in known:
                yield Reason("unknown_entry", {"entry": entry})
            elif entry not in here and not _asked(paired, entry):
                yield Reason("absent_seated", {"entry": entry, "round": paired.round})
            if times > 1:
                yield Reason("seated_twice", {"entry": entry, "leg": leg})
        for entry in sorted(here - set(seated)):
            yield Reason("not_placed", {"entry": entry, "leg": leg})


def _asked(paired: PairedRound, entry: int) -> bool:
    """Whether the entry's only place is a bye it asked for, which an absence allows."""
    mine = [pairing for pairing in paired.pairings if entry in pairing.seats]
    return all(pairing.kind == "bye_asked" for pairing in mine)


def _rematches(state: EventState, paired: PairedRound) -> Iterator[Reason]:
    """Meetings beyond what the system allows: one, or one a cycle in a round robin."""
    met: dict[tuple[int, int], list[int]] = {}
    for played in state.played:
        if played.round != paired.round:
            for pair in _meetings(played.seats):
                met.setdefault(pair, []).append(played.round)
    for pairing in sorted(paired.pairings, key=_order):
        for pair in _meetings(pairing.seats):
            rounds = met.setdefault(pair, [])
            if len(rounds) >= state.options.cycles:
                first, second = pair
                yield Reason("rematch", {"first": first, "second": second, "round": rounds[-1]})
            rounds.append(paired.round)


def _order(pairing: Pairing) -> tuple[int, int, tuple[int, ...]]:
    return (pairing.leg, pairing.table or 0, pairing.seats)


def _meetings(seats: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    ordered = sorted(seats)
    for at, first in enumerate(ordered):
        for second in ordered[at + 1 :]:
            yield first, second
