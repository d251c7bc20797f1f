"""Tie-breaks from facts of the games: Tak's own, and cards left at a table.

Sources: road wins TAK-5.9; flats TAK-13; FORD as in engine.tak.scoring; cards TAKI-9. Only regular
games over the board count. Unknown facts add nothing, and the derivation marks them.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.tak.results import ROAD_RESULTS
from tournaments.standings.crosstable import Crosstable, CrosstableCell
from tournaments.standings.derivation import Derivation, Derivations, add_up
from tournaments.standings.game_score import score_parts
from tournaments.standings.points import is_won_game
from tournaments.state import SlotResult

GameValue = Callable[[SlotResult, int], int | None]  # the value of a game for a seat, from 0


def road_wins(crosstable: Crosstable) -> Derivations:
    """Games won by a road (TAK-5)."""
    return _sum_games("RW", crosstable, _is_road_win)


def flat_margin(crosstable: Crosstable) -> Derivations:
    """Flats on top at the end of each game minus the opponent's, without komi."""
    return _sum_games("FM", crosstable, _flat_margin)


def ford(crosstable: Crosstable) -> Derivations:
    """FORD points: the winner's flats, the opponent's unplayed pieces, the difference of flats."""
    return _sum_games("FORD", crosstable, lambda result, at: _value_at(result.ford, at))


def cards_left(crosstable: Crosstable) -> Derivations:
    """Cards left in hand over all games, fewer being better (TAKI-9)."""
    return _sum_games("CARDS", crosstable, lambda result, at: _value_at(result.cards_left, at))


def board_plus_reserve(crosstable: Crosstable) -> Derivations:
    """Board-plus-reserve points (TAK-8.1, TAK-13)."""
    nodes = _sum_games("BPR", crosstable, lambda result, at: _value_at(result.bpr, at))
    if not crosstable.game_scores:
        return nodes
    return {
        entry: add_up("BPR", (_explain_game(node, entry, crosstable) for node in root.children))
        for entry, root in nodes.items()
    }


def board_plus_reserve_in(cell: CrosstableCell) -> int:
    """The points of the games of a round; those whose facts are unknown add nothing."""
    return sum([_value_at(result.bpr, cell.seat_index) or 0 for _slot, result in cell.games])


def _explain_game(node: Derivation, entry: int, crosstable: Crosstable) -> Derivation:
    """A game as the sum of board and reserve, if the details of its score are known."""
    at = (node.params["round"], node.params["leg"])
    pairing = next(
        c.pairing for c in crosstable.cells[entry] if (c.round, c.leg) == at and c.pairing
    )
    key = (pairing.round, pairing.leg, pairing.seats, int(node.params["game"]))
    score = crosstable.game_scores.get(key)
    return add_up("game", score_parts(score), node.params) if score and node.value else node


def _is_road_win(result: SlotResult, at: int) -> int:
    return int(result.outcome in ROAD_RESULTS and is_won_game(result.points_x2, at))


def _flat_margin(result: SlotResult, at: int) -> int | None:
    flats = result.flats
    return None if flats is None else flats[at] - flats[1 - at]


def _value_at(facts: tuple[int, ...] | None, at: int) -> int | None:
    return None if facts is None else facts[at]


def _sum_games(code: str, crosstable: Crosstable, of: GameValue) -> Derivations:
    return {
        entry: add_up(code, [node for cell in cells if cell.games for node in _games(cell, of)])
        for entry, cells in crosstable.cells.items()
    }


def _games(cell: CrosstableCell, of: GameValue) -> list[Derivation]:
    """A node for each game with a non-zero value or unknown facts."""
    nodes, at = [], cell.seat_index
    for slot, result in cell.games:
        value = of(result, at)
        if value != 0:
            params = {"round": cell.round, "leg": cell.leg, "game": slot.number}
            nodes.append(Derivation("unknown_facts" if value is None else "game", value, params))
    return nodes
