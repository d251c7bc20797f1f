"""Builds what a stage has played, and plays a stage: pairs rounds and decides every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, PairRound
from tournaments.state import Entrant, EventState, Played, Slot, SlotResult, first_seat_of_game

Winner = Callable[[int, int], int | None]

ENDS = frozenset({"bracket_finished", "no_rounds_left"})


def make_entrants(size: int) -> tuple[Entrant, ...]:
    """Entries 1, 2, ... of a stage."""
    return tuple(Entrant(number) for number in range(1, size + 1))


def match(
    number: int,
    seats: tuple[int, ...],
    *games: SlotResult | tuple[int, ...] | None,
    first_seat: int = 1,
    leg: int = 1,
) -> Played:
    """A match of a round by the results or points of its games; who moves first takes turns."""
    slots = tuple(
        Slot(
            game,
            first_seat=first_seat if game % 2 else 3 - first_seat,
            result=SlotResult("played", "", result) if isinstance(result, tuple) else result,
        )
        for game, result in enumerate(games, start=1)
    )
    return Played(number, seats, slots, leg=leg)


def one_game(number: int, seats: tuple[int, int], points: tuple[int, int] = (2, 0)) -> Played:
    """A match of one game, which seat 1 wins unless the points say otherwise."""
    return match(number, seats, points)


def bye(number: int, entry: int) -> Played:
    return Played(number, (entry,), kind="bye_allocated")


def seats_of(paired: PairedRound) -> list[tuple[int, ...]]:
    return [pairing.seats for pairing in paired.pairings]


def by_lot(random: Random) -> Winner:
    """Each seat wins as often as a game is drawn."""
    return lambda first, second: random.choice((first, None, second))


def play(state: EventState, pair: PairRound, winner: Winner) -> EventState:
    """The state after the last round, which is rounds_total or the one the system ends with.

    winner: of two entries by their seats; None draws every game.
    """
    while not state.rounds_total or state.current_round < state.rounds_total:
        try:
            paired = pair(state, seed=state.next_round)
        except PairingRefused as refused:
            if refused.code in ENDS:
                break
            raise
        state = play_round(state, paired, winner)
    return state


def play_round(state: EventState, paired: PairedRound, winner: Winner) -> EventState:
    """The state after a round in which `winner` says who wins."""
    games = state.rules.games_per_match
    played = tuple(_played(paired.round, pairing, games, winner) for pairing in paired.pairings)
    return replace(
        state,
        current_round=paired.round,
        played=state.played + played,
        matches=(*state.matches, *paired.matches),
    )


def _played(number: int, pairing: Pairing, games: int, winner: Winner) -> Played:
    slots: tuple[Slot, ...] = ()
    if len(pairing.seats) == 2:
        won = winner(*pairing.seats)
        points = (1, 1) if won is None else tuple(2 * (seat == won) for seat in pairing.seats)
        slots = tuple(
            Slot(
                game,
                first_seat=first_seat_of_game(first_seat=pairing.first_seat, number=game),
                result=SlotResult("played", "", points),
            )
            for game in range(1, games + 1)
        )
    return Played(
        round=number,
        seats=pairing.seats,
        slots=slots,
        leg=pairing.leg,
        kind=pairing.kind,
        table=pairing.table,
        group=pairing.group,
        bracket=pairing.bracket,
    )
