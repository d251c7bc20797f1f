"""Tables of several players by places: Bradley-Terry over all pairs, one update for each table.

Each pair at a table is a game of two that the better place won (a shared place: a draw). All pairs
are rated together from the values before the table, like a Glicko period.

The pairs of one table contain less information than separate games. If places follow
Plackett-Luce (R. Plackett 1975, R. Luce 1959), each pair follows Bradley-Terry. A ranking of n
equal players has the information (n - Hₙ)/n on one player's strength, Hₙ = 1 + 1/2 + ... + 1/n;
n - 1 separate games have (n - 1)/4. Each pair therefore counts as 4(n - Hₙ) / (n(n - 1)) of a
game: 1 for two players, 7/9 for three, 0.47 for six (weighting a composite likelihood: C. Varin,
N. Reid, D. Firth, Statistica Sinica 21 (2011) 5-42).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from typing import ClassVar

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from ratings.systems import glicko
from ratings.systems.deviation import grown_deviation
from ratings.systems.ledger import Game, Rating, Skipped

MAX_SEATS = 14

MESSAGES: dict[str, str] = {
    "not_a_table": ngettext_lazy(
        "This system rates tables of 2 to {most}; this one has {seats} seat.",
        "This system rates tables of 2 to {most}; this one has {seats} seats.",
        "seats",
    ),
    "place_missing": gettext_noop("The places at this table are not all known."),
}


def table_skip_reason(game: Game) -> Skipped | None:
    """Why a game is not a table with a place for every seat; None: it is."""
    seats = len(game.seats)
    if not 2 <= seats <= MAX_SEATS:
        return Skipped(game.order_key, "not_a_table", {"most": MAX_SEATS, "seats": seats})
    if any(seat.place_x2 is None for seat in game.seats):
        return Skipped(game.order_key, "place_missing", {})
    return None


def places(game: Game) -> tuple[int, ...]:
    """The doubled place of each seat; equal places are shared."""
    return tuple(seat.place_x2 or 0 for seat in game.seats)


def pair_score(own: int, other: int) -> float:
    """Score of a place against another: 1.0 for the better one, 0.5 for a shared one."""
    return 0.5 if own == other else float(own < other)


def pair_weight(seats: int) -> float:
    """The weight of one pair at a table, as a share of a separate game, 0..1."""
    harmonic = math.fsum(1 / n for n in range(1, seats + 1))
    return 4 * (seats - harmonic) / (seats * (seats - 1))


def rate_table(
    rating: float,
    deviation: float,
    opponents: Iterable[tuple[float, float, float]],
    *,
    weight: float,
) -> tuple[float, float]:
    """New rating and deviation of one player after a table.

    opponents: rating, deviation and the score against each, as `glicko.rate_period` has them;
    weight: of each as a game, 0..1. With weight 1 it is a Glicko period.
    """
    information, surplus = [], []
    for opponent, opponent_deviation, score in opponents:
        g = glicko.weight(opponent_deviation)
        e = glicko.expected(rating, opponent, opponent_deviation)
        information.append(glicko.Q**2 * g**2 * e * (1 - e))
        surplus.append(g * (score - e))
    variance = 1 / (1 / deviation**2 + weight * math.fsum(information))
    moved = glicko.Q * variance * weight * math.fsum(surplus)
    return rating + moved, math.sqrt(variance)


@dataclass(frozen=True, slots=True)
class TableSystem:
    """initial, initial_deviation: a newcomer's rating and deviation, rating points; no
    deviation grows beyond the initial one. growth: rating points per square root of a day.
    floor: least deviation, rating points. As in `Glicko`.
    """

    initial: float = 1500.0
    initial_deviation: float = 300.0
    growth: float = 6.92
    floor: float = 30.0

    def parameters(self) -> dict[str, float]:
        return asdict(self)

    def start(self) -> Rating:
        return Rating(self.initial, self.initial_deviation)

    def skip_reason(self, game: Game) -> Skipped | None:
        return table_skip_reason(game)

    def deviation_on(self, rating: Rating, day: date) -> float:
        """The deviation grown to a day, at most the initial one."""
        return grown_deviation(rating, day, growth=self.growth, most=self.initial_deviation)


@dataclass(frozen=True, slots=True)
class Tables(TableSystem):
    code: ClassVar[str] = "tables"

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of all seats after a table; the order of the seats does not matter."""
        weight = pair_weight(len(before))
        known = [(r.rating, self.deviation_on(r, game.played_on)) for r in before]
        placed = places(game)
        after: list[Rating] = []
        for seat, (rating, deviation) in enumerate(known):
            opponents = [
                (*known[other], pair_score(placed[seat], placed[other]))
                for other in range(len(known))
                if other != seat
            ]
            moved, surer = rate_table(rating, deviation, opponents, weight=weight)
            games = before[seat].games + 1
            after.append(Rating(moved, max(self.floor, surer), games, game.played_on))
        return tuple(after)

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Chance, 0..1, that `first` is placed above `second` at a table on a day."""
        deviation = math.hypot(self.deviation_on(first, day), self.deviation_on(second, day))
        return glicko.expected(first.rating, second.rating, deviation)
