"""Texts for chats, feeds, and the table that other sites embed."""

from datetime import timedelta

import feedparser
import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from config.pages.event.rounds import PairingRow, RoundPage, RoundSection, SeatRow
from config.pages.sharing.texts import MARKDOWN, PLAIN, round_text
from tests.builders import (
    decide_round,
    drafted_round,
    entry_of,
    make_club,
    make_event,
    make_user,
    published_round,
)
from tests.clients import text_of
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings
from tournaments.services.events.announcements import announce, withdraw_announcement
from tournaments.services.people.naming import rename_player
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db
HOSTILE = "@everyone **Ada** [x](https://evil.example) <b>"


@pytest.fixture
def event():
    boss = make_user("olga")
    club = make_club("lantern", owner=boss)
    return make_event(
        slug="cup", entries=4, games=1, organiser=boss, club_id=club.pk, time_zone="UTC"
    )


def close(event, number=1):
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    refresh_standings(event.pk)


def seats(*players):
    return [SeatRow(name, 0, points, won=False) for name, points in players]


def test_a_round_is_a_list_in_markdown_and_plain():
    section = RoundSection(
        "Group A",
        [
            PairingRow(1, seats(("Ada", 2), ("Bo", 1)), "", "", "", over=True),
            PairingRow(2, seats(("Cleo", None), ("Dag", None)), "", "", "", over=False),
            PairingRow(3, seats(("Eli", 6), ("Fay", 2), ("Gus", 0)), "", "", "", over=True),
            PairingRow(None, seats(("Hal", None)), "bye", "", "", over=True),
        ],
    )
    page = RoundPage(2, [section], "", late=False)
    assert round_text("Cup", page, "https://tak.example/", MARKDOWN).splitlines() == [
        "**Cup** – Round 2",
        "",
        "**Group A**",
        "",
        "- **1:** Ada 1–½ Bo",
        "- **2:** Cleo – Dag",
        "- **3:** Eli (3) – Fay (1) – Gus (0)",
        "- Hal (bye)",
        "",
        "<https://tak.example/>",
    ]
    plain = round_text("Cup", page, "https://tak.example/", PLAIN)
    assert "1: Ada 1–½ Bo\n2: Cleo – Dag\n" in plain
    assert "*" not in plain


def test_the_round_is_shared_while_it_is_played_then_the_standings(event, client):
    published_round(event)
    running = client.get("/events/cup/share.md")
    assert running["Content-Type"] == "text/markdown; charset=utf-8"
    assert "Round 1" in text_of(running, 200)
    decide_round(event.rounds.get())
    close(event)
    table = text_of(client.get("/events/cup/share.md"), 200)
    assert table.startswith("**Cup** – Standings\n\n- **1")
    assert "<http://testserver/events/cup/standings/>" in table
    assert "Round 1" in text_of(client.get("/events/cup/share.md?show=round"), 200)
    assert text_of(client.get("/events/cup/share.txt"), 200).startswith("Cup – Standings")
    assert client.get("/events/cup/share.md?show=secrets").status_code == 404


