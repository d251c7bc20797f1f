"""What chats are told, in three languages, whatever players are called."""

import json
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from django.utils import timezone

from config.models import Delivery
from config.webhooks import delivering, fan_out, messages
from config.webhooks.payloads import safe_in_discord, safe_in_slack
from games import services as games
from tests.builders import make_club, make_event, pairing_at, published_round, slot_at
from tournaments.actor import SYSTEM
from tournaments.models import Player
from tournaments.recompute import refresh_standings
from tournaments.services.entries import absences
from tournaments.services.events.announcements import announce, withdraw_announcement
from tournaments.services.feed.actions import LISTED
from tournaments.services.feed.numbering import number_changes
from tournaments.services.rounds import rounds, times

pytestmark = pytest.mark.django_db


def rule(pairing, number, outcome):
    games.rule_slot(
        actor=SYSTEM, pairing_id=pairing.pk, number=number, outcome=outcome, reason="a test"
    )


def deliver(receiver):
    number_changes()
    fan_out.fan_out()
    delivering.deliver_due(send=receiver)
    return [json.loads(message.body) for message in receiver.messages]


def test_every_text_is_about_a_public_action():
    assert set(messages.TEXTS) <= {action for action, listed in LISTED.items() if listed.public} | {
        "standings.refreshed"
    }


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Round 1 is paired."),
        ("he", "סיבוב 1 זווג."),
        ("ja", "第1回戦の組み合わせが決まりました。"),
    ],
)
def test_a_round_is_told_with_its_tables_and_a_link(add, event, receiver, language, said):
    add(format="discord", kinds=("round",), language=language)
    published_round(event)
    (message,) = deliver(receiver)
    lines = message["content"].split("\n")
    assert lines[:2] == ["Cup", said]
    assert lines[2] == "1: Ada – Dag"
    assert lines[-1] == "<https://tak.example/events/cup/rounds/1/>"
    assert message["allowed_mentions"] == {"parse": []}


def test_a_result_is_told_with_who_moved_first(add, event, receiver):
    made = published_round(event)
    add(format="slack", kinds=("result",))
    second_seat_moves_first = 2
    rule(pairing_at(made), second_seat_moves_first, {"kind": "adjudicated", "result": "R-0"})
    (message,) = deliver(receiver)
    assert message["text"].split("\n")[1] == "Dag – Ada: R-0"
    assert message["mrkdwn"] is False


@pytest.mark.parametrize("format_", ["discord", "slack"])
def test_an_evening_is_told_and_every_link_leads_to_a_page(add, boss, receiver, format_):
    club = make_club(owner=boss)
    add("club", club, format=format_)
    event = make_event(club_id=club.pk, slug="evening", entries=4)
    made = published_round(event)
    one, other = made.pairings.order_by("table")
    slot = slot_at(made, one.table or 0)
    times.set_time(actor=SYSTEM, slot_id=slot.pk, play_at=timezone.now() + timedelta(days=1))
    for pairing, outcome in (
        (one, {"kind": "forfeit", "winner": 2}),
        (other, {"kind": "double_forfeit"}),
    ):
        for number in (1, 2):
            rule(pairing, number, outcome)
    absences.withdraw_entry(actor=SYSTEM, entry_id=event.entries.all()[0].pk, from_round=2)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    refresh_standings(event.pk)
    said = [message.get("content") or message["text"] for message in deliver(receiver)]
    for text in said:
        assert text.split("\n")[0] == "Evening"
        assert resolve(urlsplit(text.split("\n")[-1].strip("<>")).path).namespace == "pages"
    whole = "\n".join(said)
    for part in (
        "Registration is open.", "Ada enters.", "The event has begun.", "Round 1 is paired.",
        "play at", "wins by forfeit", "forfeit by both", "withdraws.", "Round 1 is over.",
        "Standings:",
    ):  # fmt: skip
        assert part in whole
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


def test_standings_are_told_once_a_result_counts(add, event, receiver):
    """Before that they are kept from chats; programs are told that they were computed."""
    add(format="discord", kinds=("standings",))
    program = add(kinds=("standings",))
    made = published_round(event)
    refresh_standings(event.pk)
    assert [message["type"] for message in deliver(receiver)] == ["standings.refreshed"]
    assert {row.webhook for row in Delivery.objects.all()} == {program}
    rule(pairing_at(made), 1, {"kind": "forfeit", "winner": 2})
    refresh_standings(event.pk)
    *_before, told, _program = deliver(receiver)
    assert told["content"].split("\n")[1] == "Standings:"


def test_an_event_that_ends_without_entries_has_no_heading_of_standings(event, boss):
    event.entries.all().delete()
    facts = messages.Facts({"action": "event.finished", "event": "cup"}, event, SYSTEM, str)
    assert messages.TEXTS["event.finished"](facts) == ["The event is over."]


NASTY = "@everyone <@1> <!channel> **b** [x](https://evil.example) discord.gg/x `c` |h| # & \n y"


def test_names_mention_nobody_and_format_nothing():
    in_discord, in_slack = safe_in_discord(NASTY), safe_in_slack(NASTY)
    for text in (in_discord, in_slack):
        assert "\n" not in text
        assert "@everyone" not in text
        assert "https://" not in text
        assert "evil.example" not in text
    assert r"\*\*b\*\*" in in_discord
    assert r"\<" in in_discord
    assert "&lt;!channel&gt;" in in_slack
    assert "<" not in in_slack


def test_a_name_is_escaped_in_a_message(add, event, receiver):
    Player.objects.filter(entries__event=event, entries__number=1).update(name="@everyone *A*")
    add(format="discord", kinds=("round",))
    published_round(event)
    (message,) = deliver(receiver)
    assert "@everyone" not in message["content"]
    assert r"\*A\*" in message["content"]


def test_a_long_message_is_cut_at_a_line(add, event, receiver, monkeypatch):
    monkeypatch.setattr("config.webhooks.payloads.LONGEST", {"discord": 80, "slack": 80})
    add(format="discord", kinds=("round",))
    published_round(event)
    (message,) = deliver(receiver)
    assert len(message["content"]) <= 80
    assert message["content"].split("\n")[-2] == "…"
    assert message["content"].endswith("/rounds/1/>")


def test_an_announcement_to_all_is_told_line_by_line_and_mentions_nobody(add, event, receiver):
    add(format="discord", kinds=("announcement",))
    published_round(event)
    announce(actor=SYSTEM, event_id=event.pk, text="Hurry, @everyone!", to="round")
    announce(actor=SYSTEM, event_id=event.pk, text="Lunch at *one*.\n\n@everyone: " + "x " * 970)
    (message,) = deliver(receiver)
    lines = message["content"].split("\n")
    assert lines[:2] == ["Cup", "Lunch at \\*one\\*."]
    assert "@everyone" not in message["content"]
    assert "Hurry" not in message["content"]
    assert len(message["content"]) <= 2000
    assert lines[-2:] == ["…", "<https://tak.example/events/cup/>"]


def test_a_withdrawn_announcement_is_not_told(add, event, receiver):
    add(format="slack", kinds=("announcement",))
    made = announce(actor=SYSTEM, event_id=event.pk, text="Wrong hall")
    withdraw_announcement(actor=SYSTEM, event_id=event.pk, announcement_id=made.pk)
    assert deliver(receiver) == []
