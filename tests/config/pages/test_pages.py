"""The pages for people: what they show, to whom, and what a player does on them."""

import re
import xml.etree.ElementTree as ET
from datetime import date
from typing import Any

import pytest
from django.test import Client

from config.pages.game import verdicts
from config.pages.labels import GAME_STATE_SENTENCES
from config.pages.names import isolate
from config.pages.player.graph import RatingPoint, draw_rating_graph
from engine.errors import RecordError
from engine.games import VERIFIERS
from games.models import Game
from games.models.evidence import GameState
from tests.builders import (
    acting,
    decide_round,
    make_club,
    make_event,
    make_player,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import messages_on, part_of, signed_in, text_of, tidy, url_of
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings
from tournaments.services.people import members
from tournaments.services.rounds import pairing_jobs, rounds

ROAD = '[Size "5"]\n[Result "R-0"]\n\n1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0\n'
ILLEGAL = '[Size "5"]\n\n1. a1 e5\n2. e5 a2\n'

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(db):
    """A round of two tables, one game each, in an event of four."""
    club = make_club("lantern")
    event = make_event(games=1, slug="autumn", club_id=club.pk)
    return event, published_round(event)


def mover_and_other(round_: Any) -> tuple[Any, Any]:
    first, second = players_at(round_)
    return (first, second) if slot_at(round_).first_seat == 1 else (second, first)


def test_every_public_page_of_an_event_opens_and_names_its_players(client, running):
    event, round_ = running
    decide_round(round_)
    refresh_standings(event.pk)
    for tab in ("event", "event-players", "event-standings", "event-crosstable"):
        page = client.get(url_of(tab, "autumn"))
        assert page.status_code == 200
        assert "<bdi>Ada</bdi>" in text_of(page)
    page = client.get(url_of("event-round", "autumn", 1))
    assert "<bdi>Ada</bdi>" in text_of(page)
    assert client.get(url_of("event-games", "autumn")).status_code == 200


@pytest.mark.parametrize(
    "name", ["home", "events", "players", "clubs", "ratings", "verify", "about", "login"]
)
def test_pages_open_on_an_empty_site(client, name):
    assert client.get(url_of(name)).status_code == 200


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Events"), ("he", "טורנירים"), ("ja", "大会")]
)
def test_pages_are_set_in_the_chosen_language(client, running, language, heading):
    chosen = client.get(url_of("language", language), {"next": "/events/"})
    assert chosen.url == "/events/"
    page = text_of(client.get("/events/"))
    assert f'<html lang="{language}"' in page
    assert f"<h1>{heading}</h1>" in page
    assert ('dir="rtl"' in page) == (language == "he")


def test_a_language_link_never_leads_away_from_the_site(client):
    away = client.get(url_of("language", "he"), {"next": "https://example.org/"})
    assert away.url == url_of("home")


def test_the_derivation_of_a_score_adds_up(client, running):
    event, round_ = running
    decide_round(round_)
    refresh_standings(event.pk)
    page = tidy(text_of(client.get(url_of("event-standings", "autumn"))))
    winner = page.partition('id="why-')[2].partition("</dl>")[0]
    assert re.search(r"<dt>[^<]+</dt><dd><span[^>]*>1</span></dd><dd>= ?", winner)
    assert 'data-stamp="fresh"' in page


def test_a_late_table_says_so_and_derives_nothing(client, running):
    event, round_ = running
    decide_round(round_)
    refresh_standings(event.pk)
    refreshed = text_of(client.get(url_of("event-standings", "autumn")))
    assert 'id="why-' in refreshed
    decide_round(published_round_after(event))
    page = text_of(client.get(url_of("event-standings", "autumn")))
    assert 'data-stamp="late"' in page
    assert 'id="why-' not in page


def published_round_after(event: Any) -> Any:
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    return published_round(event)


