"""Who is listed in a leaderboard: the thresholds depend on how much the pool plays. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median

YEAR_DAYS = 365
# Games of a typical player within the window.
GAMES_IN_WINDOW = 20
MIN_DAYS, MAX_DAYS = 90, 730
MIN_GAMES, MAX_GAMES = 3, 20
# Largest deviation as a multiple of the typical one.
ABOVE_TYPICAL = 1.5
MIN_DEVIATION, MAX_DEVIATION = 60.0, 200.0


@dataclass(frozen=True, slots=True)
class PlayerActivity:
    """One player of a list. games: of all time; recent: of the year before the day."""

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

    def includes(self, player: PlayerActivity, on: date) -> bool:
        """Whether a player is listed in the leaderboard of a day."""
        return (
            player.games >= self.games
            and (on - player.last_on).days <= self.days
            and player.deviation <= self.deviation
        )


def activity_threshold(players: Collection[PlayerActivity]) -> Threshold:
    """The thresholds of a pool.

    A busier pool has a shorter window and needs more games. The window is the time in which a
    typical player plays 20 games (90 to 730 days). The games are a tenth of a typical year's (3 to
    20). The deviation is 1.5 times the typical one of players active in the last year (60 to 200
    points).
    """
    pace = _typical([player.recent for player in players if player.recent])
    days = round(_between(MIN_DAYS, 365 * GAMES_IN_WINDOW / pace if pace else MAX_DAYS, MAX_DAYS))
    games = round(_between(MIN_GAMES, pace / 10, MAX_GAMES))
    typical = _typical([player.deviation for player in players if player.recent])
    bound = _between(MIN_DEVIATION, ABOVE_TYPICAL * typical, MAX_DEVIATION)
    return Threshold(games, days, bound if typical else MAX_DEVIATION, pace)


def _typical(values: Sequence[float]) -> float:
    return float(median(values)) if values else 0.0


def _between(least: float, value: float, most: float) -> float:
    return min(max(value, least), most)
