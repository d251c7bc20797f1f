"""The games without a result: of published rounds, and of rounds that are fixed in advance.

Of a round robin all further rounds are. A round of another system that is not published has no
games here; `simulate.py` pairs such rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.interface import Pairing
from tournaments.pairing.systems.round_robin import pair_round_robin
from tournaments.standings.start_numbers import is_undrawn
from tournaments.state import (
    MATCH,
    PLAYED,
    REGULAR,
    EventState,
    Played,
    Slot,
    SlotResult,
    first_seat_of_game,
)

ROUND_ROBIN = "round_robin"
# How a game of two may end, by seat, and the half points of both.
FIRST_WINS, DRAW, SECOND_WINS = RESULTS = (0, 1, 2)
POINTS_X2 = ((2, 0), (1, 1), (0, 2))
WAYS = len(RESULTS)


@dataclass(frozen=True, slots=True)
class OpenGame:
    """seats: entry numbers. at: the index of its pairing in `EventState.played`.

    first_seat: who moves first. of: the number of regular games of the match.
    """

    at: int
    number: int
    seats: tuple[int, int]
    first_seat: int
    round: int
    table: int | None
    of: int = 1


def with_fixed_rounds(state: EventState) -> EventState:
    """The state with all rounds of a round robin that are still to come, without results."""
    if state.system != ROUND_ROBIN or is_undrawn(state):
        return state
    while state.current_round < state.rounds_total:
        paired = pair_round_robin(state)
        coming = tuple(_coming(state, pairing) for pairing in paired.pairings)
        state = replace(state, played=state.played + coming, current_round=state.next_round)
    return state


def open_match(
    state: EventState, seats: tuple[int, int], *, number: int, leg: int = 1, first_seat: int = 1
) -> Played:
    """A match of round `number` without results, with its regular games."""
    slots = tuple(
        Slot(game, first_seat_of_game(first_seat=first_seat, number=game))
        for game in range(1, state.rules.games_per_match + 1)
    )
    return Played(number, seats, slots, leg)


def _coming(state: EventState, pairing: Pairing) -> Played:
    """A pairing of the next round as it will be published."""
    if pairing.kind != MATCH:
        return Played(state.next_round, pairing.seats, kind=pairing.kind, group=pairing.group)
    one, other = pairing.seats
    match = open_match(state, (one, other), number=state.next_round, first_seat=pairing.first_seat)
    return replace(match, table=pairing.table, group=pairing.group)


def open_games(state: EventState) -> tuple[OpenGame, ...]:
    """Regular games of two without a result, in the order of rounds and tables."""
    return tuple(
        OpenGame(
            at,
            slot.number,
            (played.seats[0], played.seats[1]),
            slot.first_seat,
            played.round,
            played.table,
            len(played.regular_slots),
        )
        for at, played in enumerate(state.played)
        if len(played.seats) == 2
        for slot in played.regular_slots
        if slot.result is None
    )


def with_results(
    state: EventState, games: Sequence[OpenGame], results: Sequence[int]
) -> EventState:
    """The state after these games. results: of RESULTS, one for each game."""
    found: dict[int, dict[int, int]] = {}
    for game, result in zip(games, results, strict=True):
        found.setdefault(game.at, {})[game.number] = result
    played = list(state.played)
    for at, by_number in found.items():
        slots = tuple(_with_result(slot, by_number) for slot in played[at].slots)
        played[at] = replace(played[at], slots=slots)
    return replace(state, played=tuple(played))


def _with_result(slot: Slot, results: Mapping[int, int]) -> Slot:
    if slot.kind != REGULAR or slot.number not in results:
        return slot
    return Slot(slot.number, slot.first_seat, slot.kind, _PLAYED[results[slot.number]])


_PLAYED = tuple(SlotResult(PLAYED, "", points) for points in POINTS_X2)


def games_of(games: Sequence[OpenGame], entry: int) -> Iterator[int]:
    """The indexes of the games of an entry."""
    return (at for at, game in enumerate(games) if entry in game.seats)
