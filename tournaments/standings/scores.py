"""Scores of entries: match points, game points, board-plus-reserve points, wins.

`points.py` has the points of single matches, games and byes. A missed round without a bye gives the
absence's points once, and as game points the same share of a full match. Board-plus-reserve points
come only from games over the board (TAK-8.1). Adjustments and points from earlier stages change
the ranking score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.standings.crosstable import Crosstable, CrosstableCell
from tournaments.standings.derivation import Derivation, Derivations, add_up
from tournaments.standings.points import (
    Points,
)
from tournaments.standings.tiebreaks.game_facts import board_plus_reserve, board_plus_reserve_in
from tournaments.standings.tiebreaks.own_results import games_won_in
from tournaments.standings.tiebreaks.unplayed import extra_points
from tournaments.state import Entrant, EventState


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one entry.

    bpr: sum of board-plus-reserve points, whole points. wins: rounds (of each leg) that gave at
    least the points of a win, played or not (FIDE C.07 WIN). won: games won over the board, in a
    round robin also by forfeit (C.07 WON). played: matches with a game over the board.
    primary_x2: the ranking score. adjusted_x2: the arbiters' bonuses and penalties included in it.
    """

    entry: int
    match_points_x2: Points = 0
    game_points_x2: Points = 0
    bpr: int = 0
    wins: int = 0
    won: int = 0
    played: int = 0
    primary_x2: Points = 0
    adjusted_x2: int = 0


def scores(state: EventState) -> dict[int, Score]:
    """The score of every entrant, by entry number."""
    return score_crosstable(Crosstable.of(state))


def score_crosstable(crosstable: Crosstable) -> dict[int, Score]:
    """The score of every entrant; each number is the value of its derivation.

    What is counted only (BPR, WIN, WON) is counted without one, which costs more than the number.
    """
    made = [part(crosstable) for part in (match_points, game_points, ranking_scores)]
    adjusted = {e.number: sum(_adjustments(e, crosstable.state)) for e in crosstable.state.entrants}
    found = {}
    for entry, cells in crosstable.cells.items():
        match, game, first = (nodes[entry].value or 0 for nodes in made)
        found[entry] = Score(
            entry,
            match,
            game,
            bpr=sum([board_plus_reserve_in(cell) for cell in cells if cell.games]),
            wins=sum([cell.is_win for cell in cells]),
            won=sum([games_won_in(cell, crosstable) for cell in cells]),
            played=sum([bool(cell.games) for cell in cells]),
            primary_x2=first,
            adjusted_x2=adjusted[entry],
        )
    return found


def _adjustments(entrant: Entrant, state: EventState) -> Iterator[int]:
    """Penalties and bonuses that already count, in half points."""
    for change in entrant.adjustments:
        if change.after_round <= state.current_round:
            yield change.points_x2


def match_points(crosstable: Crosstable) -> Derivations:
    """Match points of all rounds; with extra points if they rank."""
    return crosstable.cached("MP", lambda crosstable: _points(crosstable, "MP", "match_points"))


def game_points(crosstable: Crosstable) -> Derivations:
    """Game points of all rounds; with extra points if they rank."""
    return crosstable.cached("GP", lambda crosstable: _points(crosstable, "GP", "game_points"))


def ranking_scores(crosstable: Crosstable) -> Derivations:
    """The ranking score, in half points."""
    if crosstable.state.rules.rank_by == "match_points":
        return match_points(crosstable)
    if crosstable.state.rules.rank_by == "game_points":
        return game_points(crosstable)
    whole = board_plus_reserve(crosstable)
    nodes = {}
    for entrant in crosstable.state.entrants:
        bpr = whole[entrant.number]
        points = Derivation("in_half_points", 2 * (bpr.value or 0), {}, bpr.children)
        nodes[entrant.number] = add_up("PTS", (points, *extra_points(entrant, crosstable.state)))
    return nodes


def _points(crosstable: Crosstable, code: str, ranks: str) -> Derivations:
    nodes = {}
    for entrant in crosstable.state.entrants:
        cells = crosstable.cells[entrant.number]
        if crosstable.state.rules.rank_by == ranks:
            parts = [*(cell.points for cell in cells), *extra_points(entrant, crosstable.state)]
        elif ranks == "match_points":
            parts = [_points_of(cell, cell.match_x2) for cell in cells]
        else:
            parts = [_points_of(cell, cell.game_x2) for cell in cells]
        nodes[entrant.number] = add_up(code, parts)
    return nodes


def _points_of(cell: CrosstableCell, points_x2: Points) -> Derivation:
    """As the ranking points of the cell, which most often are the same."""
    own = cell.points
    return own if own.value == points_x2 else cell.node(own.code, points_x2)
