"""Unplayed rounds in tie-breaks from the opponents' scores.

Source: FIDE C.07 (1 March 2026), article 16, and 15.2 for round robins. Categories: 16.2.1
allocated byes and byes worth a win, 16.2.2 forfeit wins, 16.2.3 asked byes followed by a round in
which the participant was present, 16.2.4 forfeit losses, 16.2.5 asked byes without such a round. A
withdrawal is an asked bye without points.
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

ADJUSTMENT, BROUGHT_ALONG = "adjustment", "brought_along"
EXTRAS = (ADJUSTMENT, BROUGHT_ALONG)  # points outside rounds

BOARD_PLUS_RESERVE = "board_plus_reserve"
FORFEITS = frozenset({FORFEIT_WON, FORFEIT_LOST})


class TieBreakTerm(NamedTuple):
    """The value of one round. score: of the opponent or dummy; voluntary: missed by choice."""

    node: Derivation
    score: Points
    voluntary: bool


class CountedOpponent(NamedTuple):
    """The opponent that counts for a round. score: of the opponent or of a dummy.

    missed: the round was missed by choice, so the opponent is a dummy.
    """

    cell: CrosstableCell
    score: Derivation
    missed: bool


class Cuts(NamedTuple):
    """Number of the lowest and highest terms to leave out (C.07 article 14)."""

    low: int = 0
    high: int = 0


CUTS = {"": Cuts(), "/C1": Cuts(1), "/C2": Cuts(2), "/M1": Cuts(1, 1), "/M2": Cuts(2, 2)}


def own_scores(crosstable: Crosstable, *, fore: bool = False) -> Derivations:
    """The ranking score by rounds. fore: a match of the last round counts as a draw."""

    def make(crosstable: Crosstable) -> Derivations:
        nodes = {}
        for entrant in crosstable.state.entrants:
            cells = crosstable.cells[entrant.number]
            parts = [cell.points for cell in cells]
            if fore and _is_paired_last(crosstable, cells) and cells[-1].opponent:
                parts[-1] = cells[-1].node("last_round_as_draw", crosstable.draw_x2)
            if crosstable.state.rules.rank_by != BOARD_PLUS_RESERVE:
                parts += extra_points(entrant, crosstable.state)
            nodes[entrant.number] = add_up("own_score", parts, {"entry": entrant.number})
        return nodes

    return crosstable.cached(f"own_score{fore}", make)


def extra_points(entrant: Entrant, state: EventState) -> Iterator[Derivation]:
    """Points outside rounds: from earlier stages, and an arbiter's bonuses and penalties."""
    yield from _start_points(entrant)
    for change in entrant.adjustments:
        if change.after_round <= state.current_round:
            yield Derivation(ADJUSTMENT, change.points_x2, {"round": change.after_round})


def adjusted_scores(crosstable: Crosstable, *, fore: bool = False) -> Derivations:
    """The value of an entry's score for its opponents.

    Asked byes without a later round in which the entry was present count as draws (C.07 16.3.1),
    in a round robin as zero. fore: a match of the last round counts as a draw (8.3). Bonuses and
    penalties are left out.
    """

    def make(crosstable: Crosstable) -> Derivations:
        nodes = {}
        for entrant in crosstable.state.entrants:
            parts = [
                *_adjusted_parts(crosstable, crosstable.cells[entrant.number], fore),
                *_start_points(entrant),
            ]
            nodes[entrant.number] = add_up("adjusted_score", parts, {"entry": entrant.number})
        return nodes

    return crosstable.cached(f"adjusted_score{fore}", make)


def _start_points(entrant: Entrant) -> Iterator[Derivation]:
    if entrant.start_points_x2:
        yield Derivation(BROUGHT_ALONG, entrant.start_points_x2)