def test_a_draft_round_is_shown_to_nobody(client, running):
    event, round_ = running
    decide_round(round_)
    organiser = make_user(staff=True)
    rounds.close_round(actor=acting(organiser), event_id=event.pk, number=1)
    pairing_jobs.pair_round(actor=acting(organiser), event_id=event.pk)
    client.force_login(organiser)
    assert client.get(url_of("event-round", "autumn", 2)).status_code == 404
    page = text_of(client.get(url_of("event", "autumn")))
    assert url_of("event-round", "autumn", 1) in page
    assert url_of("event-round", "autumn", 2) not in page


@pytest.mark.parametrize("state", ["draft", "registration"])
def test_a_private_event_is_there_for_its_staff_only(client, state):
    boss = make_user()
    event = make_event(slug="closed", visibility="private", organiser=boss, state=state)
    address = url_of("event", "closed")
    assert client.get(address).status_code == 404
    assert event.name not in text_of(client.get("/events/"))
    client.force_login(boss)
    assert client.get(address).status_code == 200


def test_names_from_outside_are_escaped(client):
    player = make_player('<script>alert("x")</script>')
    page = text_of(client.get(url_of("player", player.public_id)))
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_the_verify_page_proves_a_record_without_storing_it(client):
    page = client.post(url_of("verify"), {"record": ROAD, "rules": "standard"})
    assert page.status_code == 200
    assert 'data-verdict="proved"' in text_of(page)
    assert "b-road" in text_of(page)
    assert not Game.objects.exists()


def test_the_verify_page_shows_the_fault_on_the_board(client):
    page = client.post(url_of("verify"), {"record": ILLEGAL, "rules": "standard"})
    assert page.status_code == 422
    shown = tidy(text_of(page, 422))
    assert "<mark>e5</mark>" in part_of(shown, 'data-verdict="refused"')
    assert "b-fault" in shown
    assert 'aria-invalid="true"' in shown


def test_what_is_pasted_comes_back_escaped(client):
    page = client.post(url_of("verify"), {"record": "</textarea><script>x</script>"})
    assert "<script>x" not in text_of(page, 422)


def test_a_size_chosen_beside_the_record_counts(client):
    bare = "1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1"
    page = client.post(url_of("verify"), {"record": bare, "size": "5"})
    assert 'data-verdict="proved"' in text_of(page)


def test_the_lines_around_a_fault_end_with_it():
    with pytest.raises(RecordError) as caught:
        VERIFIERS["tak"](ILLEGAL, "standard")
    lines = verdicts.refused_card(caught.value, ILLEGAL).moves_before
    assert [(line.number, line.first, line.second, line.fault) for line in lines] == [
        (1, "a1", "e5", ""),
        (2, "", "", "e5"),
    ]


def test_my_page_asks_to_sign_in(client):
    assert client.get(url_of("me")).url.startswith(url_of("login"))


def test_a_player_sends_a_record_and_the_opponent_confirms_it(running):
    _event, round_ = running
    mover, other = mover_and_other(round_)
    mine = signed_in(mover.user)
    slot = slot_at(round_)
    assert f'action="{url_of("submit", slot.pk)}#slot-{slot.pk}"' in text_of(mine.get(url_of("me")))
    sent = mine.post(url_of("submit", slot.pk), {"record": ROAD}, follow=True)
    assert any(isolate(other.name) in each for each in messages_on(text_of(sent)))

    theirs = signed_in(other.user)
    waiting = text_of(theirs.get(url_of("me")))
    game = Game.objects.get()
    answer = url_of("answer", game.public_id)
    assert f'action="{answer}"' in waiting
    assert 'data-verdict="proved"' in waiting
    theirs.post(answer, {"answer": "confirm"})
    game.refresh_from_db()
    assert game.state == "confirmed"
    shown = text_of(Client().get(url_of("game", game.public_id)))
    assert f"<bdi>{mover.name}</bdi>" in shown
    assert 'name="answer"' not in shown


def test_a_refused_record_comes_back_with_its_fault_and_stores_nothing(running):
    _event, round_ = running
    mover, _other = mover_and_other(round_)
    page = signed_in(mover.user).post(url_of("submit", slot_at(round_).pk), {"record": ILLEGAL})
    assert page.status_code == 422
    assert 'data-verdict="refused"' in text_of(page, 422)
    assert not Game.objects.exists()


