"""Tie-breaks made of facts of the games: Tak's own, and the cards left at a table.

Sources: road wins TAK-5.9; flats TAK-13; FORD as in engine.tak.scoring; cards TAKI-9. Games over
the board count, play-offs do not. Facts that are not known add nothing, and the derivation says
where they are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.tak.results import ROAD_RESULTS
from tournaments.standings.crosstable import Cell, Field
from tournaments.standings.derivation import Derivation, Nodes, add_up
from tournaments.standings.game_score import score_parts
from tournaments.standings.points import is_won_game
from tournaments.state import SlotResult

OfGame = Callable[[SlotResult, int], int | None]  # the value of a game for a seat, from 0


def road_wins(field: Field) -> Nodes:
    """Games won by a road (TAK-5)."""
    return _of_games("RW", field, _is_road_win)


def flat_margin(field: Field) -> Nodes:
    """Flats on top at the end of each game, less those of the opponent, without komi."""
    return _of_games("FM", field, _flat_margin)


def ford(field: Field) -> Nodes:
    """FORD points: the winner's flats, the opponent's unplayed pieces, the difference of flats."""
    return _of_games("FORD", field, lambda result, at: _at(result.ford, at))


def cards_left(field: Field) -> Nodes:
    """Cards left in hand over all games, fewer being better (TAKI-9)."""
    return _of_games("CARDS", field, lambda result, at: _at(result.cards_left, at))


def board_plus_reserve(field: Field) -> Nodes:
    """Board-plus-reserve points (TAK-8.1, TAK-13)."""
    nodes = _of_games("BPR", field, lambda result, at: _at(result.bpr, at))
    if not field.game_scores:
        return nodes
    return {
        entry: add_up("BPR", (_explained(node, entry, field) for node in root.children))
        for entry, root in nodes.items()
    }


def _explained(node: Derivation, entry: int, field: Field) -> Derivation:
    """A game as the sum of board and reserve, where it is known how its score came about."""
    at = (node.params["round"], node.params["leg"])
    pairing = next(c.pairing for c in field.cells[entry] if (c.round, c.leg) == at and c.pairing)
    key = (pairing.round, pairing.leg, pairing.seats, int(node.params["game"]))
    score = field.game_scores.get(key)
    return add_up("game", score_parts(score), node.params) if score and node.value else node


def _is_road_win(result: SlotResult, at: int) -> int:
    return int(result.outcome in ROAD_RESULTS and is_won_game(result.points_x2, at))


def _flat_margin(result: SlotResult, at: int) -> int | None:
    flats = result.flats
    return None if flats is None else flats[at] - flats[1 - at]


def _at(facts: tuple[int, ...] | None, at: int) -> int | None:
    return None if facts is None else facts[at]


def _of_games(code: str, field: Field, of: OfGame) -> Nodes:
    return {
        entry: add_up(code, (node for cell in cells for node in _games(cell, of)))
        for entry, cells in field.cells.items()
    }


def _games(cell: Cell, of: OfGame) -> Iterator[Derivation]:
    """A node for each game that adds something or whose facts are not known."""
    for slot, result in cell.games:
        value = of(result, cell.at)
        if value != 0:
            params = {"round": cell.round, "leg": cell.leg, "game": slot.number}
            yield Derivation("unknown_facts" if value is None else "game", value, params)
