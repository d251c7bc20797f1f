"""What a player reads and sends on the page of a personal link, form by form; without a browser."""

import re
from gzip import compress

import pytest
from django.contrib.staticfiles import finders
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.access.links import issue_links
from config.pages.game.sending import outcome_sentence
from config.pages.game.sent_records import LIMIT, FileTooLong, NotText
from config.pages.me import idle_texts
from games.models import Game
from games.outcomes import ResultMissing
from games.services import confirm_game
from ratings import services as ratings
from ratings.recompute import replay_stale_pools
from tests.builders import (
    acting,
    decide_round,
    entry_of,
    make_event,
    make_player,
    published_round,
    slot_at,
)
from tests.clients import part_of, signed_in, text_of, tidy, url_of
from tests.flows.records import FIRST_BY_ROAD, ILLEGAL
from tests.room import Room, look, say, send
from tests.slots import submit
from tournaments.actor import SYSTEM, Actor
from tournaments.models import Entry, GameSlot
from tournaments.services.entries import entries
from tournaments.services.events import events
from tournaments.services.rounds import pairing_jobs, rounds

UNFINISHED = "1. a1 e5\n2. a3 b1\n"
MOST_KB = 100


def words(page, status=200):
    """The text of a page without its marks."""
    bare = re.sub(r"<[^>]+>", " ", re.sub(r"[\u2066-\u2069]", "", text_of(page, status)))
    return re.sub(r"\s+", " ", bare)


def by_road(name, *, mine):
    """How a game that its first player won by a road is told to one of the two."""
    return outcome_sentence("R-0", mine=mine, opponent=name).translate({0x2068: "", 0x2069: ""})


def entry_with(room, code):
    (entry_id,) = [entry for entry, mine in room.codes.items() if mine == code]
    return entry_id


# --- looking before sending ------------------------------------------------------------------


def test_a_record_is_looked_at_before_it_is_sent(room):
    first, second = room.seats()
    looked = send(first, slot_at(room.round), record=FIRST_BY_ROAD, do="check")
    assert looked.status_code == 200
    page = text_of(looked)
    assert 'data-verdict="proved"' in page
    assert f'id="unsent-{slot_at(room.round).pk}"' in page
    said = words(looked)
    assert by_road(room.name_of(second), mine=1) in said
    assert re.search(rf"\b42\D+{room.name_of(second)} 0\b", said)
    assert "5. e1 R-0\n</textarea>" in page
    assert not Game.objects.exists()
    assert GameSlot.objects.get(pk=slot_at(room.round).pk).state == "open"


def test_a_fault_is_shown_on_the_board_with_what_was_meant(room):
    record = "1. a1 e5\n2. a3 b1\n3. 2a3+ c1\n"
    for do in ("check", "send"):
        refused = send(room.seats()[0], slot_at(room.round), record=record, do=do)
        assert refused.status_code == 422
        page = text_of(refused, 422)
        verdict = part_of(page, 'data-verdict="refused"')
        assert "b-fault" in part_of(verdict, 'role="img"')
        sentences = re.findall(r"<p>(.*?)</p>", verdict)
        assert sentences[0].startswith("a3 ")  # the name of a space is never written large
        assert "\u2066a3+\u2069" in sentences[1]  # what was meant
        assert 'aria-invalid="true"' in part_of(page, 'name="record"')
    assert not Game.objects.exists()


def test_a_record_without_an_end_shows_its_board_and_asks_for_the_result(room):
    refused = send(room.seats()[0], slot_at(room.round), record=UNFINISHED, do="send")
    assert refused.status_code == 422
    page = text_of(refused, 422)
    assert str(ResultMissing.message) in page
    assert 'role="img"' in part_of(page, 'data-verdict="claimed"')
    taken = send(room.seats()[0], slot_at(room.round), record=UNFINISHED, result="1-0", do="send")
    assert taken.status_code == 302
    assert Game.objects.get().claim == {"result": "1-0"}


def test_the_result_alone_may_be_sent_while_a_faulty_record_lies_in_the_form(room):
    form = {"record": ILLEGAL, "result": "R-0", "stones": "7"}
    refused = tidy(text_of(send(room.seats()[0], slot_at(room.round), do="send", **form), 422))
    assert 'value="R-0" checked' in refused  # what was chosen stays chosen
    assert send(room.seats()[0], slot_at(room.round), do="claim", **form).status_code == 302
    assert Game.objects.get().record == ""


