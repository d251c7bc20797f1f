"""Compares the system's own pairing of a round with an edited one.

Criteria in order: broken rules of the system, byes, score differences of those who meet, and uneven
first moves. Score differences count only for systems that pair by score (`pairing_score`).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from engine.errors import gettext_noop
from tournaments.pairing.drafts.check import find_problems, find_warnings
from tournaments.pairing.first_move import first_move_surplus, move_history
from tournaments.pairing.interface import PairedRound, Reason
from tournaments.pairing.pairing_score import pairing_points_x2
from tournaments.pairing.provisional import with_provisional_results
from tournaments.state import BYE_ALLOCATED, MATCH, EventState

MESSAGES: dict[str, str] = {
    "engine_has_better": gettext_noop(
        "The system's own pairing is better: {engine_rules} broken rules (here {rules}), "
        "{engine_byes} byes ({byes}), squared score differences of {engine_scores} ({scores}), "
        "uneven first moves of {engine_moves} ({moves})."
    ),
}

BY_SCORE = frozenset({"swiss", "mcmahon", "monrad", "tables"})


class RoundCost(NamedTuple):
    """The cost of a round; lower is better, the first difference decides.

    rules: number of broken rules. byes: allocated byes. scores: sum of squared score differences,
    in points, of all who meet. moves: sum over entries of |first moves - second moves| after it.
    """

    rules: int
    byes: int
    scores: Fraction
    moves: int


def round_cost(state: EventState, paired: PairedRound) -> RoundCost:
    """The cost of a round paired from this state."""
    byes = sum(pairing.kind == BYE_ALLOCATED for pairing in paired.pairings)
    return RoundCost(
        len(find_warnings(state, paired)),
        byes,
        _score_cost(state, paired),
        _move_cost(state, paired),
    )


def compare_with_engine(
    state: EventState, edited: PairedRound, engine: PairedRound
) -> Reason | None:
    """A reason with both costs, if the engine's round is playable and costs less; else None."""
    if find_problems(state, engine, by_hand=True):
        return None
    ours, theirs = round_cost(state, edited), round_cost(state, engine)
    if ours <= theirs:
        return None
    params = {name: _format_cost(value) for name, value in ours._asdict().items()}
    params |= {f"engine_{name}": _format_cost(value) for name, value in theirs._asdict().items()}
    return Reason("engine_has_better", params)


def _format_cost(value: int | Fraction) -> int | str:
    return int(value) if value == int(value) else f"{float(value):.2f}"


def _score_cost(state: EventState, paired: PairedRound) -> Fraction:
    if state.system not in BY_SCORE:
        return Fraction()
    found = pairing_points_x2(with_provisional_results(state))
    points = {entry: Fraction(points_x2) / 2 for entry, points_x2 in found.items()}
    couples = (
        couple
        for pairing in paired.pairings
        if pairing.kind == MATCH
        for couple in combinations(pairing.seats, 2)
        if points.keys() >= {*couple}
    )
    return sum(((points[a] - points[b]) ** 2 for a, b in couples), Fraction())


def _move_cost(state: EventState, paired: PairedRound) -> int:
    moves = move_history(state)
    for pairing in sorted(paired.pairings, key=lambda pairing: pairing.leg):
        if len(pairing.seats) == 2:
            for seat, entry in enumerate(pairing.seats, start=1):
                if entry in moves:
                    moves[entry] = (*moves[entry], seat == pairing.first_seat)
    return sum(abs(first_move_surplus(had)) for had in moves.values())
