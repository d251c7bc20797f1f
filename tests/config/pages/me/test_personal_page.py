"""The page behind a personal link: one entry's table, and nothing of anybody else's."""

import re
from datetime import UTC, datetime, timedelta

from django.test import Client
from django.utils import timezone

from config.access.guess_limits import CODES, WRONG_CODES
from config.access.links import BadLink, EventOver
from config.models import PersonalLink
from config.pages.desk.links import qr_of
from config.pages.me import idle_texts
from config.pages.me.absences import RoundForm
from config.pages.me.agreed_times import AGREED, PROPOSED, TimeForm
from games.models import Game
from tests.builders import (
    entry_of,
    make_event,
    make_user,
    pairing_at,
    published_round,
    slot_at,
)
from tests.clients import messages_on, part_of, signed_in, text_of, url_of
from tests.flows.records import FIRST_BY_ROAD
from tests.room import Room, look, say, send
from tests.slots import submit
from tournaments.actor import SYSTEM, Actor
from tournaments.models import Entry, Event
from tournaments.services import journal, journal_checks
from tournaments.services.entries import entries
from tournaments.services.events import events

ILLEGAL = '[Size "5"]\n\n1. a1 e5\n2. e5 a2\n'


def test_the_page_shows_my_table_and_who_moves_first(room):
    first, second = room.seats()
    page = text_of(look(first))
    assert re.search(rf"<h1[^>]*><bdi>{room.name_of(first)}</bdi></h1>", page)
    assert f"<bdi>{room.name_of(second)}</bdi>" in page
    table = f'id="table-{pairing_at(room.round).pk}"'
    moves = r'role="img" aria-label="moves (\w+)"'
    assert re.findall(moves, part_of(page, table)) == ["first"]
    assert re.findall(moves, part_of(text_of(look(second)), table)) == ["second"]
    elsewhere, _other = room.seats(table=2)
    assert f"<bdi>{room.name_of(elsewhere)}</bdi>" not in page


def test_a_record_is_sent_and_confirmed_without_any_account(room):
    first, second = room.seats()
    assert send(first, slot_at(room.round), record=FIRST_BY_ROAD).status_code == 302
    assert 'data-verdict="proved"' in text_of(look(second))
    assert "data-verdict" not in text_of(look(first))  # one's own is not asked for
    game = Game.objects.get()
    assert (game.actor["kind"], game.actor["user"]) == ("link", None)
    say(second, game)
    game.refresh_from_db()
    assert game.state == "confirmed"
    assert journal_checks.check_scope("event:cup") == []


def test_a_result_is_claimed_with_the_reserve_and_disputed():
    room = Room(match={"rank_by": "board_plus_reserve"})
    first, second = room.seats()
    refused = send(first, slot_at(room.round), result="R-0")
    assert (refused.status_code, Game.objects.count()) == (422, 0)
    send(first, slot_at(room.round), result="R-0", stones="7", capstones="1")
    game = Game.objects.get()
    left = {"first": {"stones": 7, "capstones": 1}}
    assert game.claim == {"result": "R-0", "reserves": left}
    say(second, game, "dispute")
    game.refresh_from_db()
    assert game.state == "disputed"


def test_an_illegal_record_comes_back_with_its_fault(room):
    page = send(room.seats()[0], slot_at(room.round), record=ILLEGAL)
    assert page.status_code == 422
    assert 'data-verdict="refused"' in text_of(page, 422)
    assert page["Referrer-Policy"] == "no-referrer"


def test_nobody_confirms_for_the_other_seat_or_another_table(room):
    first, second = room.seats()
    send(first, slot_at(room.round), record=FIRST_BY_ROAD)
    game = Game.objects.get()
    stranger, _other = room.seats(table=2)
    for code in (first, stranger):
        say(code, game)
        say(code, game, "dispute") if code == stranger else None
        game.refresh_from_db()
        assert game.state == "submitted"
    assert not game.confirmations.exists()
    assert send(stranger, slot_at(room.round), record=FIRST_BY_ROAD).status_code == 404
    say(second, game)
    game.refresh_from_db()
    assert game.state == "confirmed"


