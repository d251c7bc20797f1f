"""The score of each match by seat: match points, game points, board-plus-reserve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.documents import Document
from tournaments.standings.points import Points, game_points_x2, match_points_x2, write_points
from tournaments.state import OVER_THE_BOARD, EventState, Played


class MatchScore(NamedTuple):
    """By seat. match_points_x2: None if the match is unfinished or cancelled.

    bpr: whole points of the games over the board whose facts are known (TAK-8.1); the sum of a
    match is what ranks a contest of several games (TAK-8).
    """

    round: int
    leg: int
    table: int | None
    seats: tuple[int, ...]
    match_points_x2: tuple[Points, ...] | None
    game_points_x2: tuple[Points, ...]
    bpr: tuple[int, ...]

    def as_json(self) -> Document:
        matches = self.match_points_x2
        return {
            **self._asdict(),
            "seats": list(self.seats),
            "match_points_x2": None if matches is None else list(map(write_points, matches)),
            "game_points_x2": list(map(write_points, self.game_points_x2)),
            "bpr": list(self.bpr),
        }


def match_scores(state: EventState) -> Iterator[MatchScore]:
    """Every pairing of a stage, including byes, by round, leg and table."""
    ordered = sorted(state.played, key=lambda p: (p.round, p.leg, p.table is None, p.table or 0))
    for played in ordered:
        yield MatchScore(
            played.round,
            played.leg,
            played.table,
            played.seats,
            match_points_x2(played, state.rules),
            game_points_x2(played, state.rules),
            _board_plus_reserve(played),
        )


def _board_plus_reserve(played: Played) -> tuple[int, ...]:
    games = [
        result.bpr
        for result in played.results
        if result.kind in OVER_THE_BOARD and result.bpr is not None
    ]
    return tuple(sum(game[at] for game in games) for at in range(len(played.seats)))
