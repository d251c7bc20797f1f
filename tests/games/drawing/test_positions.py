"""The positions of a record against two other ways to them: each beginning of the record replayed
anew, and the text of each position read back."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak.board import replay
from engine.tak.moves import format_move
from engine.tak.notation.ptn import format_ptn
from engine.tak.notation.tps import format_tps, parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import SIZES, Ruleset, make_ruleset, ruleset_from_dict
from engine.tak.verify import verify
from games.positions import final_road, game_frames, read_move, read_position, record_frames
from tests.engine.tak.boards import random_line, rules, seeds
from tests.examples import examples

ROAD = '[Size "5"]\n[Result "R-0"]\n\n1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0\n'


def record_of(ruleset: Ruleset, moves, **tags) -> str:
    return format_ptn({"Size": str(ruleset.size), **tags}, moves)


@examples(40)
@given(rules, seeds, st.integers(0, 60))
def test_every_frame_is_what_the_fast_board_makes_of_the_moves_before(ruleset, seed, plies):
    line = random_line(ruleset, seed, plies)
    moves = [format_move(move, ruleset.size) for _position, move in line]
    frames = record_frames(record_of(ruleset, moves), ruleset.as_dict())
    assert [frame.move for frame in frames] == ["", *moves]
    assert [frame.ply for frame in frames] == list(range(len(moves) + 1))
    for frame in frames:
        assert frame.position == replay(moves[: frame.ply], ruleset).position
        assert format_tps(parse_tps(format_tps(frame.position), ruleset)) == format_tps(
            frame.position
        )


@examples(20)
@given(st.sampled_from(SIZES), seeds)
def test_the_reserves_of_a_frame_are_what_its_text_leaves_of_the_sets(size, seed):
    pieces = {"stones": 60, "capstones": 2} if size == 9 else {}
    ruleset = ruleset_from_dict({"size": size, **pieces})
    moves = [format_move(move, size) for _position, move in random_line(ruleset, seed, 50)]
    for frame in record_frames(record_of(ruleset, moves), ruleset.as_dict()):
        read = parse_tps(format_tps(frame.position), ruleset)
        assert frame.position.reserves() == read.reserves()
        assert frame.position.flats() == read.flats()


@examples(20)
@given(seeds, st.integers(1, 30))
def test_a_record_may_start_from_any_position_with_either_player(seed, cut):
    ruleset = make_ruleset(size=5)
    line = random_line(ruleset, seed, 40)
    start = line[min(cut, len(line) - 1)][0]
    moves = [format_move(move, 5) for _position, move in line[min(cut, len(line) - 1) :]]
    frames = record_frames(record_of(ruleset, moves, TPS=format_tps(start)), "standard")
    assert frames[0].position.stacks == start.stacks
    assert (frames[1].number, frames[1].side) == (start.move_number, start.to_move)
    whole = [position.stacks for position, _move in line]
    assert [frame.position.stacks for frame in frames[:-1]] == whole[min(cut, len(line) - 1) :]


def test_moves_are_numbered_by_the_player_who_makes_them():
    frames = record_frames(ROAD, "standard")
    assert [(frame.number, frame.side, frame.move) for frame in frames[1:4]] == [
        (1, 1, "a1"), (1, 2, "e5"), (2, 1, "e4"),
    ]  # fmt: skip
    assert final_road(frames[-1].position) == ["e1", "e2", "e3", "e4", "e5"]
    assert final_road(frames[-2].position) == []


def test_the_first_plies_of_a_record_are_told_where_the_next_cannot_be_played():
    frames = record_frames('[Size "5"]\n1. a1 e5 2. e5 a2', "standard", plies=2)
    assert [frame.move for frame in frames] == ["", "a1", "e5"]
    with pytest.raises(RecordError):
        record_frames('[Size "5"]\n1. a1 e5 2. e5 a2', "standard")


def test_a_game_whose_record_is_gone_is_told_from_the_moves_of_its_verdict():
    verdict = verify(ROAD, "standard").as_json()
    assert game_frames("", verdict["ruleset"], verdict) == record_frames(ROAD, "standard")


def test_of_a_game_from_a_position_that_is_not_known_only_the_end_is_told():
    start = "x5/x5/x,12,x3/x5/x4,1 2 7"
    record = record_of(make_ruleset(size=5), ["c3", "b1", "c3<"], TPS=start)
    verdict = verify(record, "standard").as_json()
    (frame,) = game_frames("", verdict["ruleset"], verdict)
    assert format_tps(frame.position) == verdict["tps"]
    assert (frame.ply, frame.move, frame.number, frame.side) == (0, "c3<", 8, 2)


def test_a_position_of_any_set_of_pieces_is_read():
    tall = "1" * 300 + "2C"
    assert read_position(f"{tall},x2/x3/x3 1 400").stacks[6] == tall
    assert read_position("x8/x8/x8/x8/x8/x8/x8/x8 2 1").size == 8


@pytest.mark.parametrize(
    "tps",
    ["", "zz", "x5 1 1", "/".join(["x5,x5"] * 10) + " 1 1", "x2/x3/x3 1 1", "1S1,x2/x3/x3 1 1",
     "x3/x3/x3 3 1", "x3/x3/x3 1 0", "1" * 6000],
)  # fmt: skip
def test_what_is_no_position_is_refused(tps):
    with pytest.raises(RecordError):
        read_position(tps)


@pytest.mark.parametrize("token", ["a9", "e5>", "2e1>11", "xx", "<script>"])
def test_a_move_stays_on_its_board(token):
    with pytest.raises(RecordError):
        read_move(token, 5)


def test_a_move_is_given_back_in_its_short_form():
    rng = random.Random(5)
    position = Position.start(make_ruleset(size=5))
    for _ in range(20):
        move = rng.choice(position.legal_moves())
        assert read_move(format_move(move, 5), 5) == format_move(move, 5)
        position = position.play(move)
    assert (read_move("Fa1", 5), read_move("1a1>1", 5)) == ("a1", "a1>")


def test_the_frames_of_a_record_are_played_once_for_each_rules():
    frames = record_frames(ROAD, "standard")
    assert record_frames(ROAD, "standard") is frames
    assert record_frames(ROAD, "standard", plies=2) == frames[:3]
    black_first = make_ruleset(size=5, first_colour="black").as_dict()
    assert record_frames(ROAD, black_first)[-1].position.ruleset.first_colour == "black"
    assert record_frames(ROAD, "standard") is frames
