"""A phone that opened a personal link once: `/e/` and the square of a slip lead back to it."""

from django.test import Client

from config.access.remembered_links import COOKIE, MAX_LINKS
from tests.builders import pairing_at
from tests.clients import text_of, url_of
from tests.room import Room
from tournaments.models import Round


def phone_of(*codes):
    phone = Client()
    for code in codes:
        assert phone.get(url_of("personal", code)).status_code == 200
    return phone


def table_of(room, table=1):
    return url_of("at-table", "cup", pairing_at(room.round, table).pk)


def page_of(code):
    return url_of("personal", code.replace("-", ""))


def test_a_phone_that_opened_one_link_is_led_to_it(room):
    code, _other = room.seats()
    phone = phone_of(code)
    assert phone.get(url_of("personal-code"))["Location"] == page_of(code)
    cookie = phone.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert code.replace("-", "") not in text_of(Client().get(url_of("personal-code")))


def test_a_phone_that_opened_two_links_chooses_and_forgets(room):
    codes = room.seats()
    phone = phone_of(*codes)
    page = text_of(phone.get(url_of("personal-code")))
    assert all(f'href="{page_of(code)}"' in page for code in codes)
    phone.post(url_of("personal-code"), {"do": "forget"})
    assert "Opened here before" not in text_of(phone.get(url_of("personal-code")))


def test_another_code_is_typed_on_a_phone_that_remembers_one(room):
    phone = phone_of(room.seats()[0])
    page = phone.get(url_of("personal-code") + "?other")
    assert page.status_code == 200
    assert 'name="code"' in text_of(page)


def test_the_square_of_a_slip_opens_ones_own_table_and_no_other(room):
    code, _other = room.seats()
    phone = phone_of(code)
    assert phone.get(table_of(room))["Location"] == page_of(code)
    assert phone.get(table_of(room, 2)).status_code == 200  # the page that says what to do
    phone = phone_of(room.seats(2)[0], code)
    assert phone.get(table_of(room, 2))["Location"] == page_of(room.seats(2)[0])


def test_the_square_works_in_a_private_event_and_not_for_a_draft():
    room = Room(visibility="private")
    code, _other = room.seats()
    phone = phone_of(code)
    assert phone.get(table_of(room))["Location"] == page_of(code)
    Round.objects.update(state="draft")
    assert phone.get(table_of(room))["Location"] == url_of("personal-code")


def test_staff_with_a_players_link_come_to_the_results(room):
    phone = phone_of(room.seats()[0])
    phone.force_login(room.boss)
    assert "/results/" in phone.get(table_of(room))["Location"]


def test_a_link_that_ended_is_not_remembered(room):
    code, _other = room.seats()
    phone = phone_of(code)
    room.end(code)
    assert phone.get(url_of("personal-code")).status_code == 200
    assert phone.get(table_of(room)).status_code == 200


def test_a_cookie_that_we_did_not_sign_opens_nothing(room):
    code, _other = room.seats()
    phone = phone_of(code)
    value = phone.cookies[COOKIE].value
    for wrong in (f"{value[:-1]}{'a' if value[-1] != 'a' else 'b'}", code, "x" * 3000):
        phone.cookies[COOKIE] = wrong
        assert phone.get(url_of("personal-code")).status_code == 200


def test_wrong_codes_are_not_remembered_and_the_latest_few_are(room):
    phone = Client()
    phone.get(url_of("personal", "2222-2222-2222-2222"))
    assert COOKIE not in phone.cookies
    codes = list(room.codes.values())
    phone = phone_of(*codes, *codes)
    assert len(codes) < MAX_LINKS
    page = text_of(phone.get(url_of("personal-code")))
    assert page.count('href="/e/') - page.count('href="/e/"') == len(codes)
