"""Who stands in a leaderboard: the bounds follow how much the pool plays. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median

YEAR_DAYS = 365
# Within the window a typical player plays so many games.
GAMES_IN_WINDOW = 20
LEAST_DAYS, MOST_DAYS = 90, 730
LEAST_GAMES, MOST_GAMES = 3, 20
# The deviation may be half as large again as that of a typical player.
ABOVE_TYPICAL = 1.5
LEAST_DEVIATION, MOST_DEVIATION = 60.0, 200.0


@dataclass(frozen=True, slots=True)
class Standing:
    """What a list says of one player. games: of all time; recent: of the year before the day."""

    games: int
    recent: int
    deviation: float
    last_on: date


@dataclass(frozen=True, slots=True)
class Threshold:
    """Least games, most days since the last one, largest deviation in rating points.

    pace: games that a typical player (the median of those who played at all) played in the last
    year; 0 if nobody did.
    """

    games: int
    days: int
    deviation: float
    pace: float

    def lists(self, player: Standing, on: date) -> bool:
        """Whether a player stands in the leaderboard of a day."""
        return (
            player.games >= self.games
            and (on - player.last_on).days <= self.days
            and player.deviation <= self.deviation
        )


def threshold(players: Collection[Standing]) -> Threshold:
    """The bounds of a pool.

    The busier a pool, the shorter the window and the more games it asks for: the window is the
    time in which a typical player plays 20 games (90 to 730 days), the games are a tenth of the
    typical year (3 to 20), the deviation half as large again as the typical one of those who
    played in the last year (60 to 200 points).
    """
    pace = _typical([player.recent for player in players if player.recent])
    days = round(
        _between(LEAST_DAYS, 365 * GAMES_IN_WINDOW / pace if pace else MOST_DAYS, MOST_DAYS)
    )
    games = round(_between(LEAST_GAMES, pace / 10, MOST_GAMES))
    typical = _typical([player.deviation for player in players if player.recent])
    bound = _between(LEAST_DEVIATION, ABOVE_TYPICAL * typical, MOST_DEVIATION)
    return Threshold(games, days, bound if typical else MOST_DEVIATION, pace)


def _typical(values: Sequence[float]) -> float:
    return float(median(values)) if values else 0.0


def _between(least: float, value: float, most: float) -> float:
    return min(max(value, least), most)