def test_more_stones_than_a_player_has_are_refused_at_their_field():
    room = Room(match={"rank_by": "board_plus_reserve"})
    slot = slot_at(room.round)
    refused = send(room.seats()[0], slot, result="R-0", stones="50", do="claim")
    page = text_of(refused, 422)
    assert f'id="stones-{slot.pk}_error" role="alert">a number from 0 to 21</p>' in page
    assert not Game.objects.exists()


def test_a_reload_of_a_form_that_came_back_leads_to_the_page(room):
    """Another language may be chosen there, which asks for the same address again."""
    code = room.seats()[0]
    address = url_of("personal-submit", code, slot_at(room.round).pk)
    assert Client().get(address)["Location"] == url_of("personal", code)


# --- files -----------------------------------------------------------------------------------


def upload(code, slot, content, do="check", **form):
    file = SimpleUploadedFile("game.ptn", content, "text/plain")
    return send(code, slot, file=file, do=do, **form)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_file_is_read_in_the_usual_encodings(room, encoding):
    record = '[Event "ערב טאק 夜"]\r\n' + FIRST_BY_ROAD.replace("\n", "\r\n")
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    looked = upload(room.seats()[0], slot_at(room.round), mark + record.encode(encoding))
    assert 'data-verdict="proved"' in text_of(looked)
    assert "ערב טאק 夜" in text_of(looked)


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\0\0", b"\xff\xfe\0", "שלום".encode("cp1255"), b"a\0b"]
)
def test_what_is_no_text_is_said_to_be_none(room, content):
    refused = upload(room.seats()[0], slot_at(room.round), content, do="send")
    assert refused.status_code == 422
    assert str(NotText.message) in words(refused, 422)


def test_a_file_is_not_read_without_end(room):
    refused = upload(room.seats()[0], slot_at(room.round), b"1" * (3 * LIMIT))
    assert str(FileTooLong(limit=100)) in words(refused, 422)


# --- both sides of a table -------------------------------------------------------------------


def test_each_reads_the_end_in_their_own_words(room):
    first, second = room.seats()
    send(first, slot_at(room.round), record=FIRST_BY_ROAD)
    page = look(second)
    wait = f'id="wait-{Game.objects.get().public_id}"'
    assert room.name_of(first) in part_of(text_of(page), wait)
    asked = words(page)
    assert by_road(room.name_of(first), mine=2) in asked
    assert re.search(rf"\b0\D+{room.name_of(first)} 42\b", asked)
    waits = text_of(look(first))
    assert room.name_of(second) in part_of(waits, f'id="sent-{slot_at(room.round).pk}"')
    assert 'id="wait-' not in waits


def test_confirm_is_the_one_main_action_while_something_waits(room):
    first, second = room.seats()
    send(first, slot_at(room.round), record=FIRST_BY_ROAD)
    main = r'btn main" name="answer"\s+value="(\w+)"'
    assert re.findall(main, text_of(look(second))) == ["confirm"]
    assert text_of(look(second)).count("btn main") == 1
    assert "btn main" not in text_of(look(first))


def test_of_two_games_the_first_open_one_stands_open():
    room = Room()
    slot = slot_at(room.round)
    pairing = slot.pairing
    later = GameSlot.objects.create(pairing=pairing, number=2, first_seat=3 - slot.first_seat)
    first, _second = room.seats()
    page = text_of(look(first))
    assert re.findall(r'id="table-(\d+)"', page) == [str(pairing.pk)]
    assert re.findall(r'id="again-(\d+)"', page) == [str(later.pk)]
    send(first, slot, record=FIRST_BY_ROAD)
    page = text_of(look(first))
    assert re.findall(r'id="again-(\d+)"', page) == [str(slot.pk)]


def test_a_table_of_cards_is_told_by_places():
    room = Room(game="taki", entries=3, stages=[{"system": "tables", "options": {"rounds": 2}}])
    code = room.codes[entry_of(room.event, 1).pk]
    page = text_of(look(code))
    assert page.count('inputmode="decimal"') == 3
    assert 'id="expected-' not in page
    slot = slot_at(room.round)
    refused = send(code, slot, **{"place-1": "1", "place-2": "7", "place-3": "2"})
    assert refused.status_code == 422
    assert 'value="7"' in text_of(refused, 422)
    sent = send(code, slot, **{"place-1": "2", "place-2": "1", "place-3": "3"})
    assert sent.status_code == 302
    assert Game.objects.get().claim == {"places": [2.0, 1.0, 3.0]}


