"""Tak games for the demo: played once by the player of the engine, and stored.

`python -m config.demo.records > config/demo/tak_games.txt` plays them again; it takes a while.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from engine.tak.bot import choose_move
from engine.tak.moves import format_move, parse_move
from engine.tak.notation.ptn import format_ptn
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset

SIZE = 5
# The moves of one game on each line.
STORED = Path(__file__).with_name("tak_games.txt")
# More games than the demo uses, so that one with the winner that was drawn is always left.
STORED_GAMES, SEED = 140, 2026
# A guard: games usually end long before.
MAX_PLIES = 120


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """winner: 1 or 2, None for a draw. reserves: the pieces left, by side."""

    moves: tuple[str, ...]
    result: str
    winner: int | None
    reserves: dict[str, dict[str, int]]

    def record(self, *, event: str, first: str, second: str, played_on: date) -> str:
        tags = {
            "Event": event,
            "Date": played_on.strftime("%Y.%m.%d"),
            "Player1": first,
            "Player2": second,
            "Size": str(SIZE),
            "Result": self.result,
        }
        return format_ptn(tags, self.moves, self.result)

    def claim(self) -> dict[str, object]:
        return {"result": self.result, "reserves": self.reserves}


def stored_games() -> list[PlayedGame]:
    return [replay_game(line.split()) for line in STORED.read_text().splitlines()]


def replay_game(moves: Sequence[str]) -> PlayedGame:
    """The game of these moves, which end it."""
    position = Position.start(make_ruleset(size=SIZE))
    for move in moves:
        position = position.play(parse_move(move, SIZE)[0])
    assert position.outcome is not None
    (stones, capstones), (others, other_capstones) = position.reserves()
    return PlayedGame(
        moves=tuple(moves),
        result=position.outcome.result,
        winner=position.outcome.winner,
        reserves={
            "first": {"stones": stones, "capstones": capstones},
            "second": {"stones": others, "capstones": other_capstones},
        },
    )


def play_games(*, games: int, seed: int) -> list[tuple[str, ...]]:
    """The moves of so many games, each of them once."""
    played: dict[tuple[str, ...], None] = {}
    while len(played) < games:
        moves = play_game(seed)
        seed += 1
        if moves is not None:
            played[moves] = None
    return list(played)


def play_game(seed: int) -> tuple[str, ...] | None:
    """The moves of a complete game; None if it does not end."""
    rng = random.Random(seed)
    position = Position.start(make_ruleset(size=SIZE))
    moves: list[str] = []
    while position.outcome is None and len(moves) < MAX_PLIES:
        move = choose_move(position, rng, depth=1)
        moves.append(format_move(move, SIZE))
        position = position.play(move)
    return tuple(moves) if position.outcome else None


class GameStock:
    """Games to take in turn, if possible with a given winner."""

    def __init__(self, games: Sequence[PlayedGame]) -> None:
        self._games = list(games)
        self._unused = len(games)  # the number of unused games at the start of the list

    def take(self, winner: int) -> PlayedGame:
        """An unused game, else the least recently used one. winner: 1 is the first player.

        A game is not reused while there are unused ones, even if it has another winner.
        """
        candidates = self._games[: self._unused] or self._games
        fitting = (at for at, game in enumerate(candidates) if game.winner == winner)
        game = self._games.pop(next(fitting, 0))
        self._games.append(game)
        self._unused = max(0, self._unused - 1)
        return game


if __name__ == "__main__":
    for game in play_games(games=STORED_GAMES, seed=SEED):
        print(*game)
