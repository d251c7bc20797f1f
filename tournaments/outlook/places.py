"""The places of entries by the real standings, as ranges: equal entries share theirs.

Two entries that share places 2 and 3 have the range (2, 3): the standings do not decide between
them. Tie-breaks from the first one on that needs facts of games (`FACTS`) are left out, as nobody
knows them of a game to come; entries that are equal before it share their places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from tournaments.standings.bracket import place_ranges
from tournaments.standings.crosstable import Crosstable
from tournaments.standings.points import Points
from tournaments.standings.scores import ranking_scores
from tournaments.standings.table import ELIMINATIONS, build_table
from tournaments.state import EventState

FACTS = frozenset({"BPR", "RW", "FM", "FORD", "CARDS"})
BOARD_POINTS = "board_plus_reserve"
Range = tuple[int, int]  # best and worst place


def tiebreaks_left_out(tiebreaks: tuple[str, ...]) -> tuple[str, ...]:
    """The tie-breaks from the first one on that needs facts of games."""
    first = next((at for at, code in enumerate(tiebreaks) if code in FACTS), len(tiebreaks))
    return tiebreaks[first:]


def without_facts(state: EventState) -> EventState:
    """The state whose tie-breaks need only results."""
    codes = state.rules.tiebreaks
    kept = codes[: len(codes) - len(tiebreaks_left_out(codes))]
    return replace(state, rules=replace(state.rules, tiebreaks=kept))


def places_by_standings(state: EventState) -> dict[int, Range]:
    """The places of every entry in its group. state: as of `without_facts`."""
    if state.system in ELIMINATIONS:
        return place_ranges(state)
    rows = build_table(state).rows
    sharing = Counter((row.group, row.rank) for row in rows)
    return {row.entry: (row.rank, row.rank + sharing[row.group, row.rank] - 1) for row in rows}


def places_by_points(points: Mapping[int, Points]) -> dict[int, Range]:
    """The places of entries of one group by points alone."""
    sharing = Counter(points.values())
    ranges: dict[Points, Range] = {}
    before = 0
    for value in sorted(sharing, reverse=True):
        ranges[value] = (before + 1, before + sharing[value])
        before += sharing[value]
    return {entry: ranges[value] for entry, value in points.items()}


def ranking_points(state: EventState) -> dict[int, Points]:
    """What the standings rank by, of every entry."""
    return {entry: node.value or 0 for entry, node in ranking_scores(Crosstable.of(state)).items()}
