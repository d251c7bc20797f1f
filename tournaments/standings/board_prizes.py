"""Board prizes of a stage of teams: who scored best on each board, and why.

Rounds count in which games were played over the board; one that was won or lost by forfeit, and a
bye, does not. A player is ranked on one board: that of most of these rounds, of equal ones the
higher. There the points of all of them count. There is no rule of FIDE for it; a number of rounds
as condition and the performance (C.07 10.2) as tie-break are usual in team competitions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.standings.crosstable import OVER, Crosstable, CrosstableCell
from tournaments.standings.derivation import Derivation, add_up
from tournaments.standings.points import Points
from tournaments.standings.teams import match_of_table
from tournaments.standings.tiebreaks.performance import performances
from tournaments.state import BY_PERFORMANCE, EventState

BEST_PLACES = 3


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A player among those of a board. rank: from 1, shared by those who are equal.

    score: the game points with the rounds that they are from. performance: without a value if
    no opponent has a rating.
    """

    entry: int
    board: int
    rank: int
    rounds: int
    score: Derivation
    performance: Derivation


def rounds_needed(state: EventState) -> int:
    """How many rounds a player has to play: the option, else half of the stage, rounded up."""
    if state.options.board_rounds is not None:
        return state.options.board_rounds
    return max(1, (state.rounds_total - state.rounds_before + 1) // 2)


def board_places(state: EventState) -> tuple[BoardPlace, ...]:
    """The first three places of each board, by board and rank; equal ones by entry number.

    state: of a stage of teams, with its entries as entrants.
    """
    crosstable, needed = Crosstable.of(state), rounds_needed(state)
    performance = {entry: _of_rated(node) for entry, node in performances(crosstable).items()}
    found: dict[int, list[tuple[Points, int, int, Derivation]]] = defaultdict(list)
    for entry, cells in crosstable.cells.items():
        rounds = [(_board(state, cell), cell) for cell in cells if cell.kind == OVER]
        if len(rounds) >= needed:
            score = _score(rounds)
            found[_usual_board(rounds)].append((score.value or 0, entry, len(rounds), score))
    places: list[BoardPlace] = []
    for board, rows in sorted(found.items()):
        for rank, (_points, entry, played, score) in _ranked(state, rows, performance):
            if rank <= BEST_PLACES:
                mine = performance[entry]
                places.append(BoardPlace(entry, board, rank, played, score, mine))
    return tuple(places)


Row = tuple[Points, int, int, Derivation]


def _ranked(
    state: EventState, rows: Sequence[Row], performance: dict[int, Derivation]
) -> Iterator[tuple[int, Row]]:
    """The rows with their ranks. Equal points are parted by performance if all of them have one."""
    rank = 1
    by_points = sorted(rows, key=lambda row: (-row[0], row[1]))
    for _points, equal in groupby(by_points, key=lambda row: row[0]):
        tied = list(equal)
        values = {row[1]: performance[row[1]].value for row in tied}
        parted = state.options.board_ties == BY_PERFORMANCE and None not in values.values()
        key = {entry: value if parted else 0 for entry, value in values.items()}
        for row in sorted(tied, key=lambda row: (-(key[row[1]] or 0), row[1])):
            higher = sum((other or 0) > (key[row[1]] or 0) for other in key.values())
            yield rank + higher, row
        rank += len(tied)


def _of_rated(performance: Derivation) -> Derivation:
    """Without a value if the opponents have no average: only the rating difference is left."""
    if any(
        part.code == "opponents_average" and part.value is None for part in performance.children
    ):
        return performance._replace(value=None)
    return performance


def _board(state: EventState, cell: CrosstableCell) -> int:
    table = cell.pairing.table if cell.pairing else None
    return match_of_table(table or 1, state.options.tables_of_match)[1]


def _usual_board(rounds: Sequence[tuple[int, CrosstableCell]]) -> int:
    times = Counter(board for board, _cell in rounds)
    return min(times, key=lambda board: (-times[board], board))


def _score(rounds: Sequence[tuple[int, CrosstableCell]]) -> Derivation:
    parts = [
        Derivation(
            "played_on_board",
            cell.game_x2,
            {"round": cell.round, "board": board, "opponent": cell.opponent},
        )
        for board, cell in rounds
    ]
    return add_up("board_score", parts, {"games": len(rounds)})
