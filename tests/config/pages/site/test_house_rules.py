"""The customs of an event (TAK-3.1, 6.1, 6.2) and boards of nine: the API, pages and paper."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from config.pages.game.verdicts import TAKEN_BACK
from config.pages.site.rule_texts.house import CUSTOMS, ON_PAPER, own_colour
from engine.tak.ruleset import SetNotStated, SizeNotSupported
from engine.tak.warnings import WARNINGS
from games.drawing.board import BLACK_FIRST, MOVES_FIRST
from games.drawing.marks import FRAME, SQUARE
from tests.builders import acting, make_event, published_round, slot_at
from tests.clients import part_of, text_of, url_of
from tests.slots import submit
from tournaments.integrity import check_event
from tournaments.models import Event
from tournaments.services.events import events

pytestmark = pytest.mark.django_db

HOUSE = {"tak_call": "noble", "undo": "by_consent", "first_colour": "black"}
GAME = '[Size "5"]\n[Undos "1-2"]\n\n1. a1 e5 2. e4 a2 3. e3 a3 4. e2 b4 5. e1 R-0'


def post(client: Client, path: str, body: Any) -> Any:
    return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")


def plan(client: Client, **ruleset: Any) -> Any:
    return post(client, "events/", {"slug": "cup", "name": "Cup", "ruleset": ruleset})


def playing(boss: Any, **rules: Any) -> Event:
    """A started event with these rules and a round."""
    event = make_event(organiser=boss, slug="cup", games=1, state="registration")
    events.edit_event(
        actor=acting(boss),
        event_id=event.pk,
        changes={"ruleset": {"name": "standard", "size": 5, **rules}},
    )
    events.start(actor=acting(boss), event_id=event.pk)
    published_round(event, organiser=boss)
    event.refresh_from_db()
    return event


def send(boss: Any, event: Event, record: str) -> Any:
    slot = slot_at(event.rounds.get())
    return submit(acting(boss), slot, record=record)


def has_black_first(page: str, element: str) -> bool:
    """Whether the first element of this name exchanges the colours of the pieces in it."""
    tag = re.search(rf"<{element}\b[^>]*>", page)
    assert tag
    return bool(re.search(rf'class="[^"]*\b{BLACK_FIRST}\b', tag[0]))


# --- the API


def test_the_customs_are_options_of_the_api(desk):
    answer = plan(desk, name="standard", size=5, **HOUSE)
    assert answer.status_code == 201, answer.content
    assert HOUSE.items() <= answer.json()["ruleset"].items()


@pytest.mark.parametrize("field", HOUSE)
def test_a_custom_that_does_not_exist_is_refused(desk, field):
    answer = plan(desk, name="standard", size=5, **{field: "never heard of"})
    assert answer.status_code == 400
    assert answer.json()["params"]["field"] == "ruleset"
    assert field in answer.json()["params"]["problem"]


def test_the_name_of_a_style_is_enough(desk):
    answer = plan(desk, name="noble")
    assert answer.status_code == 201
    rules = answer.json()["ruleset"]
    assert (rules["size"], rules["tak_call"], rules["undo"]) == (6, "noble", "by_consent")


def test_nine_is_planned_with_its_set_and_refused_without(desk):
    refused = (
        ({"size": 9}, SetNotStated.message.format(size=9)),
        ({"size": 10, "stones": 70, "capstones": 3}, SizeNotSupported.message.format(size=10)),
    )
    for rules, problem in refused:
        answer = plan(desk, name="standard", **rules)
        assert answer.status_code == 400
        assert answer.json()["params"] == {"field": "ruleset", "problem": problem}
    answer = plan(desk, name="standard", size=9, stones=60, capstones=2)
    assert answer.status_code == 201


def test_verify_takes_a_board_of_nine(client):
    body = {
        "rules": {"name": "standard", "size": 9, "stones": 60, "capstones": 2},
        "record": "1. a1 i9 2. i8 a2 1-0",
    }
    answer = post(client, "verify/", body)
    assert answer.status_code == 200, answer.content
    assert answer.json()["reserves"]["first"] == {"stones": 58, "capstones": 2}
    refused = post(client, "verify/", {"record": '[Size "9"]\n1. a1 i9 1-0'})
    assert refused.status_code == 422
    assert refused.json()["code"] == "set_not_stated"


# --- kept with the game


def test_the_customs_are_kept_with_the_game_and_everything_still_follows(boss):
    event = playing(boss, **HOUSE)
    game = send(boss, event, GAME)
    assert HOUSE.items() <= game.ruleset.items()
    assert game.verdict["facts"]["undos"] == {"first": 1, "second": 2}
    assert list(check_event(event.pk)) == []


def test_a_game_stored_before_there_were_customs_is_proved_again_as_it_was(boss):
    event = playing(boss)
    game = send(boss, event, GAME.replace('[Undos "1-2"]\n', ""))
    for field in HOUSE:
        del game.ruleset[field]
        del game.verdict["ruleset"][field]
    game.save()
    assert list(check_event(event.pk)) == []
    page = Client().get(url_of("game", game.public_id))
    assert page.status_code == 200


# --- pages


def test_the_page_of_a_game_counts_moves_taken_back(boss):
    game = send(boss, playing(boss, **HOUSE), GAME)
    page = text_of(Client().get(url_of("game", game.public_id)), 200)
    assert str(TAKEN_BACK) % {"first": 1, "second": 2} in page


def test_in_a_tavern_the_page_of_a_game_remarks_a_call(boss):
    event = playing(boss, tak_call="tavern_discouraged", undo="by_consent")
    game = send(boss, event, GAME.replace("3. e3", "3. e3'"))
    page = text_of(Client().get(url_of("game", game.public_id)), 200)
    assert WARNINGS["tak_call_discouraged"].format(move=3) in page


def test_where_black_moves_first_the_pages_show_it(boss):
    event = playing(boss, **HOUSE)
    game = send(boss, event, GAME)
    for path in (
        url_of("event-round", "cup", 1),
        url_of("game", game.public_id),
        url_of("game-embed", game.public_id),
    ):
        assert has_black_first(text_of(Client().get(path), 200), "body"), path
    picture = Client().get(url_of("game-svg", game.public_id))
    assert str(MOVES_FIRST["black"]) in text_of(picture)
    plain = playing_without_colour(boss)
    assert BLACK_FIRST not in text_of(Client().get(url_of("event-round", plain, 1)), 200)


def playing_without_colour(boss: Any) -> str:
    event = make_event(organiser=boss, slug="plain", games=1)
    published_round(event, organiser=boss)
    return str(event.slug)


def test_the_picture_of_a_position_may_have_the_dark_pieces_first(client):
    asked = {"tps": "x3/x3/1,2,x 1 2"}
    plain = text_of(client.get(url_of("board-svg"), asked))
    dark = text_of(client.get(url_of("board-svg"), asked | {"first": "black"}))
    assert [has_black_first(drawn, "svg") for drawn in (plain, dark)] == [False, True]


def test_the_rules_page_of_an_event_prints_its_customs(boss):
    playing(boss, **HOUSE)
    page = text_of(Client().get(url_of("event-rules", "cup")), 200)
    for option in CUSTOMS.options:
        for value, words in option.choices.items():
            printed = re.search(rf">\s*{re.escape(str(words))}\s*<", page)
            assert bool(printed) == (value == HOUSE[option.field]), (option.field, value)


# --- paper


@pytest.mark.parametrize("sheet", ["print-slips", "print-sheets"])
def test_slips_and_score_sheets_say_the_customs(boss, desk, sheet):
    playing(boss, **HOUSE)
    paper = text_of(desk.get(url_of(sheet, "cup", 1)), 200)
    customs = part_of(paper, 'data-part="customs"')
    for field, value in HOUSE.items():
        assert str(ON_PAPER[field][value]) in customs
    assert bool(part_of(paper, 'data-part="undos"')) == (sheet == "print-sheets")


@pytest.mark.parametrize("sheet", ["print-slips", "print-sheets"])
def test_usual_customs_take_no_room_on_paper(boss, desk, sheet):
    playing(boss)
    paper = text_of(desk.get(url_of(sheet, "cup", 1)), 200)
    assert part_of(paper, 'data-part="customs"') == ""
    assert part_of(paper, 'data-part="undos"') == ""
    assert not any(str(words) in paper for each in ON_PAPER.values() for words in each.values())


def test_a_game_on_nine_is_shown_and_sent(boss):
    event = playing(boss, size=9, stones=60, capstones=2)
    game = send(boss, event, "1. a1 i9 2. i8 a2 3. Ch8 b2 4. h8> b3 1-0".replace("h8>", "h8-"))
    page = text_of(Client().get(url_of("game", game.public_id)), 200)
    side = 9 * SQUARE + 2 * FRAME
    assert f'viewBox="0 0 {side} {side}"' in page
    assert list(check_event(event.pk)) == []


@pytest.mark.parametrize(
    ("colour", "first", "second"),
    [("white", "white", "black"), ("black", "black", "white"), ("by_record", "", "")],
)
def test_players_are_told_their_colour(boss, colour, first, second):
    """TAK-3.1: Black begins in the example of the Hebrew rules, White in the English ones."""
    event = playing(boss, first_colour=colour)
    slot = slot_at(event.rounds.get())
    for seat in slot.pairing.seats.all():
        client = Client()
        user = seat.entry.player.user
        assert user is not None
        client.force_login(user)
        page = text_of(client.get(url_of("me")), 200)
        mine = first if seat.order == slot.first_seat else second
        for each in ("white", "black"):
            has_it = own_colour({"first_colour": each}, first=True) in page
            assert has_it == (each == mine)
        assert (BLACK_FIRST in page) == (colour == "black")