def test_a_link_does_nothing_in_another_event_even_for_the_same_player(room):
    """The same people play elsewhere; there the link is worth nothing."""
    other = make_event(slug="other", games=1, entries=0, state="registration")
    for number in (1, 2):
        entries.enter(
            actor=SYSTEM, event_id=other.pk, player_id=entry_of(room.event, number).player_id
        )
    events.start(actor=SYSTEM, event_id=other.pk)
    there = slot_at(published_round(other))
    code = room.codes[entry_of(room.event, 1).pk]
    assert send(code, there, record=FIRST_BY_ROAD).status_code == 404
    seat = there.pairing.seats.exclude(entry__player=entry_of(room.event, 1).player).get()
    game = submit(Actor("link", entry_id=seat.entry_id), there, record=FIRST_BY_ROAD)
    assert say(code, game).status_code == 404
    page = text_of(look(code))
    assert "Other" not in page
    assert game.public_id not in page


def test_a_revoked_link_is_refused_at_every_door(room):
    first, second = room.seats()
    send(first, slot_at(room.round), record=FIRST_BY_ROAD)
    game = Game.objects.get()
    room.end(second)
    answers = [
        look(second),
        send(second, slot_at(room.round), record=FIRST_BY_ROAD),
        say(second, game),
        say(second, game, "dispute"),
    ]
    for answer in answers:
        assert answer.status_code == 404
        assert str(BadLink.message) in text_of(answer, 404)
        assert answer["Referrer-Policy"] == "no-referrer"
    game.refresh_from_db()
    assert game.state == "submitted"


def test_the_page_is_kept_by_nobody_and_leads_no_other_site_here(room):
    page = look(room.seats()[0])
    assert page["Referrer-Policy"] == "no-referrer"
    assert "noindex" in page["X-Robots-Tag"]
    assert {"no-store", "private"} <= set(re.split(r",\s*", page["Cache-Control"]))


def test_a_form_is_taken_without_cookies_of_any_kind(room):
    """The address is the secret; a browser that sends `Origin: null` is not turned away."""
    strict = Client(enforce_csrf_checks=True, headers={"origin": "null"})
    address = url_of("personal-submit", room.seats()[0], slot_at(room.round).pk)
    assert strict.post(address, {"record": FIRST_BY_ROAD}).status_code == 302
    assert Game.objects.count() == 1


def test_the_session_of_somebody_else_gives_a_link_no_more(room):
    """An organiser who opens a player's link acts as that player there."""
    first, _second = room.seats()
    client = signed_in(room.boss)
    address = url_of("personal-submit", first, slot_at(room.round, 2).pk)
    assert client.post(address, {"record": FIRST_BY_ROAD}).status_code == 404
    assert not Game.objects.exists()


def test_a_private_event_is_not_opened_by_its_links():
    room = Room(visibility="private")
    page = text_of(look(room.seats()[0]))
    assert "Cup" in page
    assert 'href="/events/cup/"' not in page
    assert Client().get("/events/cup/").status_code == 404


def test_a_right_code_opens_whatever_others_guess_from_the_same_address(room):
    code = room.seats()[0]
    guesser = Client()
    for _ in range(CODES.free):
        assert guesser.get("/e/2222-2222-2222-2222/").status_code == 404
    guesser.get("/e/2222-2222-2222-2222/")
    delayed = guesser.get("/e/2222-2222-2222-2222/")
    assert (delayed.status_code, delayed["Retry-After"]) == (429, "1")
    assert str(WRONG_CODES) in text_of(delayed, 429)
    assert Client().get(url_of("personal", code)).status_code == 200
    assert guesser.get(url_of("personal", code)).status_code == 200
    assert Client(REMOTE_ADDR="10.1.1.1").get("/e/2222-2222-2222-2222/").status_code == 404


