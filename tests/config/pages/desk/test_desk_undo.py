"""The desk: Undo tells what it takes back; the line of slips says what Enter would save."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from config.access.invitations import accept, invite
from config.pages.desk.journal import journal_rows
from config.pages.desk.journal_details import FIELD_LABELS, RESULT_LABELS
from config.pages.desk.journal_words import SENTENCES
from config.pages.desk.results.slip_parser import SlipUnreadable
from config.pages.desk.results.slips import ABSENT_TEXT, NOBODY_TEXT, WIN_TEXTS, NoSuchTable
from config.pages.desk.undo import NOTHING_TO_UNDO
from games import services as games
from games.places import read_places
from games.undo.undo import DoneSince, NothingToUndo, last_action
from tests.builders import (
    acting,
    actor_of,
    entry_of,
    make_event,
    make_player,
    make_user,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import messages_on, part_of, text_of, url_of
from tests.slots import submit
from tournaments.errors import InvalidInput
from tournaments.models import EventRole, ForbiddenPair, GameSlot, JournalLine, Result
from tournaments.services.entries import apart, entries
from tournaments.services.entries.waiting_list import PlacesTaken
from tournaments.services.events import events, roles
from tournaments.services.rounds import deadlines, pairing_jobs, rounds

EVENT = {"entries": 6}


def at(name="", *args):
    return url_of(f"manage{name and '-'}{name}", "cup", *args)


def say(desk, line):
    return text_of(desk.get(at("say"), {"line": line}), 200)


def said_of(event, action):
    """What the journal says of the last action of this kind."""
    line = JournalLine.objects.filter(action=action).latest("pk")
    return journal_rows(event, [line])[0].what


def message_on(page, kind="success"):
    """What the page says after a form was sent."""
    return " ".join(messages_on(page, kind))


def lines_of(said):
    """The lines that Enter would save."""
    return re.findall(r"<li>(.*?)</li>", said)


def press(desk, page, *, back="manage"):
    """Press the Undo of a page that was read, as it was then."""
    line = line_of(page)
    return text_of(desk.post(at("undo"), {"line": line, "next": back}, follow=True), 200)


def line_of(page):
    """The number in the journal of what the Undo of a page takes back."""
    (line,) = re.findall(r'name="line" value="(\d+)"', part_of(page, 'id="undo"'))
    return line


def test_undo_says_who_did_what_and_takes_it_back(desk, event, round_):
    desk.post(at("results"), {"line": "1rt"})
    page = text_of(desk.get(at()), 200)
    said = said_of(event, "slot.entered")
    assert re.findall(r"\d+", said) == ["1", "1", "2"]  # round, table, game
    assert str(RESULT_LABELS["R-0"]) in said
    what = part_of(page, 'id="undo-what"')
    assert "boss" in what
    assert said in what
    after = press(desk, page, back="manage-results")
    assert said in message_on(after)
    assert part_of(after, 'id="line-said"'), "it goes back to where it was pressed"
    assert not Result.objects.filter(current=True).exists()


def test_what_was_read_is_what_is_undone(desk, boss, event, round_):
    desk.post(at("results"), {"line": "1rt"})
    page = text_of(desk.get(at()), 200)
    games.withdraw_player(actor=acting(boss), entry_id=entry_of(event, 6).pk, from_round=2)
    games.enter_result(
        actor=acting(boss),
        pairing_id=slot_at(round_).pairing_id,
        number=2,
        claim={"result": "F-0"},
        reason="misread",
    )
    assert str(DoneSince.message) in message_on(press(desk, page), "error")
    assert Result.objects.filter(current=True).count() == 2
    later = text_of(desk.get(at()), 200)
    assert said_of(event, "slot.entered") in message_on(press(desk, later))
    again = press(desk, later)
    assert str(NothingToUndo.message) in message_on(again, "error"), "the same press a second time"


def test_nobody_else_finds_undo(client, desk, round_):
    desk.post(at("results"), {"line": "1r"})
    client.force_login(make_user("stranger"))
    for name in ("undo", "say"):
        assert client.get(at(name)).status_code == 404
    assert client.post(at("undo"), {"line": 1}).status_code == 404
    assert Result.objects.filter(current=True).count() == 1


def test_undo_leads_to_pages_of_the_desk_only(desk, round_):
    desk.post(at("results"), {"line": "1r"})
    answer = desk.post(at("undo"), {"line": 1, "next": "login"})
    assert answer["Location"] == at()
    assert desk.post(at("undo"), {"line": "x"}).status_code == 302


def test_undo_on_the_page_of_a_round_stays_there_or_goes_where_the_round_went(desk, boss, event):
    made = pairing_jobs.pair_round(actor=acting(boss), event_id=event.pk)
    rounds.publish_round(actor=acting(boss), event_id=event.pk, number=made.number)
    page = text_of(desk.get(at("round", 1)), 200)
    for where in (at("draft", 1), at("rounds")):
        form = {"line": line_of(page), "next": "manage-round", "number": "1"}
        answer = desk.post(at("undo"), form)
        assert answer["Location"] == where
        page = text_of(desk.get(where), 200)


def test_u_in_the_line_undoes_the_last_on_any_keyboard(desk, event, round_):
    for key in ("u", "U", "ו"):
        desk.post(at("results"), {"line": "1r"})
        assert said_of(event, "slot.entered") in say(desk, key)
        assert lines_of(say(desk, key)) == []
        desk.post(at("results"), {"line": key})
        assert not Result.objects.filter(current=True).exists(), key
    page = text_of(desk.post(at("results"), {"line": "u"}, follow=True), 200)
    assert str(NOTHING_TO_UNDO) in message_on(page)


def test_what_enter_would_save_in_words(desk, round_):
    first, second = [f"\u2068{player.name}\u2069" for player in players_at(round_)]
    table, *games_ = lines_of(say(desk, "1rg"))
    assert table == f"Table 1: {first} – {second}"
    assert games_ == [
        f"Game 1: {WIN_TEXTS['R'].format(name=first)}",
        f"Game 2: {WIN_TEXTS['F'].format(name=second)}",
    ]
    left = lines_of(say(desk, "1r12.1"))[1]
    assert re.findall(r"\d+", left) == ["1", "12", "1"]  # game, stones, capstones
    assert lines_of(say(desk, "1d")) == [table, "Game 1: a draw"]
    assert lines_of(say(desk, "1 -2")) == [table, str(ABSENT_TEXT) % {"name": second}]
    assert lines_of(say(desk, "1 -")) == [table, str(NOBODY_TEXT)]
    assert str(NoSuchTable.message).format(round=1, table=9) in say(desk, "9r")
    assert str(SlipUnreadable.message).format(typed="what") in say(desk, "what")
    assert say(desk, " ").strip() == ""
    assert not Result.objects.exists()


def test_what_enter_would_save_of_a_table_of_cards(desk, boss):
    make_event(
        organiser=boss, slug="night", game="taki", games=1, entries=4, stages=[{"system": "tables"}]
    )
    from tournaments.models import Event

    published_round(Event.objects.get(slug="night"))
    address = url_of("manage-say", "night")
    page = text_of(desk.get(address, {"line": "1 1324"}), 200)
    assert "\u20683\u2069 (\u2068⅓\u2069)" in page
    with pytest.raises(InvalidInput) as refused:
        read_places([1, 2, 2, 5], seats=4)
    assert str(refused.value) in text_of(desk.get(address, {"line": "1 1225"}), 200)
    left = lines_of(text_of(desk.get(address, {"line": "1 c 0 7 3 5"}), 200))[1:]
    assert [re.findall(r"\d+", line)[-1] for line in left] == ["0", "3", "5", "7"]


def test_the_last_entered_stand_first_each_with_its_own_undo(desk, round_):
    for slip in ("1rr", "3dd", "2rt"):
        desk.post(at("results"), {"line": slip})
    page = text_of(desk.get(at("results")), 200)
    log = part_of(page, 'data-fresh="entered"').partition("<ol")[2]
    assert re.findall(r"<strong>Table (\d+)", log) == ["2", "3", "1"]
    lines = re.findall(r'name="line" value="(\d+)"', log)
    desk.post(at("undo"), {"line": lines[2], "next": "manage-results"})
    left = Result.objects.filter(current=True).values_list("slot__pairing__table", flat=True)
    assert sorted(table or 0 for table in left) == [2, 2, 3, 3]


def test_late_tables_come_first_and_reports_are_counted(desk, boss, event, round_):
    submit(actor_of(players_at(round_, 2)[0]), slot_at(round_, 2), claim={"result": "R-0"})
    an_hour = timedelta(hours=1)
    GameSlot.objects.filter(pairing__table=3).update(due_at=timezone.now() - an_hour)
    deadlines.set_round_times(
        actor=acting(boss), event_id=event.pk, number=1, opens_at=None,
        closes_at=timezone.now() + an_hour,
    )  # fmt: skip
    for page in (text_of(desk.get(at()), 200), text_of(desk.get(at("results")), 200)):
        assert part_of(page, 'max="6"').startswith('<progress value="1"')
        assert re.findall(r"\d+", part_of(page, "data-unsure")) == ["1"]
        missing = page.split('id="missing"')[1]
        tables = sorted((1, 2, 3), key=lambda n: missing.index(f"Table {n}<"))
        assert tables[0] == 3
        assert missing.index(">late<") < missing.index("Table 1<")


def test_an_approval_a_pair_and_a_setting_are_undone_in_words(desk, boss):
    event = make_event(organiser=boss, slug="cup", state="registration", entries=4)
    entry, other = event.entries.order_by("pk")[:2]
    about: dict[str, Any] = {"actor": acting(boss), "event_id": event.pk}
    entries.refuse_entry(actor=acting(boss), entry_id=entry.pk, reason="wrong one")
    apart.keep_apart(**about, entries=[entry.pk, other.pk])
    events.edit_event(**about, changes={"visibility": "private"})
    page = text_of(desk.get(at()), 200)
    ada, pair = "\u2068Ada\u2069", "\u2068Ada\u2069 – \u2068Bo\u2069"
    for action, about_it in (
        ("event.edited", str(FIELD_LABELS["visibility"])),
        ("apart.kept", pair),
        ("entry.refused", ada),
    ):
        words = said_of(event, action)
        assert about_it in words
        assert words in part_of(page, 'id="undo-what"')
        page = press(desk, page)
        assert words in message_on(page)
    entry.refresh_from_db()
    event.refresh_from_db()
    assert (entry.state, event.visibility) == ("in", "public")
    assert not ForbiddenPair.objects.exists()
    assert 'id="undo"' not in page
    journal = text_of(desk.get(at("journal")), 200)
    assert str(SENTENCES["entry.judgement_undone"]).format(it=ada) in journal
    assert str(SENTENCES["apart.restored"]).format(more=pair) in journal


def test_an_undo_that_is_refused_says_why(desk, boss):
    event = make_event(
        organiser=boss, slug="cup", state="registration", entries=4, registration={"limit": 4}
    )
    player = make_player()
    entries.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)
    first = event.entries.order_by("pk")[0]
    entries.refuse_entry(actor=acting(boss), entry_id=first.pk, reason="wrong one")
    page = text_of(desk.get(at()), 200)
    assert str(PlacesTaken.message) in message_on(press(desk, page), "error")
    first.refresh_from_db()
    assert first.state == "refused"


def test_who_took_a_role_by_a_link_keeps_it(desk, boss, event):
    _made, code = invite(actor=acting(boss), kind="event", target_id=event.pk, role="arbiter")
    accept(actor=acting(make_user("guest")), code=code, now=timezone.now())
    assert last_action(acting(boss), event) is None
    assert 'id="undo"' not in text_of(desk.get(at()), 200)
    helper = make_user("helper")
    roles.grant_event_role(actor=acting(boss), event_id=event.pk, user_id=helper.pk, role="arbiter")
    page = text_of(desk.get(at()), 200)
    said = said_of(event, "role.granted")
    assert "\u2068helper\u2069" in said
    assert said in part_of(page, 'id="undo-what"')
    press(desk, page)
    held = EventRole.objects.filter(event=event, role="arbiter")
    assert list(held.values_list("user__username", flat=True)) == ["guest"]
