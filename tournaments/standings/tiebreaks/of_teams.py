"""Tie-breaks of teams alone.

Source: FIDE C.07 (1 March 2026), articles 12 and 13. Here a match is one of teams, and its games
are those of its boards in board order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tournaments.standings.crosstable import Crosstable, CrosstableCell
from tournaments.standings.derivation import Derivation, Derivations, add_up
from tournaments.standings.points import Points, divide
from tournaments.standings.tiebreaks.encounters import encounter_places
from tournaments.standings.tiebreaks.unplayed import counted_opponents
from tournaments.state import BYE_ALLOCATED

MATCH, GAME = "match_points", "game_points"


def ranked_by_score(crosstable: Crosstable, score: str) -> Crosstable:
    """The crosstable with match points or game points as what ranks."""
    state = crosstable.state
    if state.rules.rank_by == score:
        return crosstable

    def make(crosstable: Crosstable) -> Crosstable:
        other = replace(state, rules=replace(state.rules, rank_by=score))
        return replace(Crosstable.of(other), tied=crosstable.tied)

    made = crosstable.cached(f"by {score}", make)
    return replace(made, tied=crosstable.tied)


def extended_sonneborn_berger(crosstable: Crosstable, *, theirs: str, ours: str) -> Derivations:
    """Sum of one score of each opponent, each times a score made against it.

    theirs, ours: MATCH or GAME. Source: C.07 13.2.1 to 13.2.4; unplayed matches by article 16.
    """
    code = f"E{theirs[0].upper()}{ours[0].upper()}SB"
    nodes = {}
    for entry, counted in counted_opponents(ranked_by_score(crosstable, theirs)).items():
        shares = []
        for cell, score, _missed in counted:
            own = cell.match_x2 if ours == MATCH else cell.game_x2
            value = divide((score.value or 0) * own, 2)
            shares.append(cell.node("share", value, score, cell.node(cell.points.code, own)))
        nodes[entry] = add_up(code, shares)
    return nodes


def extended_direct_encounter(crosstable: Crosstable) -> Derivations:
    """Direct encounter by what ranks and, if that parts nobody, by the other score.

    Source: C.07 13.3.1 and 13.3.3: every smaller group begins with what ranks again.
    """
    other = GAME if crosstable.state.rules.rank_by == MATCH else MATCH
    return encounter_places("EDE", crosstable, (crosstable, ranked_by_score(crosstable, other)))


def board_count(crosstable: Crosstable) -> Derivations:
    """Sum of each board's number times the points on it, the lower the better.

    Source: C.07 12.1. It has a meaning for teams with equal game points.
    """
    found = board_points(crosstable)
    return {
        entry: add_up(
            "BC",
            [
                Derivation("board_counted", points * at, {"board": at})
                for at, points in enumerate(boards, start=1)
            ],
        )
        for entry, boards in found.items()
    }


def top_boards(crosstable: Crosstable) -> Derivations:
    """The place among tied teams by their points on board 1, then on board 2, and so on.

    Source: C.07 12.2.
    """
    return _places("TBR", crosstable, lambda boards: boards)


def without_bottom_boards(crosstable: Crosstable) -> Derivations:
    """The place among tied teams by the points of all boards but the last, then the last two ...

    Source: C.07 12.3.
    """
    return _places(
        "BBE",
        crosstable,
        lambda boards: tuple(sum(boards[:end]) for end in range(len(boards) - 1, 0, -1)),
    )


def board_points(crosstable: Crosstable) -> dict[int, tuple[Points, ...]]:
    """The game points of each team on each board, in half points.

    A forfeit counts as a game won or lost, and a bye as won on every board (C.07 12, preamble).
    """
    state = crosstable.state
    boards = state.options.tables_of_match
    games = max(1, state.rules.games_per_match // boards)
    found = {}
    for entry, cells in crosstable.cells.items():
        points: list[Points] = [0] * boards
        for cell in cells:
            for board, given in _of_cell(cell, boards, games):
                points[board - 1] += given
        found[entry] = tuple(points)
    return found


def _of_cell(cell: CrosstableCell, boards: int, games: int) -> list[tuple[int, Points]]:
    """Boards and points of one match."""
    if cell.kind == BYE_ALLOCATED:
        return [(board, 2 * games) for board in range(1, boards + 1)]
    slots = cell.pairing.regular_slots if cell.pairing and cell.opponent else ()
    return [
        ((slot.number - 1) // games + 1, slot.result.points_x2[cell.seat_index])
        for slot in slots
        if slot.result is not None and (slot.number - 1) // games < boards
    ]


def _places(
    code: str,
    crosstable: Crosstable,
    key: Callable[[tuple[Points, ...]], tuple[Points, ...]],
) -> Derivations:
    """The place from 1 in each group of tied teams, the highest key first."""
    found = board_points(crosstable)
    places = dict.fromkeys(found, 1)
    for group in crosstable.tied:
        keys = {entry: key(found[entry]) for entry in group}
        for entry in group:
            places[entry] = 1 + sum(other > keys[entry] for other in keys.values())
    return {
        entry: Derivation(
            code,
            place,
            {},
            tuple(
                Derivation("on_board", points, {"board": at})
                for at, points in enumerate(found[entry], start=1)
            ),
        )
        for entry, place in places.items()
    }
