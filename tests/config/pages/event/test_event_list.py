"""The list of events: now, soon and past, and what of it is asked for."""

import re
from datetime import date

import pytest

from tests.builders import make_club, make_event, make_user, played_round, published_round
from tests.clients import text_of
from tournaments.actor import SYSTEM
from tournaments.models import User
from tournaments.services.events import events


def make_world():
    lantern, bridge = make_club("lantern"), make_club("bridge")
    now = make_event(slug="autumn-cup", club_id=lantern.pk, starts_on=date(2026, 11, 1))
    published_round(now)
    make_event(slug="later", state="registration", starts_on=date(2027, 3, 1), club_id=bridge.pk)
    make_event(slug="sooner", state="registration", starts_on=date(2027, 1, 1), game="taki")
    make_event(slug="secret", state="draft", organiser=make_user("boss"), starts_on=None)
    over = make_event(slug="summer-cup", games=1, entries=2, starts_on=date(2026, 7, 1))
    played_round(over)
    events.finish(actor=SYSTEM, event_id=over.pk)


@pytest.fixture
def season(made):
    """Events of two clubs: running, open, a draft and finished."""


def parts(client, **query):
    """The names in each part, by its title."""
    page = text_of(client.get("/events/", query))
    found = {}
    for section in page.split('<div class="leaf-head">')[1:]:
        title = re.findall(r"<h2>([^<]+)</h2>", section)[0]
        found[title] = re.findall(r'href="/events/[^"]+"><bdi>([^<]+)</bdi>', section)
    return found


def test_now_soon_and_past(client, season):
    assert parts(client) == {
        "Now": ["Autumn-Cup"],
        "Soon": ["Sooner", "Later"],
        "Past": ["Summer-Cup"],
    }


def test_what_is_played_says_its_round(client, season):
    assert "round 1 is being played" in text_of(client.get("/events/"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"q": "CUP"}, {"Now": ["Autumn-Cup"], "Past": ["Summer-Cup"]}),
        ({"club": "bridge"}, {"Soon": ["Later"]}),
        ({"game": "taki"}, {"Soon": ["Sooner"]}),
        ({"q": "cup", "club": "lantern"}, {"Now": ["Autumn-Cup"]}),
        ({"q": "nothing like it"}, {}),
    ],
)
def test_the_list_can_be_narrowed(client, season, query, found):
    assert parts(client, **query) == found


def test_a_search_that_finds_nothing_says_what_to_do(client, season):
    page = text_of(client.get("/events/", {"q": "nothing like it"}))
    assert "No event is like that." in page
    assert 'value="nothing like it"' in page


def test_staff_see_their_drafts_among_what_is_to_come(client, season):
    client.force_login(User.objects.get(username="boss"))
    assert parts(client)["Soon"] == ["Sooner", "Later", "Secret"]


def test_the_length_of_the_list_costs_no_more_queries(
    client, season, django_assert_max_num_queries
):
    for number in range(5):
        published_round(make_event(slug=f"more-{number}"))
    with django_assert_max_num_queries(9):
        assert client.get("/events/").status_code == 200
