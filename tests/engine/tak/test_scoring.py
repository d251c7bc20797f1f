import pytest

from engine.errors import RecordError
from engine.tak.ruleset import make_ruleset
from engine.tak.scoring import board_plus_reserve, parse_scoring


def left(stones: int, capstones: int = 0) -> dict[str, dict[str, int]]:
    other = {"stones": 9, "capstones": 1}
    return {"first": {"stones": stones, "capstones": capstones}, "second": other}


def test_the_examples_of_the_rule_books() -> None:
    """TAK-8.1: 5x5 with 4 left is 29 (English book), 4x4 with 4 left is 20 (Japanese page)."""
    five, four = make_ruleset(size=5), make_ruleset(size=4)
    assert board_plus_reserve(five, winner=1, reserves=left(4)) == {"first": 29, "second": 0}
    assert board_plus_reserve(four, winner=1, reserves=left(4)) == {"first": 20, "second": 0}
    assert board_plus_reserve(five, winner=2, reserves=left(4)) == {"first": 0, "second": 35}


def test_capstones_are_pieces_unless_the_rules_say_otherwise() -> None:
    """TAK-8.2."""
    counted = make_ruleset(size=5)
    stones_only = make_ruleset(size=5, reserve_counts="stones_only")
    assert board_plus_reserve(counted, winner=1, reserves=left(4, 1))["first"] == 30
    assert board_plus_reserve(stones_only, winner=1, reserves=left(4, 1))["first"] == 29


def test_nobody_scores_without_a_winner() -> None:
    """TAK-8.4."""
    score = board_plus_reserve(make_ruleset(size=5), winner=None, reserves=left(4))
    assert score == {"first": 0, "second": 0}


def test_names_of_scorings() -> None:
    assert parse_scoring("board_plus_reserve") == ("board_plus_reserve",)
    with pytest.raises(RecordError) as refused:
        parse_scoring("luck")
    assert refused.value.code == "scoring_unknown"
