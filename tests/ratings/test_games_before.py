"""How many rated games players had before an event, which says who is a newcomer."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.services.people import merge_players
from ratings import services
from ratings.selectors.prizes import games_before
from tests.builders import make_event
from tests.ratings.builders import DAY_1, make_players, play, play_table, rated
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """It starts on day 3."""
    return make_event(entries=0, state="draft", starts_on=DAY_1 + timedelta(days=2))


def test_games_count_until_the_day_before_the_event(event):
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 1, day=2)
    play("g2", (ann, bob), 1, day=3)
    assert games_before(event, [ann.pk]) == {ann.pk: 1}


def test_neither_voided_games_nor_those_of_another_game_or_of_the_event_count(event):
    ann, bob, cid = make_players("Ann", "Bob", "Cid")
    play("g1", (ann, bob), 1)
    services.void_posting("game:g1")
    play_table("t1", (ann, bob, cid))
    own = replace(rated("g2", (ann, bob), 1), event_id=event.pk)
    services.post_result("game:g2", own, approved=True)
    assert games_before(event, [ann.pk, bob.pk]) == {}


def test_games_of_both_records_of_a_person_count(event):
    ann, anna, bob = make_players("Ann", "Anna", "Bob")
    play("g1", (ann, bob), 1)
    play("g2", (anna, bob), 1)
    merge_players(actor=SYSTEM, player=anna.public_id, into=ann.public_id)
    assert games_before(event, [ann.pk]) == {ann.pk: 2}
