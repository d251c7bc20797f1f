"""Boards of 9×9, the largest that PTN can write, with the set that an event gives."""

import random

import pytest

from engine.errors import RecordError
from engine.tak.board import replay
from engine.tak.moves import format_move, parse_move
from engine.tak.notation.ptn import format_ptn
from engine.tak.notation.tps import format_tps, parse_tps
from engine.tak.perft import perft
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset, ruleset_from_dict
from engine.tak.verify import verify
from tests.engine.slow_tak import Mover

NINE = {"name": "standard", "size": 9, "stones": 60, "capstones": 2}
TAGS = {"Size": "9", "Flats": "60", "Caps": "2"}


def play_random(mover: Mover, seed: int, plies: int) -> list[tuple[set[str], str, str]]:
    """A random game of the second player: the legal moves, the one made and the position after.

    Movements come first, so that stacks reach the carry limit and capstones meet walls.
    """
    rng = random.Random(seed)
    line: list[tuple[set[str], str, str]] = []
    while len(line) < plies and not mover.result():
        moves = sorted(mover.moves())
        wanted = [m for m in moves if "*" in m] or [m for m in moves if set(m) & set("<>+-")]
        move = rng.choice(wanted if wanted and rng.random() < 0.6 else moves)
        mover.play(move)
        line.append((set(moves), move, mover.tps()))
    return line


@pytest.mark.parametrize(
    ("rules", "plies"),
    [
        (NINE, 130),
        ({**NINE, "stones": 25, "capstones": 1}, 400),
        ({"name": "beta", "size": 7, "capstones": 1}, 150),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_played_as_a_second_player_plays_them(rules, plies, seed):
    ruleset = ruleset_from_dict(rules)
    mover = Mover(ruleset.size, ruleset.stones, ruleset.capstones)
    line = play_random(mover, seed, plies)
    position = Position.start(ruleset)
    for legal, move, after in line:
        assert {format_move(each, ruleset.size) for each in position.legal_moves()} == legal
        position = position.play(parse_move(move, ruleset.size)[0])
        assert format_tps(position) == after
    done = replay([move for _legal, move, _after in line], ruleset)
    assert done.position == position
    assert (done.outcome.result if done.outcome else "") == mover.result()


def test_leaf_counts_of_a_board_of_nine():
    """81 first flats, 80 answers; then 79 spaces for a flat, a wall or a capstone, and one step
    of the own flat from each of the 81 spaces to a neighbour, over 80 places of the other."""
    start = Position.start(ruleset_from_dict(NINE))
    steps = sum(4 - (x in (0, 8)) - (y in (0, 8)) for x in range(9) for y in range(9))
    assert [perft(start, depth) for depth in (1, 2)] == [81, 81 * 80]
    opened = start.play(parse_move("a1", 9)[0]).play(parse_move("e5", 9)[0])
    assert perft(opened, 1) == 79 * 3 + 4
    assert steps == 4 * 9 * 8


@pytest.mark.slow
def test_leaf_counts_of_a_board_of_nine_deep():
    start = Position.start(ruleset_from_dict(NINE))
    assert perft(start, 3) == 81 * 80 * 79 * 3 + 288 * 80


def test_nine_pieces_are_carried_over_eight_spaces_and_ten_are_not():
    ruleset = ruleset_from_dict(NINE)
    start = parse_tps("x9/x9/x9/x9/x9/x9/x9/x9/1212121211,x8 1 20", ruleset)
    carried = {format_move(move, 9) for move in start.legal_moves() if move.square == 0}
    assert {"9a1>", "9a1>12111111", "9a1+12111111", "8a1>11111111"} <= carried
    assert not [text for text in carried if text.startswith("10") or len(text) > 12]
    done = replay(["9a1>12111111"], ruleset, start)
    assert format_tps(done.position).split("/")[-1] == "1,2,12,1,2,1,2,1,1 2 20"
    with pytest.raises(RecordError):
        replay(["9a1>111111111"], ruleset, start)  # the ninth space to the right is off the board
    with pytest.raises(RecordError):
        parse_move("10a1>", 9)


def test_a_record_brings_its_set_along_or_the_event_gives_it():
    moves = ["a1", "i9", "i1", "a9", "i2", "b9", "i3", "c9"]
    assert verify(format_ptn(TAGS, moves, "1-0"), "standard").size == 9
    found = verify(format_ptn({"Size": "9"}, moves, "1-0"), NINE)
    assert found.tps.startswith("2,2,2,x5,1/")
    assert found.reserves["first"] == {"stones": 56, "capstones": 2}


def test_without_a_set_the_refusal_says_what_to_give():
    with pytest.raises(RecordError, match="give stones and capstones") as caught:
        verify(format_ptn({"Size": "9"}, ["a1", "i9"], "1-0"), "standard")
    assert caught.value.code == "set_not_stated"


def test_a_larger_board_is_refused_because_ptn_cannot_write_it():
    with pytest.raises(RecordError, match="PTN can write no larger board") as caught:
        make_ruleset(size=10, stones=80, capstones=3)
    assert caught.value.code == "size_not_supported"


def test_a_record_without_a_size_names_it_by_its_squares():
    record = '[Flats "60"]\n[Caps "2"]\n\n1. a1 i9 1-0'
    assert verify(record, "standard", lenient=True).size == 9
