"""Monthly rating lists by the regulations of FIDE.

Source: FIDE Rating Regulations (Handbook B.02) effective from 1 March 2024, with the change of
8.3.1 of 1 October 2025; articles are named below. Differences:

- ages are unknown, so there is no coefficient of 40 for players under 18 (8.3.3);
- a first event is the first month with games (8.2.1);
- while nobody is rated, unrated opponents count as 1800, the rating of the hypothetical opponents
  of 8.2.2, so that a new list can start.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, ClassVar

from ratings.systems import pairs
from ratings.systems.batch import RatingList, end_of_month, lists_by_period
from ratings.systems.elo import Elo, EloRating
from ratings.systems.ledger import Game, Rating, Skipped

RULES = Elo()  # coefficients and the 400 rule
MAX_K_TIMES_GAMES = 700  # 8.3.3
MIN_GAMES = 5  # games against rated opponents before a first rating (7.1.4)
MAX_WAIT_MONTHS = 26  # months in which those are played (7.1.4)
FLOOR = 1400  # no lower rating is published (7.1.4, 7.2)
HIGHEST_FIRST = 2200  # 8.2.3
HYPOTHETICAL = 1800  # rating of the two hypothetical opponents (8.2.2)

# 8.1.2: the largest difference, rating points, at which the higher rated player is expected to
# score 50, 51, ... 99 percent; beyond the last one 100.
LARGEST_DIFFERENCE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315),
    *(328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)

# 8.1.1: dp, rating points, for 50, 51, ... 100 percent; below 50 the same downwards.
DIFFERENCE_FOR_PERCENT = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322),
    *(336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)


@dataclass(frozen=True, slots=True)
class Result:
    """A score, doubled, in a month against an opponent of this rating."""

    opponent: float
    score_x2: int
    played_on: date


def expected_percent(difference: float) -> int:
    """PD: expected score, 0..100, of a player this many rating points stronger (8.1.2)."""
    higher = 50 + bisect_left(LARGEST_DIFFERENCE, abs(difference))
    return higher if difference >= 0 else 100 - higher


def performance_difference(percent: int) -> int:
    """dp: rating points above the opponents that a score of 0..100 percent shows (8.1.1)."""
    if percent >= 50:
        return DIFFERENCE_FOR_PERCENT[percent - 50]
    return -DIFFERENCE_FOR_PERCENT[50 - percent]


def first_rating(results: Sequence[Result]) -> int:
    """Ru: the first rating from results against rated opponents (8.2.2, 8.2.3)."""
    games = len(results) + 2
    average = (sum(result.opponent for result in results) + 2 * HYPOTHETICAL) / games
    points_x2 = sum(result.score_x2 for result in results) + 2
    percent = (100 * points_x2 + games) // (2 * games)  # nearest whole one, a half upwards
    return min(HIGHEST_FIRST, int(average + performance_difference(percent) + 0.5))


def rating_change(player: EloRating, results: Sequence[Result]) -> int:
    """The rating change by a month's results against rated opponents, whole points (8.3)."""
    k = int(min(RULES.coefficient(player), MAX_K_TIMES_GAMES // max(1, len(results))))
    hundredths = k * sum(
        50 * result.score_x2
        - expected_percent(RULES.counted_difference(player.rating, result.opponent))
        for result in results
    )
    away_from_zero = (abs(hundredths) + 50) // 100  # 8.3.4
    return away_from_zero if hundredths > 0 else -away_from_zero


@dataclass(frozen=True, slots=True)
class Carried:
    """The state after a month: the list, and the results of players without a rating."""

    listed: dict[int, EloRating]
    waiting: dict[int, list[Result]]


@dataclass(frozen=True, slots=True)
class Fide:
    """founding: rating, rating points, of unrated opponents while nobody is rated."""

    founding: float = HYPOTHETICAL

    code: ClassVar[str] = "fide"
    rates_newcomers: ClassVar[bool] = False

    def parameters(self) -> dict[str, float]:
        return asdict(self)

    def start(self) -> EloRating:
        """An unrated player in a forecast; lists do not contain them."""
        return EloRating(self.founding, 0.0, highest=self.founding)

    def skip_reason(self, game: Game) -> Skipped | None:
        return pairs.two_player_skip_reason(game)

    def lists(self, games: Iterable[Game]) -> Iterator[RatingList]:
        """The list of the first of each month; see `Batch.lists`. Unrated players are in none."""
        return lists_by_period(self, games)

    def end_of(self, day: date) -> date:
        return end_of_month(day)

    def begin(self) -> Carried:
        return Carried({}, {})

    def after(self, carried: Carried, games: Sequence[Game], end: date) -> Carried:
        before = carried.listed
        results = self._counted(before, games)
        waiting = _waiting_after(carried.waiting, results, before, end)
        changed = {
            player: _changed(rating, results.get(player, [])) for player, rating in before.items()
        }
        newly = {p: _newly_rated(known) for p, known in waiting.items() if _is_enough(known)}
        listed = {p: r for p, r in sorted((changed | newly).items()) if r.rating >= FLOOR}
        return Carried(listed, {p: known for p, known in waiting.items() if p not in listed})

    def listed(self, carried: Carried) -> dict[int, EloRating]:
        return carried.listed

    def as_json(self, carried: Carried) -> object:
        return {
            "listed": {str(player): row.as_json() for player, row in carried.listed.items()},
            "waiting": {
                str(player): [[r.opponent, r.score_x2, r.played_on.isoformat()] for r in known]
                for player, known in sorted(carried.waiting.items())
            },
        }

    def from_json(self, value: Any) -> Carried:
        return Carried(
            {int(player): EloRating.from_json(row) for player, row in value["listed"].items()},
            {
                int(player): [Result(rated, x2, date.fromisoformat(on)) for rated, x2, on in known]
                for player, known in value["waiting"].items()
            },
        )

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """See `Batch.expected_score`: PD of the first player's rating."""
        return expected_percent(RULES.counted_difference(first.rating, second.rating)) / 100

    def _counted(
        self, listed: Mapping[int, EloRating], games: Iterable[Game]
    ) -> dict[int, list[Result]]:
        """Each player's results against rated opponents."""
        results: dict[int, list[Result]] = defaultdict(list)
        for game in games:
            for own, other in (game.seats, game.seats[::-1]):
                opponent = listed.get(other.player) or (None if listed else self.start())
                if opponent:
                    result = Result(opponent.rating, own.score_x2 or 0, game.played_on)
                    results[own.player].append(result)
        return results


def _waiting_after(
    waiting: Mapping[int, list[Result]],
    results: Mapping[int, list[Result]],
    listed: Mapping[int, EloRating],
    end: date,
) -> dict[int, list[Result]]:
    """Results of unrated players that still count; not a first month without points (8.2.1)."""
    after: dict[int, list[Result]] = {}
    for player in waiting.keys() | (results.keys() - listed.keys()):
        known = waiting.get(player, [])
        fresh = results.get(player, [])
        if known or any(result.score_x2 for result in fresh):
            after[player] = [
                r for r in (*known, *fresh) if _months(r.played_on, end) <= MAX_WAIT_MONTHS
            ]
    return after


def _months(day: date, end: date) -> int:
    return 12 * (end.year - day.year) + end.month - day.month


def _is_enough(results: Sequence[Result]) -> bool:
    return len(results) >= MIN_GAMES and first_rating(results) >= FLOOR


def _newly_rated(results: Sequence[Result]) -> EloRating:
    rating = float(first_rating(results))
    last_on = max(result.played_on for result in results)
    return EloRating(rating, 0.0, len(results), last_on, rating)


def _changed(before: EloRating, results: Sequence[Result]) -> EloRating:
    rating = before.rating + rating_change(before, results)
    last_on = max((result.played_on for result in results), default=before.last_on)
    games = before.games + len(results)
    return EloRating(rating, 0.0, games, last_on, max(before.highest, rating))
