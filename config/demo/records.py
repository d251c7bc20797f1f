"""Games for the demo, played by the engine's small player before any database is touched."""

import random
from dataclasses import dataclass
from datetime import date

from engine.tak.bot import choose_move
from engine.tak.moves import format_move
from engine.tak.notation.ptn import format_ptn
from engine.tak.position import Position
from engine.tak.ruleset import make_ruleset

SIZE = 5
# A guard: a player that builds roads ends its games long before.
MOST_PLIES = 120


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Moves from the start, the result the board proves, and the winner's stones left."""

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
    """A game to its end; None where it does not come to one."""
    rng = random.Random(seed)
    position = Position.start(make_ruleset(size=SIZE))
    moves: list[str] = []
    while position.outcome is None and len(moves) < MOST_PLIES:
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
    """Games to hand out in turn, where possible with the winner that is asked for."""

    def __init__(self, *, games: int, seed: int) -> None:
        self._games: list[PlayedGame] = []
        self._unseen = games  # so many at the head of the list
        known: set[tuple[str, ...]] = set()
        while len(self._games) < games:
            played = play_game(seed)
            seed += 1
            if played is not None and played.moves not in known:
                known.add(played.moves)
                self._games.append(played)

    def take(self, winner: int) -> PlayedGame:
        """One that nobody has seen, else the one handed out longest ago; 1 is who moved first.

        No game is handed out twice while there is an unseen one, whoever wins it.
        """
        offered = self._games[: self._unseen] or self._games
        fitting = (at for at, game in enumerate(offered) if game.winner == winner)
        game = self._games.pop(next(fitting, 0))
        self._games.append(game)
        self._unseen = max(0, self._unseen - 1)
        return game
