"""How often Gamnon ends without a turn limit, by the number of players (GAM-8 #13)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import median

from engine.gamnon.bots import Bot, choose_random, deal_from_seed, play_out
from engine.gamnon.ruleset import Ruleset

# By the number of players: how many of 100 games are won within 200 turns, by random bots and by
# sensible ones. Made by bench/gamnon_endings.py (1,000 games each, seed 1).
FINISHED_PERCENT: dict[int, tuple[int, int]] = {3: (100, 94), 4: (55, 25), 5: (5, 5), 6: (0, 0)}
# The same with `multi_empty=active_wins`; sensible bots from eight players on: 300 games each.
FINISHED_PERCENT_ACTIVE_WINS: dict[int, tuple[int, int]] = {
    3: (100, 94), 4: (93, 75), 5: (99, 88), 6: (88, 64), 7: (94, 83), 8: (98, 94), 10: (96, 95),
    12: (97, 98), 14: (99, 100),
}  # fmt: skip


def finished_percent(players: int, rules: Ruleset) -> tuple[int, int]:
    """Won by random and by sensible bots; a number not counted takes the next smaller one's."""
    active_wins = rules.multi_empty == "active_wins"
    percent = FINISHED_PERCENT_ACTIVE_WINS if active_wins else FINISHED_PERCENT
    return percent[max(counted for counted in percent if counted <= players)]


@dataclass(frozen=True, slots=True)
class Endings:
    """`ended`: games won before the turn limit; `median_turns` of all, cut at the limit."""

    players: int
    games: int
    ended: int
    median_turns: float

    @property
    def share(self) -> float:
        return self.ended / self.games


def count_endings(
    players: int, *, games: int, rules: Ruleset, bot: Bot = choose_random, seed: int = 1
) -> Endings:
    """Play `games` games among copies of one bot; the same for the same arguments."""
    names = tuple(f"p{seat}" for seat in range(1, players + 1))
    turns, ended = [], 0
    for game in range(games):
        start = deal_from_seed(names, f"{seed}-{players}-{game}", rules)
        table, _ = play_out(start, [bot] * players, random.Random(f"{seed}-{players}-{game}"))
        turns.append(table.turns)
        ended += table.winner is not None
    return Endings(players, games, ended, median(turns))
