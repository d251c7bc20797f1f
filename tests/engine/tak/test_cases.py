"""The machine-checkable cases of TAK-11 and the short games of tak-notation section 8."""

import pytest

from engine.errors import RecordError
from engine.tak.board import replay
from engine.tak.ending import Outcome
from engine.tak.moves import parse_move
from engine.tak.notation.tps import format_tps, parse_tps
from engine.tak.players import Player
from engine.tak.position import IllegalMove
from engine.tak.ruleset import make_ruleset

# id | position before | ply | position after, or why it is illegal | winner by road, if any.
# Move numbers are not counted in these lines: rows and the player to move are compared.
CASES = """
HE-M1|x5/x5/12211,x4/x5/x5 1 1|4a3>121|x5/x5/1,2,21,1,x/x5/x5 2 1|
HE-M1-w4|x4/12211,x3/x4/x4 1 1|4a3>121|x4/1,2,21,1/x4/x4 2 1|
HE-M1-bad1|x5/x5/12211,x4/x5/x5 1 1|4a3>112x|unknown_token|
HE-M1-bad2|x5/x5/12211,x4/x5/x5 1 1|4a3>12|drops_do_not_sum|
EN-M1|x5/x5/21211,2,2,2,x/x5/x5 1 1|5a3>221|x5/x5/x,221,221,21,x/x5/x5 2 1|
JA-M2|x5/x5/21211S,2,2,2,x/x5/x5 1 1|5a3>221|x5/x5/x,221,221,21S,x/x5/x5 2 1|
EN-M1-bad|x5/x5/21211,2,2S,2,x/x5/x5 1 1|5a3>221|wall_in_the_way|
EN-M2|x5/x5/12212C,x,1S,x2/x5/x5 2 1|3a3>21*|x5/x5/12,21,12C,x2/x5/x5 1 1|
EN-M2-own|x5/x5/12212C,x,2S,x2/x5/x5 2 1|3a3>21*|x5/x5/12,21,22C,x2/x5/x5 1 1|
EN-M2-notalone|x5/x5/12212C,x,1S,x2/x5/x5 2 1|3a3>12|wall_needs_lone_capstone|
EN-M2-capblocked|x5/x5/12212C,x,1C,x2/x5/x5 2 1|3a3>21|capstone_in_the_way|
EN-M2-flatcannot|x5/x5/12212,x,1S,x2/x5/x5 2 1|3a3>21|wall_in_the_way|
EN-M2-alt|x5/x5/12122C,x,1S,x2/x5/x5 2 1|3a3>21*|x5/x5/12,12,12C,x2/x5/x5 1 1|
JA-M1-up|x5/x5/x,1S,2,1,x/x2,2,x2/x5 2 1|c3+|x5/x2,2,x2/x,1S,x,1,x/x2,2,x2/x5 1 1|
JA-M1-right|x5/x5/x,1S,2,1,x/x2,2,x2/x5 2 1|c3>|x5/x5/x,1S,x,12,x/x2,2,x2/x5 1 1|
JA-M1-down|x5/x5/x,1S,2,1,x/x2,2,x2/x5 2 1|c3-|x5/x5/x,1S,x,1,x/x2,22,x2/x5 1 1|
JA-M1-left|x5/x5/x,1S,2,1,x/x2,2,x2/x5 2 1|c3<|wall_in_the_way|
JA-M1-cap|x5/x5/x,1S,2C,1,x/x2,2,x2/x5 2 1|c3<*|x5/x5/x,12C,x,1,x/x2,2,x2/x5 1 1|
JA-M1-wall|x5/x5/x,1S,2S,1,x/x2,2,x2/x5 2 1|c3>|x5/x5/x,1S,x,12S,x/x2,2,x2/x5 1 1|
CARRY-7ok|x5/x5/1212121,x4/x5/x5 1 1|5a3>2111|x5/x5/12,12,1,2,1/x5/x5 2 1|
CARRY-7bad|x5/x5/1212121,x4/x5/x5 1 1|6a3>3111|over_carry_limit|
PLACE-occ|x5/x5/x2,1,x2/x5/x5 2 1|c3|square_occupied|
DIAG-road|x4,1/x3,1,x/x2,1,x2/x,1,x3/x5 1 1|a1|x4,1/x3,1,x/x2,1,x2/x,1,x3/1,x4 2 1|
ROAD-line|x2,1,x2/x2,1,x2/x5/x2,1,x2/x2,1,x2 1 1|c3|x2,1,x2/x2,1,x2/x2,1,x2/x2,1,x2/x2,1,x2 2 1|1
ROAD-wall|x2,1,x2/x2,1,x2/x5/x2,1,x2/x2,1,x2 1 1|Sc3|x2,1,x2/x2,1,x2/x2,1S,x2/x2,1,x2/x2,1,x2 2 1|
ROAD-cap|x2,1,x2/x2,1,x2/x5/x2,1,x2/x2,1,x2 1 1|Cc3|x2,1,x2/x2,1,x2/x2,1C,x2/x2,1,x2/x2,1,x2 2 1|1
DOUBLE|x2,2,1,x/x2,2,1,x/x2,21,x2/x2,2,1,x/x2,2,1,x 1 1|c3>|x2,2,1,x/x2,2,1,x/x2,2,1,x/x2,2,1,x/x2,2,1,x 2 1|1
GIVE-AWAY|x2,2,x2/x2,2,x2/x2,21,x2/x2,2,x2/x2,2,x2 1 1|c3>|x2,2,x2/x2,2,x2/x2,2,1,x/x2,2,x2/x2,2,x2 2 1|2
""".strip().splitlines()  # noqa: E501


