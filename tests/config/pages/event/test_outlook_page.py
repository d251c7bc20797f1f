""" "What do I need?": the page of an entry, the links to it, and the marks in the standings."""

import re

import pytest

from config.access.links import issue_links
from config.pages.event.parts.outlook_page import EVERY_GAME_EVEN, VERDICTS, VERDICTS_ON_FIRST
from config.pages.event.standings_rows import CERTAIN
from ratings import selectors as ratings
from tests.builders import decide_round, entry_of, make_event, played_round, published_round
from tests.clients import part_of, text_of, url_of
from tournaments import recompute
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.outlook.marks import CLINCHED, ELIMINATED
from tournaments.outlook.stage import REFUSALS

ROUND_ROBIN = [{"system": "round_robin"}]


def make_world():
    event = make_event(
        slug="cup", entries=4, games=1, stages=ROUND_ROBIN, match={"tiebreaks": ["DE", "SB"]}
    )
    for _round in (1, 2):
        played_round(event, favourites=True)
    published_round(event)
    recompute.refresh_standings(event.pk)
    return event


@pytest.fixture
def cup(made):
    """A round robin of four whose last round is published."""
    return made


def _page(client, number, query="", **more):
    page = text_of(client.get(f"/events/cup/standings/{number}/outlook/{query}", **more))
    return re.sub(r"[\u2066-\u2069]", "", page)


def test_the_page_has_chances_needs_and_how_it_was_made(client, cup):
    page = _page(client, 1)
    outlook = ratings.entry_outlook(cup, 1)
    assert "<bdi>Ada</bdi>" in page
    assert page.count("<progress") == len(outlook["places"])
    needs = part_of(page, 'id="needs"')
    assert "Cleo" in needs
    for need in outlook["needs"]:
        assert all(own in needs for own in need["own_text"])
        assert need["text"] in needs
    made_by = re.findall(r"<li>(.*?)</li>", part_of(page, 'id="made-by"'))
    explained = [line["text"] for line in outlook["explanation"]]
    assert outlook["pool"] is None
    assert made_by == [*explained, str(EVERY_GAME_EVEN)]
    assert re.findall(r"\d+", explained[0]) == ["2"]  # open games


def test_a_place_is_chosen_by_a_link(client, cup):
    page = _page(client, 1)
    assert f'href="{url_of("outlook", "cup", 1)}?place=2"' in page
    certain = part_of(_page(client, 4, "?place=4"), 'id="verdict"')
    assert str(VERDICTS[CLINCHED]) % {"place": 4} in certain
    assert str(VERDICTS_ON_FIRST[ELIMINATED]) in part_of(_page(client, 4), 'id="verdict"')
    with pytest.raises(InvalidInput) as refused:
        ratings.entry_outlook(cup, 4, place=77)
    page = _page(client, 4, "?place=77")
    assert str(refused.value) in page
    assert 'id="verdict"' not in page


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
    assert REFUSALS["outlook_nothing_open"] in page
    assert "<progress" not in page


def test_what_is_missing(client, cup):
    assert client.get("/events/cup/standings/99/outlook/").status_code == 404
    assert client.get("/events/none/standings/1/outlook/").status_code == 404


def test_the_standings_mark_what_is_certain(client, cup):
    page = text_of(client.get("/events/cup/standings/"))
    assert str(CERTAIN["first", ELIMINATED]) in page


@pytest.mark.parametrize(("language", "words"), [("he", "ניצחון על"), ("ja", "に勝ち")])
def test_it_is_said_in_the_language_of_the_reader(client, cup, language, words):
    assert words in _page(client, 1, headers={"accept-language": language})
