"""Plays a stage: pairs a round, gives every game a winner, and again until nothing is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, PairRound
from tournaments.state import EventState, Played, Slot, SlotResult, first_seat_of_game

Winner = Callable[[int, int], int | None]

ENDS = frozenset({"bracket_finished", "no_rounds_left"})


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
    return replace(state, current_round=paired.round, played=state.played + played)


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
