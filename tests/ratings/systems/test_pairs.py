"""What every system of two asks of a game, and the plain logistic expectation."""

from datetime import date

import pytest

from ratings.replay import MESSAGES
from ratings.systems import BATCHES, SYSTEMS, Game, Seat, build
from ratings.systems.pairs import first_score, logistic_score, two_player_skip_reason

OF_TWO = [code for code in (*SYSTEMS, *BATCHES) if code not in ("tables", "plackett_luce")]


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ((Seat(1, 2),), "not_two_players"),
        ((Seat(1, 2), Seat(2, 0), Seat(3, 0)), "not_two_players"),
        ((Seat(1, 2), Seat(1, 0)), "same_player_twice"),
        ((Seat(1, 2), Seat(2, None)), "score_missing"),
        ((Seat(1, 2), Seat(2, 2)), "scores_do_not_add_up"),
        ((Seat(1, 3), Seat(2, -1)), "scores_do_not_add_up"),
    ],
)
def test_games_that_no_system_of_two_can_rate(seats: tuple[Seat, ...], code: str) -> None:
    refused = two_player_skip_reason(Game("k", date(2026, 1, 1), seats))
    assert refused is not None
    assert (refused.order_key, refused.code) == ("k", code)
    assert "{" not in MESSAGES[code].format(**refused.params)


@pytest.mark.parametrize("system", OF_TWO)
def test_every_system_of_two_passes_over_a_table_of_three(system: str) -> None:
    table = Game("k", date(2026, 1, 1), (Seat(1, 2), Seat(2, 0), Seat(3, 0)))
    refused = build(system, {}).skip_reason(table)
    assert refused is not None
    assert refused.code == "not_two_players"


@pytest.mark.parametrize("score_x2", [0, 1, 2])
def test_a_game_of_two_is_rated_by_every_system_of_two(score_x2: int) -> None:
    game = Game("k", date(2026, 1, 1), (Seat(1, score_x2), Seat(2, 2 - score_x2)))
    assert two_player_skip_reason(game) is None
    assert [build(system, {}).skip_reason(game) for system in OF_TWO] == [None] * len(OF_TWO)
    assert first_score(game) == score_x2 / 2


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    assert logistic_score(400) == pytest.approx(10 / 11)
    assert logistic_score(-400) == pytest.approx(1 / 11)
    assert logistic_score(0) == 0.5
