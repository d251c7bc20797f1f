"""The mutable board that replays records, checked against the immutable position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak import board
from engine.tak.board import replay
from engine.tak.ending import ROAD_WINS
from engine.tak.moves import format_move, parse_move
from engine.tak.notation.tps import format_tps, parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset
from tests.engine.tak import boards
from tests.examples import examples


def tokens_of(line):
    return [format_move(move, position.size) for position, move in line]


@examples(150)
@given(boards.rules, boards.seeds, st.integers(1, 150))
def test_replaying_ends_where_playing_ends(rules, seed, plies):
    line = boards.random_line(rules, seed, plies)
    played = replay(tokens_of(line), rules)

    assert played.position == line[-1][0].play(line[-1][1])
    assert played.outcome == played.position.outcome
    assert played.canonical == tokens_of(line)
    assert (played.plies, played.warnings) == (len(line), [])


@examples(50)
@given(boards.rules, boards.seeds, st.integers(1, 100), st.data())
def test_replaying_may_start_at_any_position_of_the_game(rules, seed, plies, data):
    line = boards.random_line(rules, seed, plies)
    begin = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(begin, len(line) - 1))
    played = replay(tokens_of(line[begin:end]), rules, line[begin][0])

    assert played.position == line[end][0]
    assert played.outcome is None


@examples(100)
@given(
    boards.rules,
    boards.seeds,
    st.integers(1, 80),
    st.from_regex(r"([FSC]?|[1-7])[a-g][1-7](([-+<>])[1-4]{0,3})?", fullmatch=True),
)
def test_the_board_and_the_position_refuse_the_same_moves(rules, seed, plies, token):
    position, _ = boards.random_line(rules, seed, plies)[-1]
    assert attempt_replay(token, position) == attempt_play(token, position)


def attempt_play(token, position):
    """The position after the token, or the class and the parameters of the refusal."""
    try:
        return position.play(parse_move(token, position.size)[0])
    except RecordError as error:
        return type(error), error.params, format_tps(position)


def attempt_replay(token, position):
    try:
        return replay([token], position.ruleset, position).position
    except RecordError as error:
        return type(error), error.params, error.tps


def test_an_error_in_a_record_from_a_position_counts_from_the_record():
    rules = make_ruleset(size=5)
    start = parse_tps("x5/x5/x5/x5/1,2,x3 2 5", rules)
    with pytest.raises(RecordError) as caught:
        replay(["c1", "d1", "d1"], rules, start)

    error = caught.value
    assert (error.ply, error.move_number, error.side) == (3, 6, 2)
    assert error.tps == "x5/x5/x5/x5/1,2,2,1,x 2 6"
    assert str(error) == "Move 6, second player, `d1`: d1 is not empty."


def test_a_token_that_is_no_move_is_located_too():
    with pytest.raises(RecordError) as caught:
        replay(["a1", "b1", "xyzzy"], make_ruleset(size=5))

    assert (caught.value.code, caught.value.ply) == ("unknown_token", 3)
    assert caught.value.tps == "x5/x5/x5/x5/2,1,x3 1 2"


def test_stars_are_added_where_missing_and_remarked_where_wrong():
    rules = make_ruleset(size=5)
    start = parse_tps("x5/x5/x,1S,2C,1,x/x5/x5 2 9", rules)

    for token in ("c3<", "c3<*"):
        played = replay([token], rules, start)
        assert (played.canonical, played.warnings) == (["c3<*"], [])
    played = replay(["c3>*"], rules, start)
    assert played.canonical == ["c3>"]
    assert played.warnings == [("crush_mark_wrong", {"move": "c3>*"})]


def test_canonical_tokens_are_short():
    tokens = ["Fa1", "e5", "b1!", "sb2?", "1b1<1", "1b2-1'"]

    assert replay(tokens, make_ruleset(size=5)).canonical == ["a1", "e5", "b1", "Sb2", "b1<", "b2-"]


def test_a_finished_position_takes_no_moves():
    rules = make_ruleset(size=3)
    start = parse_tps("x3/1,1,1/2,2,x 2 4", rules)

    assert replay([], rules, start).outcome == ROAD_WINS[1]
    with pytest.raises(RecordError, match="already ended with R-0"):
        replay(["c1"], rules, start)


def test_an_empty_record_is_the_start():
    rules = make_ruleset(size=6)

    assert replay([], rules).position == Position.start(rules)


def test_remembered_tokens_stay_bounded():
    rules = make_ruleset(size=3)
    marks = "!?'"
    for number in range(board.MOVE_CACHE_LIMIT + 100):
        mark, text = number, ""
        while mark:
            text, mark = text + marks[mark % 3], mark // 3
        replay([f"a1{text}"], rules)

    assert 0 < len(board.MOVE_CACHE[3]) <= board.MOVE_CACHE_LIMIT
