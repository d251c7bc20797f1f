"""The pages of ladders and arenas, as their players use them."""

import pytest
from django.utils import timezone

from tests.builders import decide, entry_of, make_event, published_round
from tests.clients import text_of
from tournaments.actor import SYSTEM
from tournaments.choices import ChallengeState
from tournaments.models import Challenge, GameSlot, Stage
from tournaments.services.arena import passes
from tournaments.services.entries import apart

pytestmark = pytest.mark.django_db


def signed_in(client, event, number):
    client.force_login(entry_of(event, number).player.user)
    return client


@pytest.fixture
def ladder():
    return make_event(slug="steps", entries=6, games=1, stages=[{"system": "ladder"}])


def test_a_player_sees_whom_to_challenge_and_why_not_the_others(client, ladder):
    page = text_of(signed_in(client, ladder, 5).get("/events/steps/ladder/"))
    assert page.count('value="challenge"') == 3
    assert "is out of reach; rungs that a challenge may go up: 3." in page
    assert "challenges go upwards" in page


def test_readers_without_an_entry_see_the_rungs_alone(client, ladder):
    page = text_of(client.get("/events/steps/ladder/"))
    assert "Ada" in page
    assert 'value="challenge"' not in page


def test_a_challenge_is_made_shown_and_accepted_by_page(client, ladder):
    top = entry_of(ladder, 3)
    signed_in(client, ladder, 5).post(
        "/events/steps/ladder/", {"do": "challenge", "entry_id": top.pk}
    )
    made = Challenge.objects.get()
    signed_in(client, ladder, 3)
    assert "challenges you" in text_of(client.get("/me/"))
    assert 'value="accept"' in text_of(client.get("/events/steps/ladder/"))
    client.post("/events/steps/ladder/", {"do": "accept", "challenge_id": made.pk})
    made.refresh_from_db()
    assert made.state == ChallengeState.ACCEPTED
    slot = GameSlot.objects.get(pairing=made.pairing_id)
    decide(slot, "R-0" if slot.first_seat == 1 else "0-R")
    page = text_of(client.get("/events/steps/ladder/"))
    assert "changed rungs: from" in page
    proof = text_of(client.get("/events/steps/rounds/1/proof/"))
    assert "moves first by lot: both had moved first equally often." in proof


def test_two_who_are_kept_apart_cannot_challenge_each_other(client, ladder):
    entries = [entry_of(ladder, 4).pk, entry_of(ladder, 5).pk]
    apart.keep_apart(actor=SYSTEM, event_id=ladder.pk, entries=entries)
    page = text_of(signed_in(client, ladder, 5).get("/events/steps/ladder/"))
    assert "You two are not to meet in this event." in page
    assert page.count('value="challenge"') == 2


def test_an_event_without_a_ladder_has_no_such_page(client):
    make_event(slug="cup", entries=3)
    assert client.get("/events/cup/ladder/").status_code == 404
    assert client.get("/events/cup/arena/").status_code == 404


def test_the_arena_shows_points_and_its_players_leave_and_come_back(client):
    event = make_event(slug="hour", entries=4, games=1, stages=[{"system": "arena"}])
    page = text_of(signed_in(client, event, 1).get("/events/hour/arena/"))
    assert "60 minutes, from the first pairing on." in page
    client.post("/events/hour/arena/", {"do": "leave"})
    assert 'value="return"' in text_of(client.get("/events/hour/arena/"))
    client.post("/events/hour/arena/", {"do": "return"})
    passes.run_pass(stage_id=Stage.objects.get(event=event).pk, now=timezone.now())
    page = text_of(client.get("/events/hour/arena/"))
    assert "Still playing" in page
    assert "Pairing goes on until" in page


@pytest.mark.parametrize("system", ["ladder", "arena"])
def test_rounds_of_rolling_events_have_no_marks(client, system):
    event = make_event(slug="long", entries=4, games=1, stages=[{"system": system}])
    published_round(event)
    page = text_of(client.get("/events/long/"))
    assert 'class="rounds' not in page
    make_event(slug="short", entries=4, games=1)
    assert 'class="rounds' in text_of(client.get("/events/short/"))
