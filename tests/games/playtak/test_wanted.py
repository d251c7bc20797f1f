"""What of a game does not fit its slot, and the seek that is made for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tak.ruleset import make_ruleset
from games.playtak.played import read_stored
from games.playtak.wanted import (
    MESSAGES,
    Side,
    Wanted,
    misfits,
    seek_body,
    wanted_time,
    why_no_seek,
)
from tests.games.playtak.known_games import stored_game

RULES = make_ruleset("playtak", size=5).as_dict()
ADA, BO = Side("Ada", ("Ada_T",)), Side("Bo", ("bo_t", "bo2"))
WANTED = Wanted(ADA, BO, RULES, seconds=600, increment=5)


def codes(**about):
    return [problem.code for problem in misfits(read_stored(stored_game(**about)), WANTED)]


def test_a_game_as_it_was_wanted_fits():
    assert codes() == []
    assert codes(white="ADA_T", black="bo2") == []  # any of the names, in any case


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({"white": "cleo"}, ["players"]),
        ({"black": "cleo"}, ["players"]),
        ({"white": "bo_t", "black": "ada_t"}, ["first_mover"]),
        ({"white": "ada_t", "black": "ada_t"}, ["players"]),
        ({"size": 6}, ["size"]),
        ({"komi": 4}, ["komi"]),
        ({"pieces": 20}, ["pieces"]),
        ({"capstones": 2}, ["pieces"]),
        ({"opening": "double black stack"}, ["opening"]),
        ({"timertime": 900}, ["time"]),
        ({"timerinc": 0}, ["time"]),
        ({"increment_scales": 1}, ["time"]),
        ({"extra_time_trigger": 30, "extra_time_amount": 60}, ["time"]),
        ({"extra_time_trigger": 30, "extra_time_amount": 0}, []),
        ({"tournament": 0}, ["not_tournament"]),
        ({"size": 6, "pieces": 30, "komi": 4, "tournament": 0},
         ["size", "komi", "pieces", "not_tournament"]),
    ],
)  # fmt: skip
def test_each_thing_that_does_not_fit_is_named(about, expected):
    assert codes(**about) == expected


def test_a_time_that_the_event_does_not_say_is_not_compared():
    wanted = Wanted(ADA, BO, RULES)
    assert misfits(read_stored(stored_game(timertime=60)), wanted) == []


def test_every_problem_has_words_that_take_its_parameters():
    row = stored_game(
        size=6, komi=1, pieces=9, timertime=1, tournament=0, opening="double black stack"
    )
    wrong = misfits(read_stored(row), Wanted(BO, ADA, RULES, 600, 5))
    wrong += misfits(read_stored(stored_game(white="x")), WANTED)
    wrong += why_no_seek(Wanted(Side("Ada", ()), BO, {**RULES, "size": 9}))
    for problem in wrong:
        assert "{" not in MESSAGES[problem.code].format(**problem.params)
    assert {"players", "first_mover", "size", "komi", "pieces", "opening", "time", "no_handle",
            "not_tournament", "no_time", "not_there"} == {each.code for each in wrong}  # fmt: skip


def test_the_seek_is_that_of_the_first_player_for_the_second():
    body = seek_body(Wanted(ADA, BO, {**RULES, "half_komi": 5}, 600, 5), 42)
    assert body == {
        "pntId": 42, "creator": "Ada_T", "opponent": "bo_t", "color": "WHITE",
        "timeContingent": 600, "timeIncrement": 5, "extraTimeTriggerMove": 0,
        "extraTimeAmount": 0, "komi": 2.5, "boardSize": 5, "capstones": 1, "pieces": 21,
        "unrated": False, "tournament": True,
    }  # fmt: skip


def test_the_opening_is_named_where_it_is_not_the_usual_one():
    body = seek_body(Wanted(ADA, BO, {**RULES, "opening": "double_black_stack"}, 600, 5), 1)
    assert body["opening"] == "double black stack"


@given(
    size=st.integers(3, 8),
    half_komi=st.integers(0, 8),
    seconds=st.integers(1, 3600),
    increment=st.integers(0, 60),
    opening=st.sampled_from(["swap", "double_black_stack"]),
)
def test_a_game_that_the_seek_makes_fits(size, half_komi, seconds, increment, opening):
    """What the server stores of a game that came from the seek, as its `Game` does."""
    rules = make_ruleset("playtak", size=size, half_komi=half_komi, opening=opening).as_dict()
    wanted = Wanted(ADA, BO, rules, seconds, increment)
    assert why_no_seek(wanted) == []
    seek = seek_body(wanted, 1)
    row = stored_game(
        white=seek["creator"], black=seek["opponent"], size=seek["boardSize"],
        komi=round(seek["komi"] * 2), pieces=seek["pieces"], capstones=seek["capstones"],
        timertime=seek["timeContingent"], timerinc=seek["timeIncrement"],
        opening=seek.get("opening", "swap"), notation="", result="1-0",
    )  # fmt: skip
    assert misfits(read_stored(row), wanted) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"flat_tie": "second_player"}, "flat_tie"),
        ({"out_of_pieces": "stones_only"}, "out_of_pieces"),
        ({"opening": "no_swap"}, "opening"),
        ({"half_komi": -1}, "half_komi"),
        ({"half_komi": 9}, "half_komi"),
        ({"stones": 9}, "stones"),
        ({"capstones": 6}, "capstones"),
        ({"size": 9}, "size"),
    ],
)
def test_rules_that_playtak_does_not_play_have_no_seek(change, field):
    found = why_no_seek(Wanted(ADA, BO, {**RULES, **change}, 600, 5))
    assert [each.as_json() for each in found] == [{"code": "not_there", "params": {"field": field}}]


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        ({}, (None, None)),
        ({"class": "rapid"}, (None, None)),
        ({"minutes": 10}, (600, 0)),
        ({"minutes": 2.5, "increment_seconds": 5}, (150, 5)),
    ],
)
def test_the_time_of_an_event_in_seconds(control, expected):
    assert wanted_time(control) == expected
