""" "What do I need?": the page of an entry, the links to it, and the marks in the standings."""

import re

import pytest

from config.access.links import issue_links
from tests.builders import decide_round, entry_of, make_event, played_round, published_round
from tests.clients import text_of
from tournaments import recompute
from tournaments.actor import SYSTEM

ROUND_ROBIN = [{"system": "round_robin"}]


@pytest.fixture
def cup():
    event = make_event(
        slug="cup", entries=4, games=1, stages=ROUND_ROBIN, match={"tiebreaks": ["DE", "SB"]}
    )
    for _round in (1, 2):
        played_round(event, favourites=True)
    published_round(event)
    recompute.refresh_standings(event.pk)
    return event


def _page(client, number, query="", **more):
    page = text_of(client.get(f"/events/cup/standings/{number}/outlook/{query}", **more))
    return re.sub(r"[\u2066-\u2069]", "", page)


def test_the_page_has_chances_needs_and_how_it_was_made(client, cup):
    page = _page(client, 1)
    assert "What do I need?" in page
    assert "Ada" in page
    assert page.count("<progress") >= 1
    assert "A win against Cleo" in page
    assert "All ways in which the 2 open games can end were tried" in page
    assert "No rating list has these players" in page


def test_a_place_is_chosen_by_a_link(client, cup):
    page = _page(client, 1)
    assert 'href="/events/cup/standings/1/outlook/?place=2"' in page
    assert "Place 4 or better is certain." in _page(client, 4, "?place=4")
    assert "First place is gone." in _page(client, 4)
    assert "a place from 1 to 4" in _page(client, 4, "?place=77")


def test_links_lead_to_it_while_the_event_runs(client, cup):
    link = 'href="/events/cup/standings/1/outlook/"'
    assert link in text_of(client.get("/events/cup/standings/1/"))
    ((_entry, code),) = issue_links(actor=SYSTEM, event_id=cup.pk, entry_ids=[entry_of(cup, 1).pk])
    assert link in text_of(client.get(f"/e/{code}/"))
    client.force_login(entry_of(cup, 1).player.user)
    assert link in text_of(client.get("/me/"))


def test_a_sentence_says_why_there_is_none(client, cup):
    decide_round(cup.rounds.get(number=3))
    page = _page(client, 1)
    assert "Every game of this stage has a result" in page
    assert "<progress" not in page


def test_what_is_missing(client, cup):
    assert client.get("/events/cup/standings/99/outlook/").status_code == 404
    assert client.get("/events/none/standings/1/outlook/").status_code == 404


def test_the_standings_mark_what_is_certain(client, cup):
    page = text_of(client.get("/events/cup/standings/"))
    assert "no longer first" in page


@pytest.mark.parametrize(("language", "words"), [("he", "ניצחון על"), ("ja", "に勝ち")])
def test_it_is_said_in_the_language_of_the_reader(client, cup, language, words):
    assert words in _page(client, 1, headers={"accept-language": language})
