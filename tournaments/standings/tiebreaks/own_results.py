"""Tie-breaks from an entry's own results.

Source: FIDE C.07 (1 March 2026), article 7. In a round robin a forfeit win counts as a game and a
forfeit loss is unplayed (15.2). In a match of several games, FIDE's games are games and FIDE's
rounds are matches; *second* means moving second.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.standings.crosstable import FORFEIT_WON, OPEN, OVER, Crosstable, CrosstableCell
from tournaments.standings.derivation import Derivation, Derivations, add_up
from tournaments.standings.points import is_won_game
from tournaments.standings.tiebreaks.unplayed import CUTS

HALF_X2, WHOLE_X2 = 1, 2


def wins(crosstable: Crosstable) -> Derivations:
    """Rounds that gave at least the points of a win, played or not. Source: C.07 7.1."""
    return _count("WIN", crosstable, lambda cell: int(cell.is_win))


def games_won(crosstable: Crosstable) -> Derivations:
    """Games won over the board. Source: C.07 7.2, 15.2."""
    return _count("WON", crosstable, lambda cell: games_won_in(cell, crosstable))


def games_won_in(cell: CrosstableCell, crosstable: Crosstable) -> int:
    return _games(cell, crosstable, won=True)


def games_second(crosstable: Crosstable) -> Derivations:
    """Games played moving second. Source: C.07 7.3, 15.2."""
    return _count("BPG", crosstable, lambda cell: _games(cell, crosstable, second=True))


def games_won_second(crosstable: Crosstable) -> Derivations:
    """Games won moving second. Source: C.07 7.4, 15.2."""
    return _count("BWG", crosstable, lambda cell: _games(cell, crosstable, second=True, won=True))


def rounds_elected(crosstable: Crosstable) -> Derivations:
    """Rounds so far minus those missed by choice. Source: C.07 7.6."""
    return _count("REP", crosstable, lambda cell: int(not cell.is_voluntary))


def standard_points(crosstable: Crosstable) -> Derivations:
    """1, ½ or 0 for more, equal or fewer points than the opponent, whatever a win is worth.

    An unplayed round is compared with a draw. Source: C.07 7.7.
    """
    return {
        entry: add_up(
            "STD", (cell.node("standard", _standard_x2(cell, crosstable)) for cell in cells)
        )
        for entry, cells in crosstable.cells.items()
    }


def pairing_numbers(crosstable: Crosstable) -> Derivations:
    """The number in the starting order, lower being better. Source: C.07 7.8."""
    state = crosstable.state
    if any(entrant.seed for entrant in state.entrants):
        return {
            entry: Derivation("TPN", at) for at, entry in enumerate(state.entries_by_seed, start=1)
        }
    return {entry: Derivation("TPN", entry) for entry in state.entry_numbers}


def progressive_scores(crosstable: Crosstable, modifier: str = "") -> Derivations:
    """Sum of the scores after each round. Source: C.07 7.5; 14.1.1 for the modifier /C1."""
    first = CUTS[modifier].low
    nodes = {}
    for entry, cells in crosstable.cells.items():
        parts: list[Derivation] = []
        so_far: list[Derivation] = []
        for at, cell in enumerate(cells):
            so_far.append(cell.points)
            score = add_up("progress", so_far, {"round": cell.round, "leg": cell.leg})
            is_cut = at < first
            parts.append(Derivation("cut_first", None, score.params, (score,)) if is_cut else score)
        nodes[entry] = add_up("PS" + modifier, parts)
    return nodes


def _count(code: str, crosstable: Crosstable, of: Callable[[CrosstableCell], int]) -> Derivations:
    nodes = {}
    for entry, cells in crosstable.cells.items():
        nodes[entry] = add_up(code, [cell.node("counted", n) for cell in cells if (n := of(cell))])
    return nodes


def _games(
    cell: CrosstableCell, crosstable: Crosstable, *, second: bool = False, won: bool = False
) -> int:
    """The number of games of a round, optionally only those moving second or won."""
    games = cell.games
    if cell.kind == FORFEIT_WON and crosstable.is_round_robin and cell.pairing:
        games = tuple((slot, slot.result) for slot in cell.pairing.regular_slots if slot.result)
    count = 0
    for slot, result in games:
        if (not second or slot.first_seat != cell.seat_index + 1) and (
            not won or is_won_game(result.points_x2, cell.seat_index)
        ):
            count += 1
    return count


def _standard_x2(cell: CrosstableCell, crosstable: Crosstable) -> int:
    if cell.kind == OPEN:
        return 0
    other_x2 = cell.opponent_x2 if cell.kind == OVER else crosstable.draw_x2
    if cell.points_x2 == other_x2:
        return HALF_X2
    return WHOLE_X2 if cell.points_x2 > other_x2 else 0
