"""The legal move that a refused one was probably meant to be."""

import random

import pytest

from engine.errors import RecordError
from engine.games import VERIFIERS
from engine.tak.moves import format_move
from engine.tak.nearest import edit_distance, nearest_move
from engine.tak.notation.tps import parse_tps
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset

FIVE = make_ruleset("standard", size=5)
# A tower of three stones on c3, the first player's on top, and a wall on c4.
TOWER = "x5/x2,2S,x2/x2,121,x2/x5/x5 1 8"


def nearest(token, tps=TOWER):
    return nearest_move(parse_tps(tps, FIVE), token)


@pytest.mark.parametrize(
    ("token", "meant"),
    [
        ("4c3>", "3c3>"),  # more than the stack holds
        ("4c3>13", "3c3>12"),
        ("3c3>22", ""),  # drops that do not add up: 12 and 21 are equally near
        ("Sc3", ""),  # nothing is placed on a stack, and another space is another move
        ("c3+", ""),  # a wall stands there; three other ways are equally near
        ("d33", "d3"),  # no such space: a sign too many
        ("Sx1", ""),
        ("c1c", "c1"),
    ],
)
def test_the_nearest_legal_move(token, meant):
    assert nearest(token) == meant


def test_a_legal_move_is_nearest_to_itself_and_every_answer_is_legal():
    chance = random.Random(7)
    position = Position.start(FIVE)
    while position.outcome is None and position.ply < 60:
        moves = position.legal_moves()
        texts = {format_move(move, 5) for move in moves}
        for move in chance.sample(moves, min(5, len(moves))):
            text = format_move(move, 5)
            assert nearest_move(position, text) == text
            slipped = text.replace(text[-1], chance.choice("12345abcde+-<>"))
            assert nearest_move(position, slipped) in texts | {""}
        position = position.play(chance.choice(moves))


def test_edits_are_counted_as_levenshtein_did():
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance("", "abc") == edit_distance("abc", "") == 3
    assert edit_distance("c3>", "c3>") == 0


def test_a_refusal_says_what_was_probably_meant():
    with pytest.raises(RecordError) as refused:
        VERIFIERS["tak"]('[Size "5"]\n1. a1 e5\n2. e4 b1\n3. 3e4- c1')
    assert (refused.value.nearest, refused.value.ply) == ("e4-", 5)
    with pytest.raises(RecordError) as over:
        VERIFIERS["tak"]('[Size "5"]\n1. a1 e5\n2. e5 b1')
    assert over.value.nearest == ""