def _adjusted_parts(
    crosstable: Crosstable, cells: tuple[CrosstableCell, ...], fore: bool
) -> Iterator[Derivation]:
    was_there = max((at for at, cell in enumerate(cells) if not cell.is_voluntary), default=-1)
    paired_last = fore and _is_paired_last(crosstable, cells)
    for at, cell in enumerate(cells):
        if paired_last and at == len(cells) - 1 and cell.opponent:
            yield cell.node("last_round_as_draw", crosstable.draw_x2)
        elif at < was_there or cell.opponent or paired_last or not cell.is_voluntary:
            yield cell.points
        elif crosstable.is_round_robin:
            yield cell.node("not_counted", 0)
        else:
            yield cell.node("as_draw", crosstable.draw_x2)


def _is_paired_last(crosstable: Crosstable, cells: tuple[CrosstableCell, ...]) -> bool:
    """Whether the entry was paired or had the allocated bye in the stage's last round."""
    if not cells or not crosstable.is_final:
        return False
    return bool(cells[-1].opponent) or cells[-1].kind == BYE_ALLOCATED


def counted_opponents(
    crosstable: Crosstable, *, fore: bool = False
) -> dict[int, list[CountedOpponent]]:
    """The counted opponent of each round, by entry.

    In a round robin forfeits count as matches, and rounds without an opponent do not count (C.07
    15.2). Elsewhere an unplayed round counts as played against a dummy with the entry's own score,
    at most the adjusted score of the scheduled opponent (16.4.1), or without one at most a draw in
    every round (16.4.2).
    """

    def make(crosstable: Crosstable) -> dict[int, list[CountedOpponent]]:
        scores = adjusted_scores(crosstable, fore=fore)
        own = own_scores(crosstable, fore=fore)
        return {
            entry: _opponents_of_entry(crosstable, cells, own[entry], scores, fore)
            for entry, cells in crosstable.cells.items()
        }

    return crosstable.cached(f"against{fore}", make)


def _opponents_of_entry(
    crosstable: Crosstable,
    cells: tuple[CrosstableCell, ...],
    own: Derivation,
    scores: Derivations,
    fore: bool,
) -> list[CountedOpponent]:
    """own: the entry's own score. scores: of all as opponents."""
    counted = []
    round_robin = crosstable.is_round_robin
    last = len(cells) - 1 if fore and crosstable.is_final else None
    for at, cell in enumerate(cells):
        if cell.opponent and (cell.kind in WITH_OPPONENT or round_robin or at == last):
            score = scores[cell.opponent]
            counted.append(CountedOpponent(cell, cell.node("opponent", score.value, score), False))
        elif not round_robin:
            if cell.kind in FORFEITS:
                dummy = _dummy_score("dummy_of_forfeit", cell, own, scores[cell.opponent])
            else:
                dummy = _dummy_score("dummy", cell, own, _all_draws(crosstable))
            counted.append(CountedOpponent(cell, dummy, cell.is_voluntary))
    return counted


def _all_draws(crosstable: Crosstable) -> Derivation:
    return Derivation(
        "all_draws", crosstable.draw_x2 * crosstable.rounds, {"rounds": crosstable.rounds}
    )


def _dummy_score(code: str, cell: CrosstableCell, own: Derivation, most: Derivation) -> Derivation:
    return cell.node(code, min(own.value or 0, most.value or 0), own, most)


def apply_cuts(terms: Sequence[TieBreakTerm], cuts: Cuts, *, rounds: int) -> list[Derivation]:
    """The terms' nodes in order; cut terms become nodes without a value.

    The least significant is the term with the lowest score, among equals the lowest term (C.07
    14.1). A round missed by choice is cut instead if its term is not lower (16.5.1); this is
    repeated for every cut (16.5.2). The most significant is the term with the highest score.
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
            nodes[missed] = _cut_node("cut_voluntary", left.pop(missed).node)
        else:
            nodes[at] = _cut_node("cut_lowest", left.pop(at).node)
    for _ in range(min(high, len(left))):
        at = max(left, key=lambda at: (left[at].score, left[at].node.value or 0))
        nodes[at] = _cut_node("cut_highest", left.pop(at).node)
    return nodes


def _cut_node(code: str, node: Derivation) -> Derivation:
    return Derivation(code, None, node.params, (node,))
