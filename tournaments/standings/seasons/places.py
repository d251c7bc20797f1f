"""The places of an event and the points that a season gives for them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.standings.points import Points, simplify
from tournaments.standings.seasons.scoring import BETTER, SeasonScoring


@dataclass(frozen=True, slots=True)
class Place:
    """first: the best of the places that equal players cover; sharing: how many they are."""

    first: int
    sharing: int = 1


def final_places(document: Mapping[str, Any]) -> dict[int, Place]:
    """The places of all who took part, by entry number. document: the standings with `decided`.

    The last stage comes first, then those who were only in earlier ones. In a stage with groups
    equal ranks of different groups share their places. A tie that was decided is none.
    """
    played = games_played(document)
    keys = {entry: key for entry, key in _order_keys(document) if played[entry]}
    counted = Counter(keys.values())
    firsts: dict[tuple[int, int], int] = {}
    place = 1
    for key in sorted(counted):
        firsts[key] = place
        place += counted[key]
    return {entry: Place(firsts[key], counted[key]) for entry, key in keys.items()}


def games_played(document: Mapping[str, Any]) -> Mapping[int, int]:
    """The matches with a game over the board of each entry, over all stages; 0: took no part."""
    found: dict[int, int] = defaultdict(int)
    for stage in (*document.get("earlier", ()), document):
        for row in stage["rows"]:
            found[row["entry"]] += row["played"]
    return found


def points_of_place(place: Place, scoring: SeasonScoring) -> Points:
    """Half points. Places below the table give nothing."""
    table = scoring.points_x2
    if scoring.ties == BETTER:
        return table[place.first - 1] if place.first <= len(table) else 0
    return simplify(Fraction(sum(covered_points(place, scoring)), place.sharing))


def covered_points(place: Place, scoring: SeasonScoring) -> tuple[int, ...]:
    """The half points of each place that equal players cover."""
    found = scoring.points_x2[place.first - 1 : place.first - 1 + place.sharing]
    return (*found, *[0] * (place.sharing - len(found)))


def _order_keys(document: Mapping[str, Any]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each entry with (stages before the last one, rank in it), of its last stage."""
    seen: set[int] = set()
    for before, stage in enumerate((document, *reversed(document.get("earlier", ())))):
        for row in stage["rows"]:
            if row["entry"] not in seen:
                seen.add(row["entry"])
                yield row["entry"], (before, rank_in_stage(row))


def rank_in_stage(row: Mapping[str, Any]) -> int:
    """The rank of a row, with the order that somebody decided among equal ones."""
    decided = row.get("decided")
    return int(row["rank"]) + (int(decided["rank"]) - 1 if decided else 0)