# --- while nothing waits ---------------------------------------------------------------------


def test_the_page_says_why_nothing_waits():
    room = Room(entries=5, stages=[{"system": "swiss", "options": {"rounds": 3}}])
    alone = pairing_alone(room)
    assert idle_texts.BYE % {"round": 1} in words(look(room.codes[alone]))
    code = room.codes[entry_of(room.event, 1).pk]
    decide_round(room.round)
    assert str(idle_texts.NOTHING) in words(look(code))
    rounds.close_round(actor=acting(room.boss), event_id=room.event.pk, number=1)
    pairing_jobs.pair_round(actor=acting(room.boss), event_id=room.event.pk)
    assert str(idle_texts.NOTHING) in words(look(code))  # a draft is nobody's business
    rounds.publish_round(actor=acting(room.boss), event_id=room.event.pk, number=2)
    assert "round 2" in words(look(code))


def pairing_alone(room):
    (seat,) = room.round.seats.filter(pairing__kind__startswith="bye")
    return seat.entry_id


def test_before_the_start_the_page_says_who_is_in_and_who_waits():
    event = make_event(state="registration", entries=2, slug="cup")
    settings = {"registration": {"limit": 2}}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=settings)
    late = [make_player(name) for name in ("Yes", "Zed")]
    for player in late:
        ratings.enter_event(
            actor=Actor("user", user_id=player.user_id), event_id=event.pk, player_id=player.pk
        )
    codes = dict(issue_links(actor=SYSTEM, event_id=event.pk))
    by_name = {
        entry.player.name: codes[entry.pk]
        for entry in Entry.objects.filter(event=event).select_related("player")
    }
    assert str(idle_texts.ENTERED) in words(look(by_name["Ada"]))
    assert idle_texts.LISTED % {"place": 2} in words(look(by_name["Zed"]))
    entries.cancel_entry(actor=SYSTEM, entry_id=Entry.objects.get(player__name="Yes").pk)
    assert idle_texts.LISTED % {"place": 1} in words(look(by_name["Zed"]))


# --- ratings ---------------------------------------------------------------------------------


def test_the_page_shows_the_rating_and_what_moved_it():
    room = Room()
    ratings.ensure_default_pools([("tak", None)])
    first, second = room.seats()
    send(first, slot_at(room.round), record=FIRST_BY_ROAD)
    say(second, Game.objects.get())
    replay_stale_pools()
    won, lost = words(look(first)), words(look(second))
    assert re.search(r"\+\d+\.\d won", won)
    assert re.search(r"−\d+\.\d lost · expected \d\d %", lost)
    assert f"/games/{Game.objects.get().public_id}/" in text_of(look(first))


def test_two_who_are_rated_read_what_is_expected(room):
    ratings.ensure_default_pools([("tak", None)])
    decide_all(room)
    assert 'id="expected-' not in text_of(look(room.seats()[0]))  # nothing is open
    rounds.close_round(actor=acting(room.boss), event_id=room.event.pk, number=1)
    room.round = published_round(room.event)
    replay_stale_pools()
    first, second = room.seats()
    shares = [
        int(*re.findall(r'id="expected-\d+">[^<]*?(\d+) %[^<]*1\.', text_of(look(code))))
        for code in (first, second)
    ]
    assert sum(shares) == 100


def decide_all(room):
    for table in (1, 2):
        first, second = room.seats(table)
        slot = slot_at(room.round, table)
        send(first, slot, record=FIRST_BY_ROAD)
        confirm_game(
            actor=Actor("link", entry_id=entry_with(room, second)),
            game_id=Game.objects.get(slot=slot).pk,
        )


