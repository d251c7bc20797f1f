"""Games of playtak are read from its messages and its list, and become its own records."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak.verify import verify
from games.playtak.errors import GameNotOver, NotAGame
from games.playtak.played import parse_json, read_message, read_stored
from games.playtak.records import game_number, record_of, record_of_export
from tests.games.playtak.known_games import EXPORT, NOTATION, ROAD, STORED, message_of, stored_game


def test_a_real_game_becomes_the_record_that_playtak_exports():
    record = record_of(read_stored(STORED))
    mine, theirs = (verify(text).as_json() for text in (record, EXPORT))
    for field in ("moves_hash", "result", "size", "half_komi", "players", "played_on", "proven"):
        assert mine[field] == theirs[field], field
    assert mine["facts"]["clock"] == theirs["facts"]["clock"]
    assert mine["ruleset"] == theirs["ruleset"]


def test_a_message_and_the_list_tell_of_one_game():
    told = read_message(message_of(stored_game(), 7)).game
    listed = read_stored(stored_game())
    assert (told.pnt_id, listed.pnt_id) == (7, None)
    assert {name for name in told.__slots__ if getattr(told, name) != getattr(listed, name)} == {
        "pnt_id",
        "at",
    }


def test_komi_is_in_points_in_messages_and_in_half_points_in_the_list():
    row = stored_game(komi=5)
    assert message_of(row, 1)["game"]["komi"] == 2.5
    assert read_message(message_of(row, 1)).game.half_komi == read_stored(row).half_komi == 5


def test_the_usual_pieces_are_written_as_minus_one():
    played = read_stored({**STORED, "pieces": -1, "capstones": -1})
    assert (played.stones, played.capstones) == (40, 2)


@pytest.mark.parametrize("result", ["0-0", "", None, "---"])
def test_a_game_without_a_result_has_no_record(result):
    played = read_stored(stored_game(result=result))
    assert played.result == ""
    with pytest.raises(GameNotOver):
        record_of(played)


def test_the_opening_with_two_stones_is_written_as_playtak_writes_it():
    row = stored_game(notation="P A1,P E5,P C3", opening="double black stack", result="1-0")
    record = record_of(read_stored(row))
    assert "1. 2a1 e5\n2. c3\n" in record
    assert verify(record).as_json()["ruleset"]["opening"] == "double_black_stack"


def test_a_clock_of_hours_and_extra_time_is_read_by_the_engine():
    row = stored_game(timertime=5400, extra_time_trigger=35, extra_time_amount=600)
    record = record_of(read_stored(row))
    assert '[Clock "1:30:0 +5 @35 +10:0"]' in record
    assert not [each for each in verify(record).as_json()["warnings"] if "clock" in each["code"]]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("https://playtak.com/games/500123/ninjaviewer", 500123),
        ("https://www.playtak.com/games/500123/playtakviewer\n", 500123),
        ("playtak.com/games/500123", 500123),
        ("https://playtak.com/games/500123/view?x=1", 500123),
        ("https://api.playtak.com/v1/games-history/500123", 500123),
        ("https://api.playtak.com/v1/games-history/ptn/500123", 500123),
        ("https://playtak.com.example/games/500123", None),
        ("https://evil.example/playtak.com/games/500123", None),
        ("https://playtak.com/games/0", None),
        ("https://playtak.com/games/9999999999", None),
        ("https://playtak.com/games/1 and a word", None),
        ("1. a1 b1", None),
        ("", None),
    ],
)
def test_addresses_of_games(text, number):
    assert game_number(text) == number


def test_a_game_exported_as_json_is_a_record():
    assert record_of_export(f" {json.dumps(STORED)}\n") == record_of(read_stored(STORED))
    assert record_of_export(EXPORT) is None
    assert record_of_export('{"size": 5}') is None
    with pytest.raises(NotAGame):
        record_of_export('{"player_white": "a')


@pytest.mark.parametrize(
    "change",
    [
        {"id": 0}, {"id": "1"}, {"id": True}, {"id": 2**31}, {"boardSize": 9}, {"boardSize": 2},
        {"white": 'a"]\n[Result "1-0'}, {"white": ""}, {"white": None}, {"white": "x" * 41},
        {"komi": 0.3}, {"komi": float("inf")}, {"komi": "2"}, {"pieces": -1}, {"moves": "P A1"},
        {"moves": [1]}, {"moves": None}, {"moves": ["P A1"] * 10_000}, {"result": "1:0"},
        {"tournament": "yes"}, {"opening": "no swap"}, {"pntId": 1.5}, {"timeContingent": None},
    ],
)  # fmt: skip
def test_a_message_with_a_wrong_value_is_refused(change):
    message = message_of(stored_game(), 1)
    message["game"] |= change
    with pytest.raises(NotAGame):
        read_message(message)


@pytest.mark.parametrize("field", sorted(message_of(stored_game(), 1)["game"]))
def test_a_message_without_a_field_is_refused_or_read(field):
    message = message_of(stored_game(), 1)
    del message["game"][field]
    may_lack = {
        "pntId", "result", "opening", "incrementScales", "extraTimeTriggerMove",
        "extraTimeAmount", "tournament", "unrated",
    }  # fmt: skip
    if field in may_lack:
        read_message(message)
    else:
        with pytest.raises(NotAGame):
            read_message(message)


@pytest.mark.parametrize("text", ["", "{", b"\xff", "[" * 100_000])
def test_a_text_that_is_no_json_is_refused(text):
    with pytest.raises(NotAGame):
        parse_json(text)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip
def test_no_value_of_json_breaks_the_reader(value):
    for read in (read_message, read_stored):
        with pytest.raises(NotAGame):
            read(value)
    message = message_of(stored_game(), 1)
    for name in message["game"]:
        changed = copy.deepcopy(message)
        changed["game"][name] = value
        try:
            record_of(read_message(changed).game)
        except RecordError:
            continue


def test_a_record_says_nothing_that_the_game_does_not_say():
    assert record_of(read_stored(STORED)).count("\n[") == 11
    assert NOTATION.count(",") == 44
    assert verify(record_of(read_stored(stored_game()))).as_json()["result"] == "R-0"
    assert ROAD.endswith("P E1")
