"""Rulings on My table: what was ruled, why, by whom, and how to object."""

import re

import pytest

from games.models import Dispute
from tests.builders import (
    acting,
    actor_of,
    make_event,
    make_player,
    make_user,
    players_at,
    published_round,
)
from tests.builders import slot_at as slot_of
from tests.clients import signed_in, text_of, tidy
from tests.slots import rule, submit
from tournaments.actor import SYSTEM
from tournaments.models import Event
from tournaments.services.events import roles


@pytest.fixture
def seats():
    """The round, its first table's players, and an arbiter who is a player here."""
    event = make_event(games=1, slug="ruled")
    round_ = published_round(event)
    judge = make_player("Judge Jo")
    assert judge.user_id
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=judge.user_id, role="arbiter")
    return round_, players_at(round_), judge.user


def page_of(player):
    return tidy(
        text_of(signed_in(player.user).get("/me/")).translate(dict.fromkeys(range(0x2066, 0x206A)))
    )


def test_a_forfeit_says_why_by_whom_and_whom_to_ask(seats):
    round_, (winner, loser), judge = seats
    slot = slot_of(round_)
    rule(slot, {"kind": "forfeit", "winner": 1}, actor=acting(judge), reason="phone rang")
    page = page_of(loser)
    assert f"{winner.name} won by forfeit." in page
    assert "phone rang" in page
    assert "Ruled by<bdi>Judge Jo</bdi>" in page
    assert "Tell the staff of the event: Judge Jo." in page
    assert "Ask the arbiter" not in page  # no game was sent
    assert "You won by forfeit." in page_of(winner)


def test_a_ruling_names_the_contact_of_the_event(seats):
    round_, (_winner, loser), judge = seats
    rule(slot_of(round_), {"kind": "forfeit", "winner": 1}, actor=acting(judge), reason="late")
    assert "hall@example.org" not in page_of(loser)
    Event.objects.update(contact="hall@example.org")
    assert 'href="mailto:hall@example.org"' in page_of(loser)


def test_a_ruled_game_can_be_disputed_from_the_page(seats):
    round_, (first, second), judge = seats
    slot = slot_of(round_)
    submit(actor_of(second), slot, claim={"result": "R-0", "left": {"stones": 4, "capstones": 0}})
    rule(slot, {"kind": "adjudicated", "result": "R-0"}, actor=acting(judge), reason="agreed")
    page = page_of(first)
    (url,) = re.findall(r'action="([^"]+)"[^>]*><input type="hidden" name="csrf[^>]+><input', page)
    signed_in(first.user).post(url, {"answer": "dispute", "text": "The clock was wrong."})
    assert Dispute.objects.get().text == "The clock was wrong."


def test_a_ruler_without_a_player_is_not_named(seats):
    round_, (_winner, loser), _judge = seats
    admin = make_user("root-login", staff=True)
    rule(slot_of(round_), {"kind": "double_forfeit"}, actor=acting(admin), reason="nobody came")
    page = page_of(loser)
    assert "Nobody won: both forfeited." in page
    assert "root-login" not in page
