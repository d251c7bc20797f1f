"""What an event of Gamnon is told of games that may not end."""

from typing import Any

import pytest

from engine.games import RULESET_LOADERS
from tournaments.advice import game_length_advice
from tournaments.models import Stage


def advice(name: str, *sizes: int, **options: Any) -> list[str]:
    stage = Stage(system="tables", options={"sizes": list(sizes)})
    rules = RULESET_LOADERS["gamnon"]({"name": name, **options}).as_dict()
    return game_length_advice("gamnon", [stage], rules)


@pytest.mark.parametrize("name", ["standard", "source"])
def test_tables_of_three_need_no_warning(name: str) -> None:
    assert advice(name, 3) == []


def test_every_larger_size_has_its_numbers() -> None:
    usual = advice("standard", 3, 4, 5)
    assert ["55 of 100" in usual[0], "5 of 100" in usual[1], len(usual)] == [True, True, 2]
    assert all("decided by the cards in hand" in sentence for sentence in usual)
    by_text = advice("source", 4, max_turns=200)
    assert len(by_text) == 1
    assert "93 played at random and 75" in by_text[0]


def test_without_a_turn_limit_that_is_told_too() -> None:
    *sizes, last = advice("source", 4, 14)
    assert len(sizes) == 2
    assert "no turn limit" in last
    assert "decided by the cards" not in " ".join(sizes)
    assert "no turn limit" in advice("standard", 4, max_turns=0)[-1]


def test_other_games_are_told_nothing() -> None:
    stage = Stage(system="tables", options={"sizes": [9]})
    assert game_length_advice("taki", [stage], {"name": "blog"}) == []
