"""Places as ranges, and the tie-breaks that an outlook leaves out."""

import pytest

from tests.tournaments.outlook.builders import game, stage
from tournaments.outlook.places import (
    places_by_points,
    places_by_standings,
    tiebreaks_left_out,
    without_facts,
)


@pytest.mark.parametrize("code", ["BPR", "RW", "FM", "FORD", "CARDS"])
def test_from_the_first_that_needs_facts_of_games_all_are_left_out(code):
    codes = ("DE", "WIN", code, "SB")
    assert tiebreaks_left_out(codes) == (code, "SB")
    kept = without_facts(stage(2, [game(1, 1, 1, 2)], rounds=1, tiebreaks=codes))
    assert kept.rules.tiebreaks == ("DE", "WIN")
    assert tiebreaks_left_out(("DE", "WIN", "SB")) == ()


def test_who_is_equal_shares_the_places():
    assert places_by_points({1: 3, 2: 5, 3: 3, 4: 0, 5: 3}) == {
        2: (1, 1), 1: (2, 4), 3: (2, 4), 5: (2, 4), 4: (5, 5),
    }  # fmt: skip
    drawn = stage(4, [game(1, 1, 1, 2, "1-0"), game(1, 2, 3, 4, "draw")], rounds=1)
    assert places_by_standings(drawn) == {1: (1, 1), 3: (2, 3), 4: (2, 3), 2: (4, 4)}