def test_a_claim_without_a_record_is_on_the_players_word(running):
    _event, round_ = running
    mover, other = mover_and_other(round_)
    form = {"record": "", "result": "R-0", "stones": "4", "capstones": "1"}
    signed_in(mover.user).post(url_of("submit", slot_at(round_).pk), form)
    game = Game.objects.get()
    assert game.claim == {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 1}}}
    assert 'data-verdict="claimed"' in text_of(signed_in(other.user).get(url_of("me")))


def test_a_dispute_goes_to_the_arbiter(running):
    _event, round_ = running
    mover, other = mover_and_other(round_)
    signed_in(mover.user).post(url_of("submit", slot_at(round_).pk), {"record": ROAD})
    game = Game.objects.get()
    page = signed_in(other.user).post(
        url_of("answer", game.public_id),
        {"answer": "dispute", "text": "We stopped at move 4."},
        follow=True,
    )
    game.refresh_from_db()
    assert game.state == "disputed"
    assert messages_on(text_of(page))
    assert str(GAME_STATE_SENTENCES[GameState.DISPUTED]) in text_of(page)


def test_a_stranger_sends_nothing(running):
    _event, round_ = running
    page = signed_in(make_player("Stranger").user).post(
        url_of("submit", slot_at(round_).pk), {"record": ROAD}
    )
    assert page.status_code == 422
    assert not Game.objects.exists()


def test_an_answer_needs_a_post(client, running):
    assert client.get("/games/nothing/answer/").status_code == 405


def test_addresses_of_nothing_are_404(client):
    for address in ("/events/x/", "/games/x/", "/players/x/", "/clubs/x/", "/ratings/x/"):
        page = text_of(client.get(address), 404)
        assert ">404<" in page
        assert f'href="{url_of("home")}"' in page


def test_a_club_lists_its_events_and_members(client, running):
    event, round_ = running
    player = players_at(round_)[0]
    members.add_member(actor=SYSTEM, club_id=event.club_id, player_id=player.pk)
    page = text_of(client.get(url_of("club", "lantern")))
    assert "<bdi>Autumn</bdi>" in page
    assert f"<bdi>{player.name}</bdi>" in page


@pytest.mark.parametrize("tables", [1, 4])
def test_a_round_takes_as_many_queries_for_four_tables_as_for_one(
    client, django_assert_max_num_queries, tables
):
    event = make_event(games=1, entries=2 * tables, slug=f"big{tables}")
    published_round(event)
    with django_assert_max_num_queries(22):
        assert client.get(url_of("event-round", event.slug, 1)).status_code == 200


def test_the_tables_of_a_round_stand_in_order(client, running):
    _event, round_ = running
    page = text_of(client.get(url_of("event-round", "autumn", 1)))
    assert pairing_at(round_, 1).seats.count() == 2
    assert page.index('aria-hidden="true">1</span>') < page.index('aria-hidden="true">2</span>')


def test_a_rating_graph_tells_its_ends_and_links_its_games():
    points = [
        RatingPoint(date(2026, 9, 26), 1350.4, 250.0, "/games/one/"),
        RatingPoint(date(2026, 10, 3), 1290.6, 200.0),
        RatingPoint(date(2026, 10, 10), 1500.0, 180.0, "/games/two/"),
    ]
    root = ET.fromstring(draw_rating_graph(points))
    label = str(root.get("aria-label"))
    ends = ["1350", "Sept. 26, 2026", "1500", "Oct. 10, 2026", "180"]
    assert [label.index(each) for each in ends] == sorted(label.index(each) for each in ends)
    assert [node.get("href") for node in root.iter("a")] == ["/games/one/", "/games/two/"]
    heights = [float(str(node.get("cy"))) for node in root.iter("circle")]
    assert heights[1] > heights[0] > heights[2]  # a higher rating stands higher


def test_one_point_is_no_graph():
    assert draw_rating_graph([RatingPoint(date(2026, 9, 26), 1350.4, 250.0)]) == ""
