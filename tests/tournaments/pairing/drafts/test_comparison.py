"""What a round costs, and when the system's own pairing is called better. Worked by hand.

Round 1 was 1-4 and 3-2; those named first moved first and won.
"""

from dataclasses import replace

import pytest

from tests.tournaments.playing import make_entrants, one_game
from tournaments.pairing.drafts.comparison import RoundCost, compare_with_engine, round_cost
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.interface import PairedRound, Pairing
from tournaments.state import EventState


def after_round_one(system: str) -> EventState:
    played = (one_game(1, (1, 4)), one_game(1, (3, 2)))
    return EventState(make_entrants(4), 5, 1, played, system=system)


def second_round(*pairs: tuple[int, ...]) -> PairedRound:
    pairings = (
        Pairing(pair, table) if len(pair) == 2 else Pairing.bye(pair[0], why=())
        for table, pair in enumerate(pairs, start=1)
    )
    return PairedRound(2, tuple(pairings))


BY_SCORE, ACROSS = second_round((1, 3), (2, 4)), second_round((1, 2), (3, 4))


@pytest.mark.parametrize(
    ("system", "scores"),
    [("swiss", 2), ("mcmahon", 2), ("monrad", 2), ("tables", 2), ("keizer", 0), ("manual", 0)],
)
def test_score_differences_cost_where_a_system_pairs_by_score(system: str, scores: int) -> None:
    """Two pairs a point apart. Moves: 1 and 3 first twice, 2 and 4 second twice."""
    state = after_round_one(system)
    assert round_cost(state, ACROSS) == RoundCost(0, 0, scores, 8)  # type: ignore[arg-type]
    # Of 1-3 and 2-4, 1 moved first twice and 4 second twice; the others are even.
    assert round_cost(state, BY_SCORE) == RoundCost(0, 0, 0, 4)  # type: ignore[arg-type]


def test_broken_rules_and_byes_cost_too() -> None:
    state = after_round_one("swiss")
    again = second_round((4, 1), (2, 3))
    assert round_cost(state, again)[:2] == (2, 0)
    assert round_cost(state, second_round((1, 3), (2,), (4,)))[:2] == (0, 2)


def test_the_better_pairing_is_told_with_both_costs() -> None:
    reason = compare_with_engine(after_round_one("swiss"), ACROSS, BY_SCORE)
    assert reason is not None
    assert reason_text(reason) == (
        "The system's own pairing is better: 0 broken rules (here 0), 0 byes (0), squared score "
        "differences of 0 (2), uneven first moves of 4 (8)."
    )


def test_nothing_is_told_of_a_pairing_that_is_no_better_or_cannot_be_played() -> None:
    state = after_round_one("swiss")
    assert compare_with_engine(state, BY_SCORE, ACROSS) is None
    assert compare_with_engine(state, BY_SCORE, BY_SCORE) is None
    assert compare_with_engine(state, ACROSS, second_round((1, 3))) is None


def test_the_first_difference_decides() -> None:
    """Two byes less outweighs points that are farther apart; a broken rule outweighs a bye."""
    state = after_round_one("swiss")
    byes = second_round((1, 3), (2,), (4,))
    assert compare_with_engine(state, byes, ACROSS) is not None
    again = second_round((4, 1), (2, 3))
    assert compare_with_engine(state, again, byes) is not None
    assert compare_with_engine(state, byes, again) is None


def test_half_points_are_written_as_decimals() -> None:
    drawn = (one_game(1, (1, 4), (1, 1)), one_game(1, (3, 2)))
    state = replace(after_round_one("swiss"), played=drawn)
    reason = compare_with_engine(state, ACROSS, BY_SCORE)
    assert reason is not None
    assert (reason.params["scores"], reason.params["engine_scores"]) == ("0.50", "0.50")
    assert (reason.params["moves"], reason.params["engine_moves"]) == (8, 4)
