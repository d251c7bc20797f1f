"""How often games of Gamnon end by themselves: what events are told is what is counted."""

import pytest

from engine.gamnon.bots import BOTS
from engine.gamnon.endings import count_endings, finished_percent
from engine.gamnon.ruleset import make_ruleset


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(3, 40), (4, 40), (6, 5)])
@pytest.mark.parametrize("kind", ["random", "sensible"])
@pytest.mark.parametrize("preset", ["standard", "source"])
def test_the_shares_that_events_are_told(players: int, games: int, kind: str, preset: str) -> None:
    """Another seed than the one the shares were made with; three standard errors."""
    rules = make_ruleset(preset, max_turns=200)
    found = count_endings(players, games=games, rules=rules, bot=BOTS[kind], seed=5)
    share = finished_percent(players, rules)[0 if kind == "random" else 1] / 100
    assert abs(found.share - share) <= 3 * (max(share * (1 - share), 0.01) / games) ** 0.5


@pytest.mark.parametrize(
    ("preset", "players", "shares"),
    [
        ("standard", 3, (100, 94)),
        ("standard", 4, (55, 25)),
        ("standard", 5, (5, 5)),
        ("standard", 6, (0, 0)),
        ("standard", 12, (0, 0)),
        ("source", 3, (100, 94)),
        ("source", 8, (98, 94)),
        ("source", 9, (98, 94)),
        ("source", 11, (96, 95)),
        ("source", 14, (99, 100)),
    ],
)
def test_a_number_that_was_not_counted_has_the_share_of_the_next_smaller(
    preset: str, players: int, shares: tuple[int, int]
) -> None:
    assert finished_percent(players, make_ruleset(preset)) == shares


def test_games_that_end_are_counted() -> None:
    rules = make_ruleset("standard", max_turns=40)
    found = count_endings(3, games=3, rules=rules)
    assert (found.players, found.games) == (3, 3)
    assert found.share == found.ended / 3
    assert 0 < found.median_turns <= 40
    assert count_endings(3, games=3, rules=rules) == found
