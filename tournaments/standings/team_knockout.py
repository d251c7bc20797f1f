"""Knockouts of teams: who goes on from a drawn match, and the place of each match in the bracket.

A match of teams that is drawn by game points is decided by the first of these that parts the two:
what staff decided; board-plus-reserve points of all games, if they are known of every game that was
played; board count (FIDE C.07 12.1: the sum of each board's number times the points on it, the
lower the better); bottom board elimination (C.07 12.3: the points without the last board, without
the last two, ...); the better seed. The order is the project's own; FIDE gives these as tie-breaks
of a table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from engine.errors import gettext_noop
from tournaments.standings.bracket import Bracket, build_bracket
from tournaments.standings.points import Points, points_text
from tournaments.state import DOUBLE_FORFEIT, OVER_THE_BOARD, EventState, Played

STAFF, BOARD_PLUS_RESERVE, BOARD_COUNT, BOTTOM_BOARDS, SEED = DECIDED_BY = (
    "staff",
    "board_plus_reserve",
    "board_count",
    "bottom_boards",
    "seed",
)
# {first} and {second}: what the team that goes on has, and the other one.
MESSAGES: dict[str, str] = {
    STAFF: gettext_noop("The match is drawn, and staff decided that {team} goes on."),
    BOARD_PLUS_RESERVE: gettext_noop(
        "The match is drawn, and {team} goes on by board-plus-reserve points, {first} to {second}."
    ),
    BOARD_COUNT: gettext_noop(
        "The match is drawn, and {team} goes on by board count, {first} to {second}: the lower is "
        "better."
    ),
    BOTTOM_BOARDS: gettext_noop(
        "The match is drawn, and {team} goes on by bottom board elimination: up to board {boards} "
        "it is {first} to {second}."
    ),
    SEED: gettext_noop("The match is drawn, and {team} goes on as the better seed."),
}
TEAM, IN_ROUND = gettext_noop("team {number}"), gettext_noop("Round {round}: {text}")
Sides = tuple[tuple[Points, ...], tuple[Points, ...]]  # of each team, the higher the better


class Decision(NamedTuple):
    """Who goes on from a drawn match. seat: 1 or 2. by: one of DECIDED_BY.

    values: what parted the two, of this seat and of the other; None if nothing was counted.
    boards: on how many boards, the first ones; 0: all.
    """

    seat: int
    by: str
    values: tuple[Points, Points] | None = None
    boards: int = 0


def decide_drawn(
    played: Played, *, games_per_board: int, by_staff: int | None = None
) -> Decision | None:
    """Who goes on from a drawn match, and by what; None if it is not drawn.

    played: a match of two teams with the games of its boards in order. by_staff: the seat that
    staff let go on. Nobody goes on from a match in which neither team came.
    """
    results = played.results
    if played.is_bye or not played.is_finished:
        return None
    if all(result.kind == DOUBLE_FORFEIT for result in results):
        return None
    boards = _points_by_board(played, games_per_board)
    if sum(boards[0]) != sum(boards[1]):
        return None
    if by_staff is not None:
        return Decision(by_staff, STAFF)
    for code, compare in _CRITERIA.items():
        for left_out, (first, second) in enumerate(zip(*compare(played, boards), strict=True)):
            if first != second:
                seat, values = (1, (first, second)) if first > second else (2, (second, first))
                on_boards = len(boards[0]) - 1 - left_out if code == BOTTOM_BOARDS else 0
                return Decision(seat, code, values, on_boards)
    return Decision(1 if played.seats[0] < played.seats[1] else 2, SEED)


def decision_text(decided: Decision, team: str, *, translate: Callable[[str], str] = str) -> str:
    """A decision as a sentence. team: the name of the one that goes on."""
    whole = decided.by == BOARD_PLUS_RESERVE
    values: tuple[Points, Points] = decided.values or (0, 0)
    first, second = (str(each) if whole else points_text(max(each, -each)) for each in values)
    return translate(MESSAGES[decided.by]).format(
        team=team, first=first, second=second, boards=decided.boards
    )


def _points_by_board(played: Played, games_per_board: int) -> Sides:
    points: tuple[list[Points], list[Points]] = ([], [])
    by_board = groupby(played.regular_slots, key=lambda slot: (slot.number - 1) // games_per_board)
    for _board, slots in by_board:
        results = [slot.result for slot in slots if slot.result is not None]
        for at, side in enumerate(points):
            side.append(sum(result.points_x2[at] for result in results))
    return tuple(points[0]), tuple(points[1])


def _reserves(played: Played, _boards: Sides) -> Sides:
    over = [result for result in played.results if result.kind in OVER_THE_BOARD]
    if any(result.bpr is None for result in over):
        return (), ()
    first, second = (sum(r.bpr[at] for r in over if r.bpr is not None) for at in (0, 1))
    return (first,), (second,)


def _board_count(_played: Played, boards: Sides) -> Sides:
    first, second = (-sum(at * each for at, each in enumerate(side, start=1)) for side in boards)
    return (first,), (second,)


def _without_bottom(_played: Played, boards: Sides) -> Sides:
    first, second = (
        tuple(sum(side[:end]) for end in range(len(side) - 1, 0, -1)) for side in boards
    )
    return first, second


_CRITERIA: dict[str, Callable[[Played, Sides], Sides]] = {
    BOARD_PLUS_RESERVE: _reserves,
    BOARD_COUNT: _board_count,
    BOTTOM_BOARDS: _without_bottom,
}


def with_places(teams: EventState) -> EventState:
    """The stage with the label of the bracket for each match; the teams are its entrants.

    A match of a round is that of the bracket which was ready for its teams; if a correction has
    changed who should have played, the one that was ready for one of them.
    """
    placed: list[Played] = []
    for number, matches in groupby(teams.played, key=lambda played: played.round):
        before = replace(teams, played=tuple(placed), current_round=number - 1)
        bracket = build_bracket(before)
        placed += [replace(played, bracket=_label(bracket, played)) for played in matches]
    return replace(teams, played=tuple(placed))


def _label(bracket: Bracket, played: Played) -> str:
    def common(label: str) -> int:
        return len({*bracket.matches[label].known_entries} & {*played.seats})

    ready = [match.label for match in bracket.by_status("ready")]
    best = max(ready, key=common, default="")
    return best if best and common(best) else ""
