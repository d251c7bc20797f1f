"""The desk starts an event by the ratings of a list of one's choice."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ratings import recompute, services
from tests.builders import make_event, make_user
from tests.ratings.builders import make_players, play
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Ann is the better one on 5, Bob on 6; there he won more often, so he leads on the whole."""
    ann, bob = make_players("Ann", "Bob")
    for day in range(1, 4):
        play(f"five{day}", (ann, bob), 1, day=day, size=5)
    for day in range(4, 14):
        play(f"six{day}", (ann, bob), 0, day=day, size=6)
    services.create_pool(actor=SYSTEM, slug="cards", counts={"game": ["taki"]})
    services.create_pool(actor=SYSTEM, slug="all", name="Every <b>game</b>", counts={})
    recompute.replay_stale_pools()
    event = make_event(slug="cup", entries=0, organiser=make_user("boss"), state="registration")
    for player in (bob, ann):
        services.enter_event(actor=SYSTEM, event_id=event.pk, player_id=player.pk)
    return event


def desk(event, **given):
    address = reverse("pages:manage", args=[event.slug])
    client = Client()
    client.force_login(event.roles.get().user)
    answer = client.post(address, {"do": "start", **given}) if given else client.get(address)
    event.refresh_from_db()
    return answer


def numbers(event):
    rows = event.entries.order_by("number").values_list("player__name", "rating_source")
    return [(name, source) for name, source in rows]


def offered(event):
    found = re.search(r'<select id="pool".*?</select>', desk(event).content.decode(), re.DOTALL)
    return re.findall(r'<option value="([^"]*)"', found[0]) if found else None


def test_every_list_of_the_game_is_offered_and_none_need_be_chosen(cup):
    assert offered(cup) == ["", "all", "tak", "tak-5", "tak-6"]
    assert "Every &lt;b&gt;game" in desk(cup).content.decode()
    assert desk(cup, pool="").status_code == 302  # as the button sends it, untouched
    assert numbers(cup) == [("Ann", "pool:tak-5"), ("Bob", "pool:tak-5")]
    assert offered(cup) is None


@pytest.mark.parametrize("pool", ["tak", "tak-6", "all"])
def test_the_seeds_are_those_of_the_list_that_was_chosen(cup, pool):
    assert desk(cup, pool=pool).status_code == 302
    assert numbers(cup) == [("Bob", f"pool:{pool}"), ("Ann", f"pool:{pool}")]


@pytest.mark.parametrize("pool", ["cards", "none", "é"])
def test_another_list_is_refused(cup, pool):
    refused = desk(cup, pool=pool)
    assert refused.status_code == 422
    assert "rating list" in refused.content.decode()
    assert cup.state == "registration"


def test_the_choice_stays_when_the_start_is_refused(cup):
    cup.entries.filter(player__name="Ann").update(state="withdrawn")
    refused = desk(cup, pool="tak-6")
    assert refused.status_code == 422
    assert '<option value="tak-6" selected>' in refused.content.decode()


def test_without_a_list_nothing_is_asked(db):
    event = make_event(slug="first", organiser=make_user("boss"), state="registration")
    assert offered(event) is None
    assert "Start" in desk(event).content.decode()
