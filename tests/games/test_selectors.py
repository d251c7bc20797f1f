"""Which games a list has, where states of games and of people meet."""

import pytest

from games import selectors, services
from ratings.selectors import pool_by_slug
from tests.builders import actor_of, make_event, players_at, published_round, slot_at
from tests.flows.pairs.test_people import merge
from tests.flows.records import FIRST_BY_ROAD, FIRST_RESIGNS, ptn
from tests.slots import rule, submit
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def slot():
    return slot_at(published_round(make_event(games=1)))


@pytest.fixture
def seated(slot):
    return players_at(slot.pairing.round)


def counted_by_tak():
    games = selectors.counted_by(selectors.visible_games(SYSTEM), pool_by_slug("tak"))
    return [game.public_id for game in games]


def test_of_two_records_of_a_rated_slot_a_list_counts_the_one_that_counts(slot, seated):
    one, other = seated
    replaced = submit(actor_of(one), slot, record=ptn(FIRST_BY_ROAD))
    kept = submit(actor_of(other), slot, record=ptn(FIRST_RESIGNS))
    rule(slot, {"kind": "adjudicated", "result": "0-1"})
    assert {game.pk: game.state for game in slot.games.all()} == {
        replaced.pk: "superseded",
        kept.pk: "ruled",
    }
    assert counted_by_tak() == [kept.public_id]


def test_a_game_that_a_forfeit_replaced_counts_in_no_list(slot, seated):
    game = submit(actor_of(seated[0]), slot, record=ptn(FIRST_BY_ROAD))
    services.confirm_game(actor=SYSTEM, game_id=game.pk)
    assert counted_by_tak() == [game.public_id]
    rule(slot, {"kind": "forfeit", "winner": 2})
    assert counted_by_tak() == []


def test_games_of_who_was_merged_are_those_of_who_they_are_now(slot, seated):
    game = submit(actor_of(seated[0]), slot, record=ptn(FIRST_BY_ROAD))
    kept = merge(seated[1])
    found = selectors.visible_games(SYSTEM, player_id=kept.public_id)
    assert [each.public_id for each in found] == [game.public_id]
