import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.tak.moves import format_move
from engine.tak.notation.playtak import from_playtak, to_playtak
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset


def test_both_ways() -> None:
    text = "P A1,P E5,P C3 W,P D4 C,M E5 C5 1 2,M C5 C2 1 1 1"
    moves = ("a1", "e5", "Sc3", "Cd4", "3e5<12", "3c5-111")
    assert from_playtak(text, 5) == moves
    assert to_playtak(moves, 5) == text
    assert to_playtak(("3a1+",), 5) == "M A1 A2 3"
    assert to_playtak(("a1>*",), 5) == "M A1 B1 1"
    assert from_playtak("", 5) == ()
    assert to_playtak((), 5) == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("P A1,P F1", "playtak_token_unknown"),
        ("P A1 X", "playtak_token_unknown"),
        ("P A1,,P A2", "playtak_token_unknown"),
        ("M A1 A2", "playtak_token_unknown"),
        ("M A1 A2 0", "playtak_token_unknown"),
        ("M A1 A2 1 1", "playtak_path"),
        ("M A1 B2 1 1", "playtak_path"),
        ("M A1 C1 1", "playtak_path"),
        ("M A1 A1 1", "playtak_path"),
        ("P A1," * 1001, "playtak_too_long"),
    ],
)
def test_refusals(text: str, code: str) -> None:
    with pytest.raises(RecordError) as refused:
        from_playtak(text, 5)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize("move", ["2a1", "a1<", "3a1>1", "hello", "f1"])
def test_moves_without_words(move: str) -> None:
    with pytest.raises(RecordError):
        to_playtak((move,), 5)


@given(st.integers(3, 8), st.integers(0, 2**32))
def test_every_move_survives_the_way_there_and_back(size: int, seed: int) -> None:
    rng = random.Random(seed)
    position = Position.start(make_ruleset("playtak", size=size))
    moves: list[str] = []
    while position.outcome is None and len(moves) < 40:
        move = rng.choice(position.legal_moves())
        moves.append(format_move(move, size))
        position = position.play(move)
    back = from_playtak(to_playtak(moves, size), size)
    assert back == tuple(move.rstrip("*") for move in moves)


@given(st.text(alphabet="PMABC123WC ,", max_size=60))
def test_only_record_errors(text: str) -> None:
    try:
        from_playtak(text, 5)
    except RecordError as error:
        assert str(error)  # noqa: PT017
