"""Who advances to the next stage and who does not, row by row, with the reason as a code.

IN: by the place in the group (PLACE) or as one of the best of the rest (REST). OUT: BELOW the
cut-off. LEVEL: tied at the cut-off. OPEN: this depends on ties that are still open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.pairing.qualify import GroupRow, group_order, order_across_groups
from tournaments.pairing.tie_decisions import TieOutcome
from tournaments.standings.points import Points

IN, OUT, LEVEL, OPEN = "in", "out", "level", "open"
PLACE, REST, BELOW = "place", "rest", "below"
REST_REASONS = {IN: REST, OUT: BELOW, OPEN: ""}


@dataclass(frozen=True, slots=True)
class CutoffRow:
    """place: in the group, from 1. decided_by: what settled a tie at the cut-off; else empty."""

    entry: int
    group: str
    place: int
    points_x2: Points
    status: str
    why: str = ""
    decided_by: str = ""


# Places by the number of players: so many from a field smaller than this; above, the last.
PLACES_BY_PLAYERS = ((16, 4), (64, 8))
MOST_PLACES = 16


def cutoff_places(options: Mapping[str, Any], *, players: int, groups: int = 1) -> tuple[int, int]:
    """Places of each group that go on, and how many of the rest; all players by default.

    options: of the next stage. players: those who are still in the stage before. With
    `places_by_players` the places of PLACES_BY_PLAYERS are shared out evenly; every group has one.
    """
    if not options.get("places_by_players"):
        return options.get("places", players), options.get("best_of_rest", 0)
    wanted = next((top for below, top in PLACES_BY_PLAYERS if players < below), MOST_PLACES)
    places = max(1, wanted // groups)
    return places, max(0, wanted - places * groups)


def cutoff_rows(outcome: TieOutcome, *, places: int, best_of_rest: int = 0) -> list[CutoffRow]:
    """The rows of every group, the best first. places, best_of_rest: as for `qualify`."""
    groups = [sorted(rows, key=group_order) for _group, rows in sorted(outcome.tables.items())]
    rest = sorted((row for rows in groups for row in rows[places:]), key=order_across_groups)
    rest_status = _rest_status(outcome, [row.entry for row in rest], best_of_rest)
    return [row for rows in groups for row in _group_rows(outcome, rows, places, rest_status)]


def _rest_status(outcome: TieOutcome, rest: Sequence[int], best_of_rest: int) -> dict[int, str]:
    """The status of those below the places of their group. rest: the best first."""
    going, ties = outcome.qualified.order, outcome.qualified.ties
    if not ties or not best_of_rest:
        return {entry: IN if entry in going else OUT for entry in rest}
    if any(tie.group is not None for tie in ties):
        return dict.fromkeys(rest, OPEN)
    line = min(rest.index(entry) for tie in ties for entry in tie.entries)
    return {entry: IN if at < line else OUT for at, entry in enumerate(rest)}


def _group_rows(
    outcome: TieOutcome, rows: Sequence[GroupRow], places: int, rest_status: dict[int, str]
) -> Iterator[CutoffRow]:
    level = {entry for tie in outcome.qualified.ties for entry in tie.entries}
    decided = {entry: done.decided_by for done in outcome.settled for entry in done.order}
    for place, row in enumerate(rows, start=1):
        if row.entry in level:
            status, why = LEVEL, ""
        elif place <= places:
            status, why = IN, PLACE
        else:
            status = rest_status[row.entry]
            why = REST_REASONS[status]
        points_x2 = row.key[0] if row.key else 0
        yield CutoffRow(
            row.entry, row.group, place, points_x2, status, why, decided.get(row.entry, "")
        )
