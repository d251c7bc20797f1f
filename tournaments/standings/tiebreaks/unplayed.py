"""Rounds that were not played, in tie-breaks that are made of the opponents' scores.

Source: FIDE C.07 (1 March 2026), article 16, and 15.2 for round robins. Its categories are
16.2.1 byes given by the pairing or worth a win, 16.2.2 forfeits won, 16.2.3 byes asked for with a
round after them in which the participant was there, 16.2.4 forfeits lost, 16.2.5 byes asked for
with no such round after them. A withdrawal is a bye asked for without points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.standings.crosstable import (
    FORFEIT_LOST,
    FORFEIT_WON,
    WITH_OPPONENT,
    Crosstable,
    CrosstableCell,
)
from tournaments.standings.derivation import Derivation, Derivations, add_up
from tournaments.standings.points import Points
from tournaments.state import BYE_ALLOCATED, Entrant, EventState

BOARD_PLUS_RESERVE = "board_plus_reserve"
FORFEITS = frozenset({FORFEIT_WON, FORFEIT_LOST})


class TieBreakTerm(NamedTuple):
    """What one round adds. score: that of the opponent or dummy; voluntary: missed by choice."""

    node: Derivation
    score: Points
    voluntary: bool


class CountedOpponent(NamedTuple):
    """Who a round counts as played against. score: of the opponent, or of a dummy.

    missed: the round was missed by choice, and the opponent is a dummy for that.
    """

    cell: CrosstableCell
    score: Derivation
    missed: bool


class Cuts(NamedTuple):
    """How many terms are left out (C.07 article 14)."""

    low: int = 0
    high: int = 0


CUTS = {"": Cuts(), "/C1": Cuts(1), "/C2": Cuts(2), "/M1": Cuts(1, 1), "/M2": Cuts(2, 2)}


def own_scores(field: Crosstable, *, fore: bool = False) -> Derivations:
    """The score that ranks, made of its rounds; with `fore`, the last match as a draw."""

    def make(field: Crosstable) -> Derivations:
        nodes = {}
        for entrant in field.state.entrants:
            cells = field.cells[entrant.number]
            parts = [cell.points for cell in cells]
            if fore and _is_paired_last(field, cells) and cells[-1].opponent:
                parts[-1] = cells[-1].node("last_round_as_draw", field.draw_x2)
            if field.state.rules.rank_by != BOARD_PLUS_RESERVE:
                parts += extra_points(entrant, field.state)
            nodes[entrant.number] = add_up("own_score", parts, {"entry": entrant.number})
        return nodes

    return field.cached(f"own_score{fore}", make)


def extra_points(entrant: Entrant, state: EventState) -> Iterator[Derivation]:
    """Points of no round: brought along, and given or taken by an arbiter."""
    yield from _brought(entrant)
    for change in entrant.adjustments:
        if change.after_round <= state.current_round:
            yield Derivation("adjustment", change.points_x2, {"round": change.after_round})


def adjusted_scores(field: Crosstable, *, fore: bool = False) -> Derivations:
    """What an entry's score counts for its opponents.

    Byes asked for with no round after them in which the entry was there count as draws (C.07
    16.3.1), in a round robin as nothing. fore: a match of the last round counts as a draw (8.3).
    An arbiter's bonus or penalty is the entry's own affair and is left out.
    """

    def make(field: Crosstable) -> Derivations:
        nodes = {}
        for entrant in field.state.entrants:
            parts = [*_adjusted(field, field.cells[entrant.number], fore), *_brought(entrant)]
            nodes[entrant.number] = add_up("adjusted_score", parts, {"entry": entrant.number})
        return nodes

    return field.cached(f"adjusted_score{fore}", make)


def _brought(entrant: Entrant) -> Iterator[Derivation]:
    if entrant.start_points_x2:
        yield Derivation("brought_along", entrant.start_points_x2)


def _adjusted(
    field: Crosstable, cells: tuple[CrosstableCell, ...], fore: bool
) -> Iterator[Derivation]:
    was_there = max((at for at, cell in enumerate(cells) if not cell.is_voluntary), default=-1)
    paired_last = fore and _is_paired_last(field, cells)
    for at, cell in enumerate(cells):
        if paired_last and at == len(cells) - 1 and cell.opponent:
            yield cell.node("last_round_as_draw", field.draw_x2)
        elif at < was_there or cell.opponent or paired_last or not cell.is_voluntary:
            yield cell.points
        elif field.is_round_robin:
            yield cell.node("not_counted", 0)
        else:
            yield cell.node("as_draw", field.draw_x2)


def _is_paired_last(field: Crosstable, cells: tuple[CrosstableCell, ...]) -> bool:
    """Whether the entry was paired, or given the bye, in the last round of the stage."""
    if not cells or not field.is_final:
        return False
    return bool(cells[-1].opponent) or cells[-1].kind == BYE_ALLOCATED


def counted_opponents(
    field: Crosstable, *, fore: bool = False
) -> dict[int, tuple[CountedOpponent, ...]]:
    """Who each round of each entry counts as played against.

    In a round robin forfeits are matches like others and rounds without an opponent are none
    (C.07 15.2). Elsewhere an unplayed round counts as played against a dummy with the entry's
    own score, which is never above the adjusted score of the opponent who was to be met
    (16.4.1), or above a draw in every round where there was none (16.4.2).
    """

    def make(field: Crosstable) -> dict[int, tuple[CountedOpponent, ...]]:
        return {entry: tuple(_against(field, entry, fore)) for entry in field.cells}

    return field.cached(f"against{fore}", make)


def _against(field: Crosstable, entry: int, fore: bool) -> Iterator[CountedOpponent]:
    scores = adjusted_scores(field, fore=fore)
    cells, round_robin = field.cells[entry], field.is_round_robin
    for at, cell in enumerate(cells):
        is_last = fore and field.is_final and at == len(cells) - 1
        if cell.opponent and (cell.kind in WITH_OPPONENT or round_robin or is_last):
            score = scores[cell.opponent]
            yield CountedOpponent(cell, cell.node("opponent", score.value, score), missed=False)
        elif not round_robin:
            own = own_scores(field, fore=fore)[entry]
            if cell.kind in FORFEITS:
                dummy = _least("dummy_of_forfeit", cell, own, scores[cell.opponent])
            else:
                dummy = _least("dummy", cell, own, _all_draws(field))
            yield CountedOpponent(cell, dummy, cell.is_voluntary)


def _all_draws(field: Crosstable) -> Derivation:
    return Derivation("all_draws", field.draw_x2 * field.rounds, {"rounds": field.rounds})


def _least(code: str, cell: CrosstableCell, own: Derivation, most: Derivation) -> Derivation:
    return cell.node(code, min(own.value or 0, most.value or 0), own, most)


def apply_cuts(terms: Sequence[TieBreakTerm], cuts: Cuts, *, rounds: int) -> list[Derivation]:
    """The terms' nodes in their order, those cut standing as nodes without a value.

    The least significant is the term of the lowest score, and of those the lowest term (C.07
    14.1). A round missed by choice is cut instead where its term is not below that one (16.5.1),
    at every cut anew (16.5.2). The most significant is the term of the highest score.
    """
    nodes = [term.node for term in terms]
    low = min(cuts.low, rounds)
    high = min(cuts.high, rounds - low)
    left = dict(enumerate(terms)) if low or high else {}
    for _ in range(min(low, len(left))):
        at = min(left, key=lambda at: (left[at].score, left[at].node.value or 0))
        chosen = [n for n in left if left[n].voluntary]
        missed = min(chosen, key=lambda at: (left[at].node.value or 0, left[at].score), default=at)
        if chosen and (left[missed].node.value or 0) >= (left[at].node.value or 0):
            nodes[missed] = _cut("cut_voluntary", left.pop(missed).node)
        else:
            nodes[at] = _cut("cut_lowest", left.pop(at).node)
    for _ in range(min(high, len(left))):
        at = max(left, key=lambda at: (left[at].score, left[at].node.value or 0))
        nodes[at] = _cut("cut_highest", left.pop(at).node)
    return nodes


def _cut(code: str, node: Derivation) -> Derivation:
    return Derivation(code, None, node.params, (node,))
