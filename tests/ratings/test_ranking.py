"""The pace of a list: how many games its players played in the year that ends with a day."""

from datetime import timedelta

import pytest

from games.services.people import merge_players
from ratings import recompute, selectors
from tests.ratings.builders import DAY_1, make_players, play
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


def pace(days):
    """The pace some days after the first."""
    recompute.replay_stale_pools()
    found = selectors.ranking(selectors.pool_by_slug("tak"), DAY_1 + timedelta(days))
    return found.threshold.pace


@pytest.mark.parametrize(("days", "games"), [(0, 1), (364, 1), (365, 0)])
def test_a_game_counts_for_a_year_from_its_day_on(days, games):
    play("g1", make_players("Ann", "Bob"), 1)
    assert pace(days) == games


def test_games_of_both_records_of_a_person_count_together():
    ann, anna, bob = make_players("Ann", "Anna", "Bob")
    play("g1", (ann, bob), 1)
    play("g2", (anna, bob), 1, day=2)
    play("g3", (bob, anna), 1, day=3)
    assert pace(2) == 2, "of 1, 2 and 3"
    merge_players(actor=SYSTEM, player=anna.public_id, into=ann.public_id)
    assert pace(2) == 3
