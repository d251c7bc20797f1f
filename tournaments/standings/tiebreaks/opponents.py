"""Tie-breaks from the opponents' scores.

Source: FIDE C.07 (1 March 2026), articles 8, 9 and 14. Unplayed rounds: see `unplayed`.
"""

from __future__ import annotations

from fractions import Fraction

from tournaments.standings.crosstable import OVER, Crosstable, CrosstableCell
from tournaments.standings.derivation import Derivation, Derivations, Params, add_up, average
from tournaments.standings.points import divide
from tournaments.standings.tiebreaks.unplayed import (
    CUTS,
    TieBreakTerm,
    apply_cuts,
    counted_opponents,
    own_scores,
)


def buchholz(crosstable: Crosstable, modifier: str = "") -> Derivations:
    """Sum of the opponents' scores.

    Source: C.07 8.1; 14.1 to 14.4 for a modifier of CUTS. Not for round robins.
    """
    return crosstable.cached(
        "BH" + modifier, lambda crosstable: _buchholz(crosstable, "BH", modifier, fore=False)
    )


def fore_buchholz(crosstable: Crosstable) -> Derivations:
    """Buchholz as if all matches of the last round were drawn, played or not.

    Source: C.07 8.3. Not for round robins.
    """
    return _buchholz(crosstable, "FB", "", fore=True)


def _buchholz(crosstable: Crosstable, code: str, modifier: str, *, fore: bool) -> Derivations:
    nodes, rounds = {}, crosstable.rounds
    for entry, counted in counted_opponents(crosstable, fore=fore).items():
        parts = [node for _, node, _ in counted]
        if modifier:
            terms = [TieBreakTerm(node, node.value or 0, missed) for _, node, missed in counted]
            parts = apply_cuts(terms, CUTS[modifier], rounds=rounds)
        nodes[entry] = add_up(code + modifier, parts)
    return nodes


def average_buchholz(crosstable: Crosstable) -> Derivations:
    """Average of the Buchholz of the opponents met over the board, exact.

    Source: C.07 8.2. Not for round robins.
    """
    values = buchholz(crosstable)
    nodes = {}
    for entry, cells in crosstable.cells.items():
        met = (cell for cell in cells if cell.kind == OVER)
        parts = [
            cell.node("opponent", values[cell.opponent].value, values[cell.opponent])
            for cell in met
        ]
        nodes[entry] = average("AOB", parts)
    return nodes


def sonneborn_berger(crosstable: Crosstable, modifier: str = "") -> Derivations:
    """Sum of the opponents' scores, each times the points against that opponent.

    Source: C.07 9.1; 14.1.1 for the modifier /C1.
    """
    nodes, rounds = {}, crosstable.rounds
    for entry, counted in counted_opponents(crosstable).items():
        shares = [
            cell.node("share", divide((score.value or 0) * cell.points_x2, 2), score, cell.points)
            for cell, score, _ in counted
        ]
        if modifier:
            terms = [
                TieBreakTerm(share, score.value or 0, missed)
                for share, (_, score, missed) in zip(shares, counted, strict=True)
            ]
            shares = apply_cuts(terms, CUTS[modifier], rounds=rounds)
        nodes[entry] = add_up("SB" + modifier, shares)
    return nodes


def koya(crosstable: Crosstable) -> Derivations:
    """Points against opponents with at least half of the maximum score.

    Source: C.07 9.2. Only for round robins. The maximum excludes the rounds of necessary byes and
    matches against entries that never came.
    """
    scores = own_scores(crosstable)
    half_x2 = _half_of_most_x2(crosstable)
    nodes = {}
    for entry, cells in crosstable.cells.items():
        parts = [
            _qualified_node(cell, (scores[cell.opponent].value or 0) >= half_x2[entry])
            for cell in cells
            if cell.opponent
        ]
        nodes[entry] = add_up("KS", parts)
    return nodes


def _qualified_node(cell: CrosstableCell, qualified: bool) -> Derivation:
    if qualified:
        return cell.node("qualified", cell.points_x2, cell.points)
    return cell.node("not_qualified", 0, cell.points)


def _half_of_most_x2(crosstable: Crosstable) -> dict[int, Fraction]:
    """Half of the maximum score in the entry's group, by entry."""
    groups: dict[str, list[int]] = {}
    for entrant in crosstable.state.entrants:
        groups.setdefault(entrant.group, []).append(entrant.number)
    found: dict[int, Fraction] = {}
    for members in groups.values():
        cells = [crosstable.cells[entry] for entry in members]
        rounds = len({(cell.round, cell.leg) for row in cells for cell in row if cell.opponent})
        byes = rounds // len(members) if len(members) % 2 else 0
        never_came = sum(not any(cell.opponent for cell in row) for row in cells)
        most_x2 = crosstable.win_x2 * (rounds - byes - never_came)
        found |= dict.fromkeys(members, Fraction(most_x2, 2))
    return found


def opponents_of_tables(crosstable: Crosstable) -> Derivations:
    """Sum over rounds of the mean score of the others at the table.

    Our own rule for tables of more than two; tables of any size count alike.
    """
    scores = own_scores(crosstable)
    nodes = {}
    for entry, cells in crosstable.cells.items():
        parts = []
        for cell in cells:
            others = [scores[other] for other in cell.other_entries if other in scores]
            if others:
                total = sum(score.value or 0 for score in others)
                names = ", ".join(map(str, cell.other_entries))
                params: Params = {"round": cell.round, "leg": cell.leg, "opponents": names}
                mean = divide(total, len(others))
                parts.append(Derivation("opponents_of_table", mean, params, tuple(others)))
        nodes[entry] = add_up("OPS", parts)
    return nodes
