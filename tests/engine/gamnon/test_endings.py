"""How often games of Gamnon end by themselves: what events are told is what is counted."""

import pytest

from engine.gamnon.endings import SHARES, count_endings
from engine.gamnon.player import PLAYERS
from engine.gamnon.ruleset import make_ruleset


@pytest.mark.parametrize(("players", "games"), [(3, 40), (4, 40), (6, 5)])
@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_the_shares_that_events_are_told(players: int, games: int, kind: str) -> None:
    """Another seed than the one the shares were made with; three standard errors."""
    rules = make_ruleset()
    found = count_endings(players, games=games, rules=rules, player=PLAYERS[kind], seed=77)
    share = SHARES[players][0 if kind == "random" else 1] / 100
    assert abs(found.share - share) <= 3 * (max(share * (1 - share), 0.01) / games) ** 0.5
