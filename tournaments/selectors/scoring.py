"""The points of a game for summing over games, as its event scores them (TAK-8)."""

from typing import Any, NamedTuple

from engine.tak.scoring import Scoring, score_game, scoring_from_dict
from tournaments.models import Event


class BoardScore(NamedTuple):
    """Points by who moved first and second; at_least: the facts leave the winner's open above."""

    points: dict[str, int]
    at_least: bool = False

    def by_seat(self, first_seat: int) -> tuple[int, int]:
        first, second = self.points["first"], self.points["second"]
        return (first, second) if first_seat == 1 else (second, first)


def event_scoring(event: Event) -> Scoring:
    """Which pieces of the reserve count is a rule of the game, the rest a setting of the match."""
    chosen = {**event.match.get("scoring", {})}
    return scoring_from_dict(
        {**chosen, "reserve": event.ruleset.get("reserve_counts", Scoring().reserve)}
    )


def board_score(facts: dict[str, Any], scoring: Scoring) -> BoardScore | None:
    """The score of a game that was played; None where its facts say nothing of it."""
    if not facts.get("score"):
        return None
    if "reason" not in facts:  # facts from before reasons were kept: the plain score is known
        return BoardScore(facts["score"], bool(facts.get("score_at_least")))
    score = score_game(facts, scoring)
    return BoardScore(score.points, score.at_least)
