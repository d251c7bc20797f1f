"""What the games of an event changed in a list, where other games and merges lie between them."""

from dataclasses import replace

import pytest

from games.services.people import merge_players
from ratings import recompute, selectors, services
from ratings.selectors import rating_history
from tests.builders import make_event
from tests.ratings.builders import make_players, play, rated
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(entries=0, state="draft")


def play_in(event, source, pair, score, *, day):
    game = replace(rated(source, pair, score, day=day), event_id=event.pk)
    assert services.post_result(f"game:{source}", game, approved=True)


def report(event):
    recompute.replay_stale_pools()
    return {row.name: row for row in selectors.event_report(event, "tak").rows}


def test_a_report_adds_the_games_of_the_event_and_leaves_out_those_between(event):
    ann, bob = make_players("Ann", "Bob")
    play_in(event, "g1", (ann, bob), 1, day=1)
    play("g2", (ann, bob), 1, day=2)
    play_in(event, "g3", (bob, ann), 1, day=3)
    row = report(event)["Ann"]
    one, _between, three = rating_history(ann.pk, selectors.pool_by_slug("tak"))
    assert row.change == pytest.approx(one.change + three.change)
    assert (row.games, row.before, row.scored) == (2, one.before, 1)
    assert selectors.rating_changes(event)[ann.public_id] == row.change


def test_games_of_two_records_of_a_person_are_one_row_of_the_report(event):
    ann, anna, bob = make_players("Ann", "Anna", "Bob")
    play_in(event, "g1", (ann, bob), 1, day=1)
    play_in(event, "g2", (anna, bob), 1, day=2)
    merge_players(actor=SYSTEM, player=anna.public_id, into=ann.public_id)
    found = report(event)
    assert sorted(found) == ["Ann", "Bob"]
    one, two = rating_history(ann.pk, selectors.pool_by_slug("tak"))
    assert found["Ann"].change == pytest.approx(one.change + two.change)
    assert set(selectors.rating_changes(event)) == {ann.public_id, bob.public_id}