def test_a_code_is_typed_from_paper(room):
    code = room.seats()[0]
    typed = Client().post(url_of("personal-code"), {"code": f" {code.upper()} "})
    assert look(typed["Location"].split("/")[2]).status_code == 200
    for wrong in ("", "abc", "../../admin", "x" * 300, "2" * 15):
        page = Client().post(url_of("personal-code"), {"code": wrong})
        assert page.status_code == 422
        assert 'role="alert"' in part_of(text_of(page, 422), 'id="code_error"')


def test_an_event_that_is_over_says_so_and_later_closes(room, time_machine):
    code = room.seats()[0]
    Event.objects.filter(pk=room.event.pk).update(state="finished")
    journal.write(SYSTEM, "event.finished", scope="event:cup", subject="cup")
    assert str(idle_texts.OVER) in text_of(look(code))
    time_machine.move_to(timezone.now() + timedelta(days=31))
    closed = look(code)
    assert str(EventOver.message) in text_of(closed, 410)


# --- times, byes, withdrawing ----------------------------------------------------------------


def post(code, page, *args, **form):
    return Client().post(url_of(f"personal-{page}", code, *args), form, follow=True)


def test_the_two_agree_on_a_time_in_their_own_zones(time_machine):
    time_machine.move_to(datetime(2026, 11, 10, 9, tzinfo=UTC), tick=False)
    room = Room(time_zone="Asia/Tokyo")
    slot = slot_at(room.round)
    slot.due_at = datetime(2026, 11, 20, tzinfo=UTC)
    slot.save()
    first, second = room.seats()
    assert 'value="Asia/Tokyo"' in text_of(look(first))
    about = {"play_at": "2026-11-12T20:00", "zone": "Asia/Tokyo"}
    assert messages_on(text_of(post(first, "time", slot.pk, **about))) == [str(PROPOSED)]
    slot.refresh_from_db()
    assert slot.play_at == datetime(2026, 11, 12, 11, tzinfo=UTC)
    assert "Nov. 12, 2026 20:00 (Asia/Tokyo)" in text_of(look(second))
    assert 'value="yes"' not in text_of(look(first))
    stranger, _other = room.seats(table=2)
    assert post(stranger, "time", slot.pk, answer="yes").status_code == 404
    assert messages_on(text_of(post(second, "time", slot.pk, answer="yes"))) == [str(AGREED)]
    slot.refresh_from_db()
    assert (slot.play_at, slot.proposed_by) == (datetime(2026, 11, 12, 11, tzinfo=UTC), None)
    for play_at, zone in (("soon", "UTC"), ("2026-11-12T20:00", "../etc/passwd"), ("", "")):
        said = text_of(post(first, "time", slot.pk, play_at=play_at, zone=zone))
        assert str(TimeForm.base_fields["play_at"].error_messages["required"]) in said


def test_a_round_played_now_asks_for_no_time(room):
    assert f'id="when-{slot_at(room.round).pk}"' not in text_of(look(room.seats()[0]))


def rounds_offered(page):
    return re.findall(r'<option value="(\d+)">', page)


def test_a_bye_is_asked_for_and_given_back():
    room = Room(
        registration={"byes": {"limit": 1}}, stages=[{"system": "swiss", "options": {"rounds": 3}}]
    )
    code = room.seats()[0]
    assert rounds_offered(text_of(look(code))) == ["2", "3"]
    given = text_of(post(code, "away", do="bye", round="3"))
    assert re.findall(r'name="round" value="(\d+)"', given) == ["3"]
    assert 'value="no_bye"' in given
    assert rounds_offered(text_of(look(code))) == []  # one is all that this event gives
    back = text_of(post(code, "away", do="no_bye", round="3"))
    assert 'value="no_bye"' not in back
    assert rounds_offered(back) == ["2", "3"]
    refusal = str(RoundForm.base_fields["round"].error_messages["invalid"])
    for wrong in ("x", "-1", "99999", "٣"):
        assert refusal in text_of(post(code, "away", do="bye", round=wrong))
    entry = Entry.objects.get(absences__isnull=False)
    assert room.codes[entry.pk] == code
    assert entry.absences.get().cancelled_at is not None


