"""How often games of Gamnon end by themselves, by the number of players (GAM-8 #13)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import median

from engine.gamnon.player import Player, choose_random, play_out, seeded_table
from engine.gamnon.ruleset import Ruleset

# Of 100 games how many end by themselves within 200 turns, played at random and with a little
# sense, by the number of players. Made by bench/gamnon_endings.py (1,000 games each, seed 1).
SHARES: dict[int, tuple[int, int]] = {3: (100, 94), 4: (55, 25), 5: (5, 5), 6: (0, 0)}
# The same where two or more without cards have lost (`multi_empty=active_wins`); of eight and more
# players with a little sense 300 games each.
SHARES_BY_TEXT: dict[int, tuple[int, int]] = {
    3: (100, 94), 4: (93, 75), 5: (99, 88), 6: (88, 64), 7: (94, 83), 8: (98, 94), 10: (96, 95),
    12: (97, 98), 14: (99, 100),
}  # fmt: skip


def shares_of(players: int, rules: Ruleset) -> tuple[int, int]:
    """Of 100 games; of a number that was not counted, those of the next smaller one."""
    shares = SHARES_BY_TEXT if rules.multi_empty == "active_wins" else SHARES
    return shares[max(counted for counted in shares if counted <= players)]


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
    players: int, *, games: int, rules: Ruleset, player: Player = choose_random, seed: int = 1
) -> Endings:
    """Play `games` games of one kind of player; the same for the same arguments."""
    names = tuple(f"p{seat}" for seat in range(1, players + 1))
    turns, ended = [], 0
    for game in range(games):
        start = seeded_table(names, f"{seed}-{players}-{game}", rules)
        table, _ = play_out(start, [player] * players, random.Random(f"{seed}-{players}-{game}"))
        turns.append(table.turns)
        ended += table.winner is not None
    return Endings(players, games, ended, median(turns))