@pytest.mark.parametrize("line", CASES, ids=lambda line: line.split("|")[0])
@pytest.mark.parametrize("way", ["position", "board"])
def test_rule_case(line, way):
    _, before, ply, after, winner = line.split("|")
    size = before.count("/") + 1
    position = parse_tps(before, make_ruleset(size=size))

    if "/" not in after:
        with pytest.raises(RecordError) as caught:
            make(position, ply, way)
        assert caught.value.code == after
        assert str(caught.value)
        return
    result = make(position, ply, way)
    assert format_tps(result).split()[:2] == after.split()[:2]
    assert (result.outcome.winner if result.outcome else None) == (int(winner) if winner else None)
    assert result.outcome is None or result.outcome.reason == "road"


def make(position, ply, way):
    if way == "position":
        return position.play(parse_move(ply, position.size)[0])
    return replay([ply], position.ruleset, position).position


def test_a_full_board_is_counted():
    position = parse_tps("1,2,1/2,1S,2/1,2,x 1 1", make_ruleset(size=3))
    after = replay(["Sc1"], position.ruleset, position)

    assert format_tps(after.position).split()[0] == "1,2,1/2,1S,2/1,2,1S"
    assert after.position.flats() == (3, 4)
    assert after.outcome == Outcome("0-F", Player.SECOND, "board_full")


LONG = (
    "a3 b3 a2 b2 b3< b2< b3 b2 c2 c3 2a3- b2< b3> b3 b2 a3 a1 b1 b2< c1 c2< b1+ b1 2b2+ b2 a3- "
    "a3 3b3< b1< 3a2- b1"
)
TIED = "a1 a2 b1 b2 c2 c1 d1 d2 d3 c3 b3 a3 a4 b4 c4 d4"
GAMES = [
    (6, 0, "a4 a3 b3 b4 c3 c4 d3 d4 d3+ e4 e3 f4 f3 Cb5 d4-", "R-0", "road"),
    (3, 0, "a3 c1 c2 c3 b3 b2 b1 a1 a2", "F-0", "board_full"),
    (3, 0, "a1 c1 c2 a2 Sa3 b1 Sb3 b2 c3", "R-0", "road"),
    (3, 0, LONG, "F-0", "reserves_empty"),
    (4, 0, TIED, "1/2-1/2", "board_full"),
    (4, 1, TIED, "0-F", "board_full"),
    (4, 4, TIED, "0-F", "board_full"),
]


@pytest.mark.parametrize(("size", "half_komi", "moves", "result", "reason"), GAMES)
def test_short_game(size, half_komi, moves, result, reason):
    played = replay(moves.split(), make_ruleset(size=size, half_komi=half_komi))

    assert played.outcome is not None
    assert (played.outcome.result, played.outcome.reason) == (result, reason)
    assert played.position.outcome == played.outcome
    assert played.plies == len(moves.split())


def test_the_final_position_of_a_short_game():
    played = replay(GAMES[1][2].split(), make_ruleset(size=3))

    assert format_tps(played.position) == "2,1,2/1,2,1/2,1,1 2 5"


ILLEGAL = [
    (5, "Sa1", 1, "opening_needs_flat"),
    (5, "a1 Cb1", 2, "opening_needs_flat"),
    (5, "a1 a1>", 2, "opening_needs_placement"),
    (5, "2a1", 1, "two_only_in_opening"),
    (4, "a1 b1 Ca2", 3, "no_capstones_left"),
    (6, "a1 b1 Ca2 b2 Ca3", 5, "no_capstones_left"),
    (4, "a1 a2 Sb1 a1>", 4, "wall_in_the_way"),
    (7, "a1 a2 Cb1 a1>", 4, "capstone_in_the_way"),
    (3, "a1 b1 b1< b1 2a1> a1 3b1< b1 4a1>", 9, "over_carry_limit"),
    (3, "a1 b1 b1< b1 3a1>", 5, "stack_too_small"),
    (5, "a1 e5 c3 b2 2e5-", 5, "single_piece"),
    (5, "a1 e5 c3 b2 e5>", 5, "leaves_board"),
    (5, "a1 a1", 2, "square_occupied"),
    (5, "a1 e5 b2>", 3, "nothing_to_move"),
    (5, "a1 e5 a1>", 3, "not_your_stack"),
    (5, "a1 e5 a3 b1 c3 c1 e3 d1 d3 e1 b5", 11, "game_is_over"),
    (5, "a1 e5 b1 e4 Cc1 e3 c1< d4 Sc1 d3 2b1>", 11, "wall_needs_lone_capstone"),
]


@pytest.mark.parametrize(("size", "moves", "ply", "code"), ILLEGAL)
def test_illegal_move_is_located(size, moves, ply, code):
    tokens = moves.split()
    rules = make_ruleset(size=size)
    before = replay(tokens[: ply - 1], rules).position
    with pytest.raises(IllegalMove) as caught:
        replay(tokens, rules)

    error = caught.value
    assert (error.code, error.ply, error.move) == (code, ply, tokens[ply - 1])
    assert (error.tps, error.move_number) == (format_tps(before), (ply + 1) // 2)
    assert str(error).startswith(f"Move {(ply + 1) // 2}, {('second', 'first')[ply % 2]} player")
