"""The account of a merged player, where the player merged into has none: pages and notices."""

import pytest

from games import selectors as games
from games import services
from tests.builders import actor_of, make_event, make_player, published_round
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.models import Player
from tournaments.selectors.events.announcements import visible_announcements
from tournaments.services.entries.entries import enter
from tournaments.services.events import events
from tournaments.services.events.announcements import announce
from tournaments.services.people import merging

pytestmark = pytest.mark.django_db


@pytest.fixture
def me():
    """A player with an account."""
    return make_player("Ada")


@pytest.fixture
def kept():
    return make_player("Adelaide", account=False)


def become(me: Player, kept: Player) -> None:
    merging.merge(actor=SYSTEM, player=me.public_id, into=kept.public_id)


def test_the_private_event_of_the_other_record_is_theirs(me, kept):
    event = make_event(slug="cup", entries=2, visibility="private", state="registration")
    entry = enter(actor=SYSTEM, event_id=event.pk, player_id=kept.pk)
    mine = actor_of(me)
    assert list(selectors.visible_events(mine)) == []
    become(me, kept)
    assert list(selectors.visible_events(mine)) == [event]
    announce(actor=SYSTEM, event_id=event.pk, text="Bring a clock")
    assert selectors.accounts_of_entries([entry.pk]) == {entry.pk: me.user_id}
    assert selectors.accounts_of_players([kept.public_id, me.public_id]) == {
        kept.public_id: me.user_id,
        me.public_id: me.user_id,
    }


def test_an_announcement_to_a_round_reaches_who_was_merged(me, kept):
    event = make_event(slug="cup", entries=1, state="registration")
    enter(actor=SYSTEM, event_id=event.pk, player_id=kept.pk)
    events.start(actor=SYSTEM, event_id=event.pk)
    published_round(event)
    become(me, kept)
    made = announce(actor=SYSTEM, event_id=event.pk, text="Hurry up", to="playing")
    assert list(visible_announcements(event, actor_of(me))) == [made]
    seats = selectors.seats_of_round("cup", 1)
    assert [seat.user_id for seat in seats if seat.player == kept.public_id] == [me.user_id]


def test_a_refused_game_of_the_other_record_is_seen(me, kept):
    bea = make_player("Bea")
    record = ptn(FIRST_BY_ROAD)
    game = services.submit_casual(
        actor=actor_of(bea), record=record, first_id=kept.pk, second_id=bea.pk
    )
    services.dispute_game(actor=SYSTEM, game_id=game.pk, text="never played")
    become(me, kept)
    assert games.get_game(game.public_id, actor_of(me)).state == "rejected"
