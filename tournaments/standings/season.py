"""The table of a season: total scores of players over several events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.documents import Document
from tournaments.standings.points import Points, simplify, write_points

# The columns of an event's table that a season may add up.
COLUMNS = {
    "match_points": "match_points_x2",
    "game_points": "game_points_x2",
    "board_plus_reserve": "bpr",
    "wins": "wins",
}


@dataclass(frozen=True, slots=True)
class SeasonScoring:
    """by: a key of COLUMNS. best: how many of a player's events count, None for all."""

    by: str = "match_points"
    best: int | None = None

    @property
    def column(self) -> str:
        return COLUMNS[self.by]


@dataclass(frozen=True, slots=True)
class EventScores:
    """Scores in one event by the players' public ids."""

    event: str
    scores: Mapping[str, Points]


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player. rank may be shared. parts: (event, score, whether it counts), in event order."""

    rank: int
    player: str
    total: Points
    parts: tuple[tuple[str, Points, bool], ...]

    def as_json(self) -> Document:
        parts = [
            {"event": event, "score": write_points(score), "counts": counts}
            for event, score, counts in self.parts
        ]
        total = write_points(self.total)
        return {"rank": self.rank, "player": self.player, "total": total, "parts": parts}


def season_table(events: Sequence[EventScores], scoring: SeasonScoring) -> tuple[SeasonRow, ...]:
    """Players by total, then by id. The best events count; of equal ones the earlier."""
    players = sorted({player for event in events for player in event.scores})
    counted = {player: _parts(player, events, scoring.best) for player in players}
    totals = {
        player: simplify(sum(score for _event, score, counts in parts if counts))
        for player, parts in counted.items()
    }
    order = sorted(players, key=lambda player: (-totals[player], player))
    return tuple(
        SeasonRow(
            rank=1 + sum(total > totals[player] for total in totals.values()),
            player=player,
            total=totals[player],
            parts=counted[player],
        )
        for player in order
    )


def _parts(
    player: str, events: Sequence[EventScores], best: int | None
) -> tuple[tuple[str, Points, bool], ...]:
    mine = [(each.event, each.scores[player]) for each in events if player in each.scores]
    ranked = sorted(range(len(mine)), key=lambda at: (-mine[at][1], at))
    counting = set(ranked if best is None else ranked[:best])
    return tuple((event, score, at in counting) for at, (event, score) in enumerate(mine))
