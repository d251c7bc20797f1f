"""Tak games for the demo, played by the player of the engine."""

import random
from dataclasses import dataclass
from datetime import date

from engine.tak.bot import choose_move
from engine.tak.moves import format_move
from engine.tak.notation.ptn import format_ptn
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset

SIZE = 5
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


def play_game(seed: int) -> PlayedGame | None:
    """A complete game; None if it does not end."""
    rng = random.Random(seed)
    position = Position.start(make_ruleset(size=SIZE))
    moves: list[str] = []
    while position.outcome is None and len(moves) < MAX_PLIES:
        move = choose_move(position, rng, depth=1)
        moves.append(format_move(move, SIZE))
        position = position.play(move)
    if position.outcome is None:
        return None
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


class GameStock:
    """Games to take in turn, if possible with a given winner."""

    def __init__(self, *, games: int, seed: int) -> None:
        self._games: list[PlayedGame] = []
        self._unused = games  # the number of unused games at the start of the list
        seen_moves: set[tuple[str, ...]] = set()
        while len(self._games) < games:
            played = play_game(seed)
            seed += 1
            if played is not None and played.moves not in seen_moves:
                seen_moves.add(played.moves)
                self._games.append(played)

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
