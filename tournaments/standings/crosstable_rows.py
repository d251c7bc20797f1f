"""The crosstable as it is read: what each round added to the ranking score of each entry.

Every row adds up to the ranking score of `table.py`, except that Keizer points are not a sum of
points of rounds: there the row adds up to the points that `rank_by` of the rules names.
"""

from __future__ import annotations

from typing import NamedTuple

from tournaments.standings.crosstable import (
    ABSENT,
    BYE_ASKED,
    BYE_FULL,
    FORFEIT_LOST,
    FORFEIT_WON,
    OPEN,
    OVER,
    Crosstable,
    CrosstableCell,
)
from tournaments.standings.derivation import Derivation
from tournaments.standings.points import Points, simplify
from tournaments.standings.tiebreaks.unplayed import BOARD_PLUS_RESERVE, extra_points
from tournaments.state import BYE_ALLOCATED, CANCELLED, Entrant, EventState, MatchRules

# Kinds of absence that are named as such; others are named by what they give.
NAMED_ABSENCES = ("withdrawn", "late")
OUTCOMES = (
    *(OVER, OPEN, FORFEIT_WON, FORFEIT_LOST, CANCELLED),
    *(BYE_ALLOCATED, BYE_FULL, BYE_ASKED, ABSENT),
    *NAMED_ABSENCES,
)


class RankedCell(NamedTuple):
    """outcome: the kind of the cell, or of the absence. ranking_x2: None while nothing counts."""

    cell: CrosstableCell
    outcome: str
    ranking_x2: Points | None


class RankedRow(NamedTuple):
    """extras: points from earlier stages, bonuses and penalties."""

    cells: tuple[RankedCell, ...]
    extras: tuple[Derivation, ...]

    @property
    def total_x2(self) -> Points:
        given = [cell.ranking_x2 or 0 for cell in self.cells]
        return simplify(sum([*given, *(extra.value or 0 for extra in self.extras)]))


def ranked_rows(state: EventState) -> dict[int, RankedRow]:
    """The row of each entrant, by entry number."""
    cells = Crosstable.of(state).cells
    return {
        entrant.number: RankedRow(
            tuple(_ranked_cell(cell, entrant, state.rules) for cell in cells[entrant.number]),
            tuple(extra_points(entrant, state)),
        )
        for entrant in state.entrants
    }


def _ranked_cell(cell: CrosstableCell, entrant: Entrant, rules: MatchRules) -> RankedCell:
    points = _board_points_x2(cell) if rules.rank_by == BOARD_PLUS_RESERVE else cell.points_x2
    started = bool(points) or (rules.rank_by != "match_points" and bool(cell.games))
    is_empty = cell.kind == OPEN and not started
    return RankedCell(cell, _outcome(cell, entrant), None if is_empty else points)


def _board_points_x2(cell: CrosstableCell) -> int:
    """Board-plus-reserve points count whole, so twice in half points."""
    return 2 * sum(result.bpr[cell.seat_index] for _slot, result in cell.games if result.bpr)


def _outcome(cell: CrosstableCell, entrant: Entrant) -> str:
    if cell.pairing is None and cell.kind in (ABSENT, BYE_ASKED, BYE_FULL):
        absence = entrant.absence_in(cell.round)
        if absence is not None and absence.kind in NAMED_ABSENCES:
            return absence.kind
    return cell.kind
