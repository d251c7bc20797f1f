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
