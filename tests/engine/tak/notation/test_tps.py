import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak.notation.tps import format_tps, parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from tests.engine.tak import boards

FIVE = make_ruleset(size=5)


def test_an_empty_board():
    start = Position.start(FIVE)

    assert format_tps(start) == "x5/x5/x5/x5/x5 1 1"
    assert parse_tps("x5/x5/x5/x5/x5 1 1", FIVE) == start


def test_reserves_are_what_the_set_has_beyond_the_board():
    position = parse_tps("x5/x2,1S,x2/x2,121C,x2/2,x4/x5 2 7", FIVE)

    assert position.reserves() == ((19, 0), (19, 1))
    assert (position.to_move, position.ply, position.move_number) == (2, 13, 7)
    assert position.stacks[5] == "2"


@given(boards.rules, boards.seeds, st.integers(0, 80))
def test_reading_what_was_written_gives_the_position(rules, seed, plies):
    line = boards.random_line(rules, seed, plies)
    for position, _ in line[-3:]:
        again = parse_tps(format_tps(position), rules)

        assert format_tps(again) == format_tps(position)
        assert (again.stacks, again.to_move, again.ply) == (
            position.stacks,
            position.to_move,
            position.ply,
        )
        if rules.overdrawn_reserve == "refuse":
            assert again.reserves() == position.reserves()


@given(st.text(max_size=60) | st.text("x12SC/, 345", max_size=60))
def test_any_text_is_a_position_or_refused(text):
    try:
        position = parse_tps(text, make_ruleset(size=3))
    except RecordError:
        return
    assert len(position.stacks) == 9


@pytest.mark.parametrize(
    ("tps", "code"),
    [
        ("", "tps_malformed"),
        ("x3/x3/x3", "tps_malformed"),
        ("x3/x3/x3 1 1 1", "tps_malformed"),
        ("x3/x3 1 1", "tps_wrong_size"),
        ("x5/x5/x5/x5/x5 1 1", "tps_wrong_size"),
        ("x3/x2/x3 1 1", "tps_wrong_row"),
        ("x3/x3,1/x3 1 1", "tps_wrong_row"),
        ("x3/x,3,x/x3 1 1", "tps_bad_space"),
        ("x3/x,,x/x3 1 1", "tps_bad_space"),
        ("x3/x,S,x/x3 1 1", "tps_bad_space"),
        ("x3/x,1S2,x/x3 1 1", "tps_not_on_top"),
        ("x3/x,1SC,x/x3 1 1", "tps_not_on_top"),
        ("x3/x3/x3 3 1", "tps_bad_player"),
        ("x3/x3/x3 1 0", "tps_bad_number"),
        ("x3/x3/x3 1 -1", "tps_bad_number"),
        ("x3/x3/x3 1 ²", "tps_bad_number"),
        ("x3/x3/x3 1 1000000", "tps_bad_number"),
        ("x3/x,11111111111,x/x3 1 9", "tps_too_many_stones"),
        ("x3/x,1C,x/x3 1 9", "tps_too_many_capstones"),
        ("x3/x3/x3 1 1" + " " * 5000, "tps_too_long"),
    ],
)
def test_refused_positions(tps, code):
    with pytest.raises(RecordError) as caught:
        parse_tps(tps, make_ruleset(size=3))

    assert caught.value.code == code
    assert "{" not in str(caught.value)


def test_what_a_position_has_too_many_of_is_said_with_the_set():
    with pytest.raises(RecordError) as caught:
        parse_tps("x5/x,1C,1C,x2/x5/x5/x5 1 9", FIVE)
    assert str(caught.value) == ("The position holds 2 capstones of player 1; the set has 1.")


def test_playtak_positions_may_hold_more_stones_than_the_set():
    rules = make_ruleset("playtak", size=3, capstones=1)

    assert parse_tps("x3/x,11111111111,x/x3 1 9", rules).stones == (0, 10)
