"""Random tournaments for testing a pairing system; the same seed gives the same tournament.

Results follow the ratings (Elo's expectation), with draws. Players forfeit, ask for half point
byes (never in the last round) and withdraw with the probabilities in the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused
from tournaments.state import (
    BYE_ASKED,
    DOUBLE_FORFEIT,
    FORFEIT,
    MATCH,
    PLAYED,
    TOP_FIRST,
    TOP_SECOND,
    Absence,
    Entrant,
    EventState,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)

LOWEST_RATING, HIGHEST_RATING = 1000, 2400
HALF_POINT_X2 = 1


@dataclass(frozen=True, slots=True)
class GenerateOptions:
    """forfeits, draws: percent of all games. byes: percent of the players in each round.

    withdrawals: percent of the players who leave before some round after the first.
    """

    players: int
    rounds: int
    seed: int
    forfeits: int = 2
    byes: int = 2
    withdrawals: int = 2
    draws: int = 20


def generate(*, options: GenerateOptions, pair: Callable[[EventState], PairedRound]) -> EventState:
    """A Swiss played to its end, or until `pair` refuses a round."""
    chance = Random(options.seed)
    state = EventState(
        entrants=tuple(_entrants(options, chance)),
        rounds_total=options.rounds,
        options=PairingOptions(top_moves=chance.choice((TOP_FIRST, TOP_SECOND))),
        system="swiss",
    )
    while state.current_round < state.rounds_total:
        state = _ask_for_byes(state, options, chance)
        try:
            paired = pair(state)
        except PairingRefused:
            break
        state = _play(state, paired, options, chance)
    return state


def _entrants(options: GenerateOptions, chance: Random) -> Iterator[Entrant]:
    """Entrants numbered by descending rating; withdrawals are drawn at the start."""
    rated = (chance.randint(LOWEST_RATING, HIGHEST_RATING) for _ in range(options.players))
    for number, rating in enumerate(sorted(rated, reverse=True), start=1):
        leaves = _happens(options.withdrawals, chance)
        last = chance.randint(1, max(1, options.rounds - 1))
        absences = (Absence(last + 1, None, 0, "withdrawn"),) if leaves else ()
        yield Entrant(number, rating, absences)


def _ask_for_byes(state: EventState, options: GenerateOptions, chance: Random) -> EventState:
    number = state.next_round
    if number == state.rounds_total:
        return state
    asking = {entry for entry in state.present_entries(number) if _happens(options.byes, chance)}
    bye = Absence(number, number, HALF_POINT_X2, "bye")
    entrants = tuple(
        replace(entrant, absences=(*entrant.absences, bye)) if entrant.number in asking else entrant
        for entrant in state.entrants
    )
    return replace(state, entrants=entrants)


def _play(
    state: EventState, paired: PairedRound, options: GenerateOptions, chance: Random
) -> EventState:
    played = tuple(
        _played(state, paired.round, pairing, options, chance) for pairing in paired.pairings
    )
    return replace(state, current_round=paired.round, played=(*state.played, *played))


def _played(
    state: EventState, number: int, pairing: Pairing, options: GenerateOptions, chance: Random
) -> Played:
    slots: tuple[Slot, ...] = ()
    points_x2 = HALF_POINT_X2 if pairing.kind == BYE_ASKED else None
    if pairing.kind == MATCH:
        result = _result(state, pairing, options, chance)
        slots = (Slot(1, first_seat=pairing.first_seat, result=result),)
    return Played(
        round=number,
        seats=pairing.seats,
        slots=slots,
        leg=pairing.leg,
        kind=pairing.kind,
        table=pairing.table,
        bye_points_x2=points_x2,
    )


def _result(
    state: EventState, pairing: Pairing, options: GenerateOptions, chance: Random
) -> SlotResult:
    """The result of one game; one of ten forfeited games is a double forfeit."""
    if _happens(options.forfeits, chance):
        came = chance.randint(0, 9)
        kind = FORFEIT if came else DOUBLE_FORFEIT
        return SlotResult(kind, "", state.rules.unplayed_x2(kind, winner_seat=1 + came % 2))
    if _happens(options.draws, chance):
        return SlotResult(PLAYED, "1/2-1/2", (1, 1))
    one, two = (state.entrant(entry).rating or LOWEST_RATING for entry in pairing.seats)
    # Rounded, because the last digits of a power differ between machines.
    expected = round(1 / (1 + 10 ** ((two - one) / 400)), 6)
    won = 1 if chance.random() < expected else 2
    outcome = "1-0" if won == pairing.first_seat else "0-1"
    return SlotResult(PLAYED, outcome, (2, 0) if won == 1 else (0, 2))


def _happens(percent: int, chance: Random) -> bool:
    return chance.randrange(100) < percent
