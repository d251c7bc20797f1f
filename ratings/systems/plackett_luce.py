"""Tables of several players by places: Plackett-Luce, as openskill computes it.

Source: R. Weng, C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011)
267-300, algorithm 4; V. Joshy, openskill. Deviations grow with the days, as in `tables`.

The relation of rating points to chances depends on the pool. There is no prediction until the
slope is fitted to the pool's past (`fit_slope`, by `manage.py fit_pool`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from openskill.models import PlackettLuce as WengLin

from ratings.systems.ledger import Game, Rating
from ratings.systems.tables import TableSystem, pair_score, places

STEEPEST = 0.1  # natural log-odds per rating point, seventeen times Elo's
CLOSE = 1e-9  # how near the slope is found, likewise
FARTHEST = 300.0  # natural units; exp() of much more is no float


@dataclass(frozen=True, slots=True)
class PlackettLuce(TableSystem):
    """beta: how much a table's luck counts, rating points; Weng and Lin take half the initial
    deviation. kappa: least share of the variance that one table leaves. slope: natural
    log-odds in one rating point between two players; 0 while not fitted.
    """

    beta: float = 150.0
    kappa: float = 0.0001
    slope: float = 0.0

    code: ClassVar[str] = "plackett_luce"

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of all seats after a table; the order of the seats does not matter."""
        day = game.played_on
        model = WengLin(mu=self.initial, beta=self.beta, kappa=self.kappa, tau=0.0)
        moved, seen = self._within_reach([r.rating for r in before])
        teams = [
            [model.rating(mu=mu, sigma=self.deviation_on(r, day))]
            for mu, r in zip(seen, before, strict=True)
        ]
        rated = model.rate(teams, ranks=[float(place) for place in places(game)])
        return tuple(
            Rating(
                old.rating + (own.mu - mu) if moved else own.mu,
                max(self.floor, own.sigma),
                old.games + 1,
                day,
            )
            for old, mu, (own,) in zip(before, seen, rated, strict=True)
        )

    def _within_reach(self, ratings: list[float]) -> tuple[bool, list[float]]:
        """Whether the ratings were shifted, and the ratings to compute with.

        The model only uses differences. Ratings too large for it are taken relative to their mean,
        and cut at `FARTHEST`.
        """
        most = FARTHEST * self.beta
        if max(map(abs, ratings)) <= most:
            return False, ratings
        mean = math.fsum(ratings) / len(ratings)
        return True, [max(-most, min(most, rating - mean)) for rating in ratings]

    def expected_score(self, first: Rating, second: Rating, day: date) -> float | None:
        """Chance, 0..1, that `first` is placed above `second`; None while no slope is fitted."""
        if not self.slope:
            return None
        return chance(self.slope, first.rating - second.rating)


def fit_slope(system: PlackettLuce, games: Iterable[Game]) -> float:
    """The maximum-likelihood slope for the places, each predicted before it is rated.

    0..`STEEPEST`; 0 if the ratings predict nothing. games: in ascending order; skipped ones are
    ignored. One drawn pair 400 points apart is added, so that the maximum exists.
    """
    pairs = [(400.0, 0.5), *((lead, score) for _number, lead, score in pairs_before(system, games))]
    low, high = 0.0, STEEPEST
    while high - low > CLOSE:
        middle = (low + high) / 2
        rise = math.fsum(lead * (score - chance(middle, lead)) for lead, score in pairs)
        low, high = (middle, high) if rise > 0 else (low, middle)
    return low


def pairs_before(system: PlackettLuce, games: Iterable[Game]) -> Iterable[tuple[int, float, float]]:
    """For each pair at each table: the index of the game, the rating difference before it, rating
    points, and the score.
    """
    ratings: dict[int, Rating] = {}
    for number, game in enumerate(games):
        if system.skip_reason(game):
            continue
        before = tuple(ratings.get(seat.player) or system.start() for seat in game.seats)
        placed = places(game)
        for one in range(len(before)):
            for other in range(one):
                lead = before[one].rating - before[other].rating
                yield number, lead, pair_score(placed[one], placed[other])
        after = system.rate(before, game)
        ratings |= {seat.player: new for seat, new in zip(game.seats, after, strict=True)}


def chance(slope: float, lead: float) -> float:
    """The chance that a player this many rating points ahead is placed above the other."""
    return 1 / (1 + math.exp(min(FARTHEST, -slope * lead)))