def test_an_unchanged_text_is_304_and_a_draft_changes_nothing(event, client):
    first = client.get("/events/cup/share.md")
    drafted_round(event)
    again = client.get("/events/cup/share.md", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 304
    assert client.get("/events/cup/share.md?show=round").status_code == 404


def test_names_format_nothing_and_mention_nobody(event, client):
    rename_player(actor=SYSTEM, player_id=entry_of(event, 1).player.pk, name=HOSTILE)
    published_round(event)
    for show in ("round", "standings"):
        text = text_of(client.get(f"/events/cup/share.md?show={show}"), 200)
        assert "@everyone" not in text
        assert "**Ada**" not in text
        assert "https://evil" not in text
    page = text_of(client.get("/events/cup/share/"), 200)
    assert "<b>" not in page


def test_the_page_has_each_text_to_select_and_the_lines_to_embed(event, client):
    published_round(event)
    page = text_of(client.get("/events/cup/share/"), 200)
    assert page.count("<textarea") == 5
    assert "&lt;iframe src=&quot;http://testserver/events/cup/embed/&quot;" in page.replace(
        "&amp;", "&"
    )
    assert "/events/cup/share/" in text_of(client.get("/events/cup/"), 200)


def test_the_table_may_be_framed_and_holds_no_script_cookie_or_reader(event):
    decide_round(published_round(event))
    refresh_standings(event.pk)
    browser = Client()
    browser.force_login(event.roles.get().user)
    for client in (Client(), browser):
        answer = client.get("/events/cup/embed/")
        text = text_of(answer, 200)
        policy = answer["Content-Security-Policy"]
        assert "script-src 'none'" in policy
        assert "frame-ancestors" not in policy
        assert "X-Frame-Options" not in answer
        assert not answer.cookies
        assert "<script" not in text
        assert "olga" not in text
        assert "Ada" in text


def test_an_event_that_not_everybody_sees_is_not_embedded(event, client):
    event.visibility = "private"
    event.save(update_fields=["visibility"])
    client.force_login(event.roles.get().user)
    assert client.get("/events/cup/embed/").status_code == 404
    assert "iframe" not in text_of(client.get("/events/cup/share/"), 200)
    assert Client().get("/events/cup/feed.atom").status_code == 404
    assert Client().get("/events/cup/share.md").status_code == 404


def entries_of(client, path="/clubs/lantern/feed.atom"):
    answer = client.get(path)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = feedparser.parse(answer.content)
    assert not feed.bozo, feed.get("bozo_exception")
    return {entry.title: entry for entry in feed.entries}


def test_a_club_tells_of_rounds_and_results_with_ids_that_stay(event, client):
    published_round(make_event(slug="other", entries=2))  # a number of a round is not its key
    round_ = published_round(event)
    before = entries_of(client)
    paired = before["Cup: round 1 is paired"]
    assert "Ada" in paired.summary
    decide_round(round_)
    close(event)
    after = entries_of(client)
    assert after["Cup: round 1 is paired"] == paired, "with neither another id nor another text"
    assert "1–0" in after["Cup: results of round 1"].summary
    assert len({entry.id for entry in after.values()}) == len(after)
    assert all(entry.id.startswith("tag:roadhouse,2026:") for entry in after.values())
    assert entries_of(client, "/events/cup/feed.atom").keys() == after.keys()


def test_what_is_taken_back_or_for_a_group_is_not_told(event, client):
    published_round(event)
    announce(actor=SYSTEM, event_id=event.pk, text="*Lunch*")
    announce(actor=SYSTEM, event_id=event.pk, text="Hurry", to="round")
    shown = entries_of(client)
    assert "<em>Lunch</em>" in shown["Cup: announcement"].summary
    assert not any("Hurry" in entry.summary for entry in shown.values())
    made = event.announcements.order_by("pk")[0]
    withdraw_announcement(actor=SYSTEM, event_id=event.pk, announcement_id=made.pk)
    assert "Cup: announcement" not in entries_of(client)
    rounds.unpublish_round(actor=SYSTEM, event_id=event.pk, number=1, reason="a mistake")
    assert "Cup: round 1 is paired" not in entries_of(client)


def test_a_feed_is_304_while_there_is_no_news_even_without_any(client):
    make_club("empty")
    first = client.get("/clubs/empty/feed.atom")
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        again = client.get("/clubs/empty/feed.atom", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 304
    assert client.get(f"/clubs/empty/feed.atom?language={'x' * 600}").status_code == 200


def test_names_in_feeds_are_escaped(event, client):
    rename_player(actor=SYSTEM, player_id=entry_of(event, 1).player.pk, name="<script>x</script>")
    published_round(event)
    text = text_of(client.get("/events/cup/feed.atom"), 200)
    assert "<script>" not in text
    assert "&amp;lt;script&amp;gt;" in text
