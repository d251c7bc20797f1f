"""Tie-breaks from the ratings of opponents met over the board and the points against them.

Source: FIDE C.07 (1 March 2026), article 10. Ratings are from the start of the event; forfeits
never count (15.2, 16.6). A match of several games counts as the share of its games.
"""

from __future__ import annotations

from bisect import bisect_left

from tournaments.standings.crosstable import OVER, Crosstable, CrosstableCell
from tournaments.standings.derivation import Derivation, Derivations, add_up, average
from tournaments.standings.points import Points, divide
from tournaments.standings.tiebreaks.fide_tables import (
    expected_percent,
    rating_difference,
)
from tournaments.standings.tiebreaks.unplayed import CUTS

NO_SCORE_DIFFERENCE = 800  # zero points: this far below the lowest opponent (10.3)
CERTAIN_DIFFERENCE = 736  # from this rating difference on, 100 % is expected


def ratings(crosstable: Crosstable) -> Derivations:
    """The entry's own rating. Source: C.07 10.6."""
    return {e.number: Derivation("RTNG", e.rating) for e in crosstable.state.entrants}


def average_rating(crosstable: Crosstable, modifier: str = "") -> Derivations:
    """Average rating of the opponents, rounded. Source: C.07 10.1; 14.1.1 for /C1."""
    code, cuts = "ARO" + modifier, CUTS[modifier]
    nodes = {}
    for entry, rated in _rated(crosstable).items():
        lowest = sorted(range(len(rated)), key=lambda at: rated[at].value or 0)[: cuts.low]
        parts = [
            Derivation("cut_lowest", None, node.params, (node,)) if at in lowest else node
            for at, node in enumerate(rated)
        ]
        nodes[entry] = average(code, parts, whole=True)
    return nodes


def performances(crosstable: Crosstable) -> Derivations:
    """The opponents' average plus the rating difference of the percentage. Source: C.07 10.2."""
    return crosstable.cached("TPR", _performances)


def _performances(crosstable: Crosstable) -> Derivations:
    rated, nodes = _rated(crosstable), {}
    for entry, cells in crosstable.cells.items():
        if not (games := len(rated[entry])):
            nodes[entry] = Derivation("TPR", None, {}, (Derivation("no_opponent", None),))
            continue
        made = _points(cells)
        percent = (100 * (made.value or 0) + games) // (2 * games)  # ½ up
        params = {"percent": percent}
        difference = Derivation("rating_difference", rating_difference(percent), params, (made,))
        mean = average("opponents_average", rated[entry], whole=True)
        nodes[entry] = add_up("TPR", (mean, difference))
    return nodes


def perfect_performances(crosstable: Crosstable) -> Derivations:
    """The lowest rating whose expected score is at least the real one. Source: C.07 10.3."""
    return crosstable.cached("PTP", _perfect_performances)


def _perfect_performances(crosstable: Crosstable) -> Derivations:
    rated, nodes = _rated(crosstable), {}
    for entry, cells in crosstable.cells.items():
        if not rated[entry]:
            nodes[entry] = Derivation("PTP", None, {}, (Derivation("no_opponent", None),))
            continue
        made = _points(cells)
        against = [int(node.value or 0) for node in rated[entry]]
        value = _lowest_rating(made.value or 0, against)
        nodes[entry] = Derivation("PTP", value, {}, (made, *rated[entry]))
    return nodes


def _lowest_rating(points_x2: Points, against: list[int]) -> int:
    if not points_x2:
        return min(against) - NO_SCORE_DIFFERENCE
    possible = range(min(against) - CERTAIN_DIFFERENCE, max(against) + CERTAIN_DIFFERENCE + 1)
    percent = points_x2 * 50
    at = bisect_left(
        possible, percent, key=lambda own: sum(expected_percent(own - other) for other in against)
    )
    return possible[at]


def average_performance(crosstable: Crosstable) -> Derivations:
    """Average TPR of the opponents, rounded. Source: C.07 10.4."""
    return _average_of("APRO", crosstable, performances(crosstable))


def average_perfect_performance(crosstable: Crosstable) -> Derivations:
    """Average PTP of the opponents, rounded. Source: C.07 10.5."""
    return _average_of("APPO", crosstable, perfect_performances(crosstable))


def _average_of(code: str, crosstable: Crosstable, values: Derivations) -> Derivations:
    nodes = {}
    for entry, cells in crosstable.cells.items():
        met = ((cell, values[cell.opponent]) for cell in cells if cell.kind == OVER)
        parts = [cell.node("performance", value.value, value) for cell, value in met]
        nodes[entry] = average(code, parts, whole=True)
    return nodes


def _rated(crosstable: Crosstable) -> dict[int, tuple[Derivation, ...]]:
    """The rating of each opponent met over the board, by entry, in round order."""
    rating = {entrant.number: entrant.rating for entrant in crosstable.state.entrants}
    return {
        entry: tuple(
            [cell.node("rated", rating[cell.opponent]) for cell in cells if cell.kind == OVER]
        )
        for entry, cells in crosstable.cells.items()
    }


def _points(cells: tuple[CrosstableCell, ...]) -> Derivation:
    """The points from rounds over the board, each worth one point."""
    met = [cell for cell in cells if cell.kind == OVER]
    parts = [cell.node("result", _result_x2(cell)) for cell in met]
    return add_up("performance_points", parts, {"games": len(met)})


def _result_x2(cell: CrosstableCell) -> Points:
    """Half points of a round as one game, whatever a win is worth in the event."""
    at, made = cell.seat_index, 0
    for _, result in cell.games:
        own_x2, other_x2 = result.points_x2[at], result.points_x2[1 - at]
        made += 1 + (own_x2 > other_x2) - (own_x2 < other_x2)
    return divide(made, len(cell.games)) if len(cell.games) > 1 else made
