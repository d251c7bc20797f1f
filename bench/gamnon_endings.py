"""How often Gamnon ends by itself within 200 turns, by the number of players (GAM-8 #13).

No figure of speed: `python -m bench.gamnon_endings [GAMES]` counts, and docs/cards.md keeps what
it said; so does `engine.gamnon.endings.FINISHED_PERCENT`, which events are warned by.
"""

from __future__ import annotations

import sys

from engine.gamnon.bots import BOTS
from engine.gamnon.endings import count_endings
from engine.gamnon.ruleset import make_ruleset

GAMES = 1000
# Of each rules the sizes that docs/cards.md shows.
SIZES = {"standard": (3, 4, 5, 6), "source": (3, 4, 5, 6, 7, 8, 10, 12, 14)}
MOST_TURNS = 200  # by the source there is no limit, and a count needs one


def main(games: int) -> None:
    print(f"{games} games each, seed 1, {MOST_TURNS} turns at most")
    for preset, sizes in SIZES.items():
        rules = make_ruleset(preset, max_turns=MOST_TURNS)
        for name, bot in BOTS.items():
            for size in sizes:
                found = count_endings(size, games=games, rules=rules, bot=bot)
                turns = f"median {found.median_turns:g} turns"
                line = f"{preset:<9} {name:<9} {size:2} players  {found.share:7.1%}  {turns}"
                print(line, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
