"""What players of a season can still reach: totals and places.

Sound: no result of the events to come gives a total or a place outside of what is said here. What
arbiters change later is not foreseen, as in `marks`. The totals are exact. The best place is exact
while no event to come has begun. The worst place is exact unless players share the points of
places: how many can pass somebody together is then only bounded, see `_most_passing`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournaments.documents import Document
from tournaments.standings.points import Points, simplify, write_points
from tournaments.standings.seasons.scoring import PLACES, SHARED, SeasonScoring
from tournaments.standings.seasons.table import SeasonRow, best_sum

# More than so many players who are in no event yet are not counted.
MOST_NEWCOMERS = 1000


@dataclass(frozen=True, slots=True)
class Entrant:
    """least, most: points at the end of the event. took_part: has the bonus already."""

    least: Points
    most: Points
    took_part: bool = False


@dataclass(frozen=True, slots=True)
class EventToCome:
    """An event that is not over. event: its slug; empty for one that nobody has made yet.

    entrants: by public id, if it has begun. anybody: the most points of everybody else; None: it
    has begun, so nobody else enters.
    """

    event: str = ""
    entrants: Mapping[str, Entrant] | None = None
    anybody: Points | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """least, most: the total at the end of the season. best, worst: the place; worst None: any."""

    least: Points
    most: Points
    best: int
    worst: int | None

    def as_json(self) -> Document:
        return {
            "most": write_points(self.most),
            "best_place": self.best,
            "worst_place": self.worst,
        }


@dataclass(frozen=True, slots=True)
class _Span:
    """What a player has and can have. settled: without the events to come, with every bonus that
    may come.
    """

    least: Points
    most: Points
    settled: Points


def season_reach(
    rows: Sequence[SeasonRow], scoring: SeasonScoring, to_come: Sequence[EventToCome]
) -> dict[str, Reach]:
    """By public id, of everybody in the table or in an event that has begun."""
    parts = {row.player: row.parts for row in rows}
    players = dict.fromkeys([*parts, *(name for each in to_come for name in each.entrants or ())])
    open_events = {each.event for each in to_come}
    spans = {}
    for player in players:
        closed = [part for part in parts.get(player, ()) if part.event not in open_events]
        points = [part.score.points for part in closed]
        bonus = simplify(sum(part.bonus for part in closed))
        spans[player] = _span(player, points, bonus, scoring, to_come)
    newcomer = _span("", [], 0, scoring, to_come)
    lows = sorted(span.least for span in spans.values())
    highs = sorted(span.most for span in spans.values())
    prefix = _prefix_sums(scoring, len(to_come))
    found = {}
    for player, span in spans.items():
        above = len(lows) - bisect_right(lows, span.most)
        if scoring.by == PLACES and scoring.ties == SHARED:
            others = [each for name, each in spans.items() if name != player]
            passing = _most_passing(span.least, others, newcomer, prefix)
        elif newcomer.most > span.least:
            passing = None
        else:
            own = span.most > span.least
            passing = len(highs) - bisect_right(highs, span.least) - own
        worst = None if passing is None else passing + 1
        found[player] = Reach(span.least, span.most, above + 1, worst)
    return found


def _span(
    player: str,
    points: Sequence[Points],
    bonus: Points,
    scoring: SeasonScoring,
    to_come: Sequence[EventToCome],
) -> _Span:
    low, high, sure, possible = [*points], [*points], 0, 0
    for each in to_come:
        entrant = (each.entrants or {}).get(player)
        if entrant is not None:
            low.append(entrant.least)
            high.append(entrant.most)
            sure += entrant.took_part
            possible += 1
        elif each.anybody is not None:
            high.append(each.anybody)
            possible += 1
    best = scoring.best
    return _Span(
        least=simplify(best_sum(low, best) + bonus + sure * scoring.bonus),
        most=simplify(best_sum(high, best) + bonus + possible * scoring.bonus),
        settled=simplify(best_sum(points, best) + bonus + possible * scoring.bonus),
    )


def _prefix_sums(scoring: SeasonScoring, events: int) -> list[int]:
    """The most points for places that so many players together can still get."""
    return [0, *accumulate(events * points for points in scoring.points_x2)]


def _most_passing(
    total: Points, others: Sequence[_Span], newcomer: _Span, prefix: Sequence[int]
) -> int | None:
    """How many can end with more than a total, at most; None: any number.

    One who is `lack` behind without the events to come needs more than that from them, because
    dropped scores only make it more. Any k players get together at most the points of the first k
    places of each event. So of those who pass, any k lack together less than that; it is enough to
    look at the k who lack most.
    """
    lacks = sorted(total - each.settled for each in others if each.most > total)
    free = bisect_left(lacks, 0)
    known = lacks[free:]
    if newcomer.most > total:
        lack = total - newcomer.settled
        if lack <= 0:
            return None
        known = [*known[: bisect_right(known, lack)], *[lack] * MOST_NEWCOMERS]
    low, high = 0, len(known)
    while low < high:
        middle = (low + high + 1) // 2
        if _can_pass(known[:middle], prefix):
            low = middle
        else:
            high = middle - 1
    is_unbounded = newcomer.most > total and low == len(known)
    return None if is_unbounded else free + low


def _can_pass(lacks: Sequence[Points], prefix: Sequence[int]) -> bool:
    sums = accumulate(reversed(lacks))
    last = len(prefix) - 1
    return all(lack < prefix[min(at, last)] for at, lack in enumerate(sums, start=1))