# --- light and quick -------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "he", "ja"])
def test_the_page_weighs_less_than_100_kb(room, language):
    """The whole page as it travels: with its scripts, styles and drawings, compressed."""
    ratings.ensure_default_pools([("tak", None)])
    first, second = room.seats()
    send(first, slot_at(room.round), record=FIRST_BY_ROAD)
    client = Client()
    client.cookies["django_language"] = language
    page = client.get(url_of("personal", second))
    body = page.content
    assert "<figure" in part_of(body.decode(), 'data-verdict="proved"')  # a board is on it
    files = set(re.findall(r'(?:src|href)="/static/([^"?]+)(?:\?v=\w+)?"', body.decode()))
    assert len(files) > 4
    parts = [body]
    for name in files:
        found = finders.find(name)
        assert found, name
        with open(found, "rb") as file:
            parts.append(file.read())
    assert sum(len(compress(part, 6)) for part in parts) < MOST_KB * 1000


def test_many_open_games_cost_no_more_questions(django_assert_max_num_queries):
    room = Room(entries=6)
    code = room.codes[entry_of(room.event, 1).pk]
    look(code)
    counts = [questions(code)]
    for number in range(2, 5):
        decide_round(room.round)
        rounds.close_round(actor=acting(room.boss), event_id=room.event.pk, number=number - 1)
        room.round = published_round(room.event)
    GameSlot.objects.update(state="open")
    assert len(re.findall(r'id="table-\d+"', text_of(look(code)))) == 4
    counts.append(questions(code))
    assert counts[1] <= counts[0] + 4  # of the games that were played meanwhile
    with django_assert_max_num_queries(45):
        assert look(code).status_code == 200


def test_the_table_whose_form_came_back_stands_first():
    room = Room(entries=6)
    code = room.codes[entry_of(room.event, 1).pk]
    for number in (1, 2):
        decide_round(room.round)
        rounds.close_round(actor=acting(room.boss), event_id=room.event.pk, number=number)
        room.round = published_round(room.event)
    GameSlot.objects.update(state="open")
    mine = GameSlot.objects.filter(pairing__seats__entry=entry_of(room.event, 1)).order_by("pk")
    assert forms(look(code)) == [slot.pk for slot in mine]
    assert forms(send(code, mine[2], record=ILLEGAL), 422) == [mine[i].pk for i in (2, 0, 1)]


def forms(page, status=200):
    shown = text_of(page, status)
    return [int(number) for number in re.findall(r'id="slot-(\d+)"', shown)]


def questions(code):
    with CaptureQueriesContext(connection) as asked:
        assert look(code).status_code == 200
    return len(asked)


def test_asking_again_costs_few_questions_while_nothing_changed(
    room, django_assert_max_num_queries
):
    first, second = room.seats()
    address = url_of("personal", second)
    client = Client()
    etag = client.get(address)["ETag"]
    again = {"HX-Request": "true", "If-None-Match": etag}
    assert client.get(address, headers=again).status_code == 304
    with django_assert_max_num_queries(6):
        assert client.get(address, headers=again).status_code == 304
    send(first, slot_at(room.round), record=FIRST_BY_ROAD)
    news = client.get(address, headers=again)
    assert news.status_code == 200
    assert f'id="wait-{Game.objects.get().public_id}"' in text_of(news)
    assert news["Referrer-Policy"] == "no-referrer"


def test_the_language_that_was_chosen_stays(room):
    code = room.seats()[0]
    address = url_of("personal", code)
    client = Client()
    page = client.get(address)
    (chosen,) = re.findall(r'href="(/language/he/[^"]+)"', text_of(page))
    assert client.get(chosen)["Location"] == address
    assert 'lang="he" dir="rtl"' in text_of(client.get(address))
    assert 'lang="he" dir="rtl"' in text_of(client.get(address))


def test_a_game_sent_from_an_account_is_asked_about_on_its_own_page():
    event = make_event(games=1)
    round_ = published_round(event)
    mover, other = (seat.entry.player for seat in movers(round_))
    game = submit(Actor("user", user_id=mover.user_id), slot_at(round_), record=FIRST_BY_ROAD)
    client = signed_in(other.user)
    page = client.get(url_of("me"))
    assert by_road(mover.name, mine=2) in words(page)
    assert page["ETag"]
    again = {"HX-Request": "true", "If-None-Match": page["ETag"]}
    assert client.get(url_of("me"), headers=again).status_code == 304
    confirm_game(actor=Actor("user", user_id=other.user_id), game_id=game.pk)
    assert str(idle_texts.NOTHING) in words(client.get(url_of("me"), headers=again))


def movers(round_):
    slot = slot_at(round_)
    seats = slot.pairing.seats.select_related("entry__player__user")
    return sorted(seats, key=lambda seat: seat.order != slot.first_seat)
