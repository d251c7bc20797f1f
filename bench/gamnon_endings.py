"""How often Gamnon ends by itself within 200 turns, by the number of players (GAM-8 #13).

No figure of speed: `python -m bench.gamnon_endings [GAMES]` counts, and docs/cards.md keeps what
it said; so does `engine.gamnon.endings.SHARES`, which events are warned by.
"""

from __future__ import annotations

import sys

from engine.gamnon.endings import count_endings
from engine.gamnon.player import PLAYERS
from engine.gamnon.ruleset import make_ruleset

GAMES = 1000
SIZES = (3, 4, 5, 6)


def main(games: int) -> None:
    rules = make_ruleset()
    print(f"{games} games each, seed 1, {rules.max_turns} turns at most")
    for name, player in PLAYERS.items():
        for size in SIZES:
            found = count_endings(size, games=games, rules=rules, player=player)
            turns = f"median {found.median_turns:g} turns"
            print(f"{name:<9} {size} players  {found.share:7.1%}  {turns}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
