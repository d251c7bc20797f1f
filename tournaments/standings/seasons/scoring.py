"""What a season counts: the options that its club sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Self

from tournaments.documents import Document
from tournaments.standings.points import Points, simplify

# The columns of an event's table that a season may add up.
COLUMNS = {
    "match_points": "match_points_x2",
    "game_points": "game_points_x2",
    "board_plus_reserve": "bpr",
    "wins": "wins",
}
PLACES, RATING_GAIN = "places", "rating_gain"
KINDS = (*COLUMNS, PLACES, RATING_GAIN)
# What players get who are equal at a place: each the mean of the places that they cover, or all
# the points of the best of them.
SHARED, BETTER = TIES = ("shared", "better")


@dataclass(frozen=True, slots=True)
class SeasonScoring:
    """by: of KINDS. best: how many events of a player count, None for all.

    bonus_x2: for each event that a player took part in, also one that does not count by `best`.
    points_x2: for places, from the first one down; further places give nothing. ties: of TIES.
    pool: the rating list whose changes count. events: how many events the season has in all; None:
    not said. most_x2: the most points that one event gives, where its format does not say it.
    """

    by: str = "match_points"
    best: int | None = None
    bonus_x2: int = 0
    points_x2: tuple[int, ...] = ()
    ties: str = SHARED
    pool: str | None = None
    events: int | None = None
    most_x2: int | None = None

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        return cls(**{**document, "points_x2": tuple(document.get("points_x2", ()))})

    def as_json(self) -> Document:
        return {**asdict(self), "points_x2": list(self.points_x2)}

    @property
    def column(self) -> str:
        """The column of an event's table; empty for places and rating gain."""
        return COLUMNS.get(self.by, "")

    @property
    def in_halves(self) -> bool:
        """Whether scores are in half points; others are whole points, rating points or wins."""
        return self.by == PLACES or self.column.endswith("_x2")

    @property
    def bonus(self) -> Points:
        return self.in_unit(self.bonus_x2)

    def in_unit(self, points_x2: int) -> Points:
        """Half points in the unit of the scores of the season."""
        return points_x2 if self.in_halves else simplify(Fraction(points_x2, 2))