def test_a_player_withdraws_only_themself():
    room = Room(registration={"byes": {"limit": 0}})
    code = room.seats()[0]
    page = text_of(look(code))
    assert 'id="bye"' not in page  # this event gives none
    assert 'id="withdraw"' in page
    assert str(idle_texts.WITHDRAWN) in text_of(post(code, "away", do="withdraw"))
    away = Entry.objects.get(absences__kind="withdrawn")
    assert room.codes[away.pk] == code
    assert 'id="withdraw"' not in text_of(look(code))
    room.end(code)
    assert post(code, "away", do="withdraw").status_code == 404


# --- the sheet of slips ---------------------------------------------------------------------


def codes_on(sheet):
    """The codes that are printed on a sheet of slips, to be typed."""
    return re.findall(r">(\w{4}(?:-\w{4}){3})<", sheet)


def test_the_sheet_holds_every_code_once_and_the_page_none(room):
    client = signed_in(room.boss)
    address = url_of("event-links", "cup")
    sheet = client.post(address, {"who": "all"})
    page = text_of(sheet)
    codes = codes_on(page)
    assert len(set(codes)) == 4
    assert all(qr_of(f"http://testserver{url_of('personal', code)}") in page for code in codes)
    assert all(look(code).status_code == 200 for code in codes)
    assert "no-store" in sheet["Cache-Control"]
    later = text_of(client.get(address))
    assert not any(code in later for code in [*codes, *room.codes.values()])
    assert look(room.seats()[0]).status_code == 404  # the new sheet ended the old


def test_links_are_shown_printed_and_renewed_without_ending_others(room):
    client = signed_in(room.boss)
    address = url_of("event-links", "cup")
    shown = client.post(address, {"do": "show"})
    page = text_of(shown)
    assert "no-store" in shown["Cache-Control"]
    for code in room.codes.values():
        link = f"http://testserver{url_of('personal', code)}"
        assert page.count(f'value="{link}"') == page.count(qr_of(link)) == 1
    ada = entry_of(room.event, 1)
    sheet = text_of(client.post(address, {"do": "print", "entry": [ada.pk]}))
    assert codes_on(sheet) == [room.codes[ada.pk]]
    renewed = text_of(client.post(address, {"do": "renew", "entry": [ada.pk]}))
    (code,) = codes_on(renewed)
    assert (look(room.codes[ada.pk]).status_code, look(code).status_code) == (404, 200)
    assert client.post(address, {"do": "renew"}).status_code == 302  # nobody is chosen
    assert look(code).status_code == 200


def test_a_link_that_cannot_be_shown_says_what_to_do(room):
    PersonalLink.objects.update(serial="")
    client = signed_in(room.boss)
    page = text_of(client.post(url_of("event-links", "cup"), {"do": "show"}, follow=True))
    assert messages_on(page)
    assert page.count("data-unshown") == 4
    assert 'value="show"' not in page


def test_one_link_is_made_and_ended_from_the_page(room):
    client = signed_in(room.boss)
    address = url_of("event-links", "cup")
    ada = entry_of(room.event, 1)
    made = text_of(client.post(address, {"who": "some", "entry": [ada.pk]}))
    (code,) = codes_on(made)
    client.post(address, {"do": "revoke", "entry": [ada.pk]})
    assert look(code).status_code == 404
    assert look(room.codes[entry_of(room.event, 2).pk]).status_code == 200
    for wrong in ({"who": "some"}, {"who": "some", "entry": ["9" * 30, "x", "0"]}):
        assert client.post(address, wrong).status_code == 302


def test_only_staff_see_the_sheet(room):
    client = Client()
    address = url_of("event-links", "cup")
    asked = client.post(address, {"who": "all"})
    assert asked["Location"].startswith(url_of("login"))
    client.force_login(make_user())
    assert client.get(address).status_code == 404
    assert client.post(address, {"who": "all"}).status_code == 404
