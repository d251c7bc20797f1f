"""The table of a season: what players have from several events, and how it adds up.

Scores are in half points, or whole where `SeasonScoring.in_halves` is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.documents import Document
from tournaments.standings.points import Points, simplify, write_points
from tournaments.standings.seasons.places import Place
from tournaments.standings.seasons.scoring import SeasonScoring


@dataclass(frozen=True, slots=True)
class EventScore:
    """What a player has from an event. took_part: gets the bonus. place: if places count.
    games: rated ones, if rating gain counts.
    """

    points: Points
    took_part: bool = True
    place: Place | None = None
    games: int | None = None


@dataclass(frozen=True, slots=True)
class EventScores:
    """Scores in one event by the players' public ids."""

    event: str
    scores: Mapping[str, EventScore]


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """What an event gives a player. counts: by `best`; the bonus counts in any case."""

    event: str
    score: EventScore
    counts: bool
    bonus: Points = 0

    def as_json(self) -> Document:
        place = self.score.place
        return {
            "event": self.event,
            "score": write_points(self.score.points),
            "counts": self.counts,
            "bonus": write_points(self.bonus),
            "place": place.first if place else None,
            "sharing": place.sharing if place else None,
            "games": self.score.games,
        }


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player. rank may be shared. parts: in event order."""

    rank: int
    player: str
    total: Points
    parts: tuple[SeasonPart, ...]

    def as_json(self) -> Document:
        return {
            "rank": self.rank,
            "player": self.player,
            "total": write_points(self.total),
            "parts": [part.as_json() for part in self.parts],
        }


def season_table(events: Sequence[EventScores], scoring: SeasonScoring) -> tuple[SeasonRow, ...]:
    """Players by total, then by id. The best events count; of equal ones the earlier."""
    players = sorted({player for event in events for player in event.scores})
    parts = {player: _parts(player, events, scoring) for player in players}
    totals = {player: total_of(parts[player]) for player in players}
    order = sorted(players, key=lambda player: (-totals[player], player))
    return tuple(
        SeasonRow(
            rank=1 + sum(total > totals[player] for total in totals.values()),
            player=player,
            total=totals[player],
            parts=parts[player],
        )
        for player in order
    )


def total_of(parts: Iterable[SeasonPart]) -> Points:
    """The scores that count, and every bonus."""
    return simplify(sum((part.score.points if part.counts else 0) + part.bonus for part in parts))


def best_sum(scores: Iterable[Points], best: int | None) -> Points:
    """The sum of the best so many scores; None: of all."""
    return simplify(sum(sorted(scores, reverse=True)[:best]))


def _parts(
    player: str, events: Sequence[EventScores], scoring: SeasonScoring
) -> tuple[SeasonPart, ...]:
    mine = [(each.event, each.scores[player]) for each in events if player in each.scores]
    ranked = sorted(range(len(mine)), key=lambda at: (-mine[at][1].points, at))
    counting = set(ranked[: scoring.best])
    return tuple(
        SeasonPart(event, score, at in counting, scoring.bonus if score.took_part else 0)
        for at, (event, score) in enumerate(mine)
    )
