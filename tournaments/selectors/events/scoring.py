"""Board scores of games by the scoring of their event (TAK-8)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.tak.scoring import Score, Scoring, score_game, scoring_from_dict
from tournaments.documents import Document
from tournaments.models import Event, Result, Seat
from tournaments.standings.crosstable import GameKey
from tournaments.standings.explain import DerivationText, derivation_text
from tournaments.standings.game_score import explain_score
from tournaments.state import OVER_THE_BOARD, PLAYOFF
from tournaments.wording import translate_marked


class BoardScore(NamedTuple):
    """points: by "first" and "second". at_least: the winner may have more points.

    score: how the points are computed; None for old facts without a reason.
    """

    points: dict[str, int]
    at_least: bool = False
    score: Score | None = None

    def by_seat(self, first_seat: int) -> tuple[int, int]:
        first, second = self.points["first"], self.points["second"]
        return (first, second) if first_seat == 1 else (second, first)


def event_scoring(event: Event) -> Scoring:
    return make_scoring(match=event.match, ruleset=event.ruleset)


def make_scoring(*, match: Mapping[str, Any], ruleset: Mapping[str, Any]) -> Scoring:
    """The ruleset says which reserve pieces count, the match settings say the rest."""
    chosen = {**match.get("scoring", {})}
    return scoring_from_dict(
        {**chosen, "reserve": ruleset.get("reserve_counts", Scoring().reserve)}
    )


def board_score(facts: Document, scoring: Scoring) -> BoardScore | None:
    """The score of a played game; None if its facts have none."""
    if not facts.get("score"):
        return None
    if "reason" not in facts:  # old facts: only the plain score is known
        return BoardScore(facts["score"], bool(facts.get("score_at_least")))
    score = score_game(facts, scoring)
    return BoardScore(score.points, score.at_least, score)


def score_line(score: Score) -> DerivationText:
    """How a score is computed, in the active language."""
    return derivation_text(explain_score(score), translate=translate_marked)


def game_scores(event: Event) -> dict[GameKey, Score]:
    """The score of each counted game over the board; two queries."""
    return {key: score for key, _first_seat, score in _scored(event)}


def match_game_scores(event: Event) -> dict[tuple[int, int, tuple[int, ...]], list[Document]]:
    """`game_scores` as plain values by round, leg and entries, in the order of the games."""
    found = defaultdict(list)
    for (number, leg, seats, game), first_seat, score in _scored(event):
        made = {"number": game, "first_seat": first_seat, **score.as_dict()}
        found[number, leg, seats].append(made)
    return found


def _scored(event: Event) -> Iterator[tuple[GameKey, int, Score]]:
    """The games with a score: the key, the seat that moved first, the score."""
    scoring = event_scoring(event)
    seats: dict[int, tuple[int, ...]] = defaultdict(tuple)
    of_event = Seat.objects.filter(round__event=event).order_by("pairing", "order")
    for pairing, entry in of_event.values_list("pairing", "entry__number"):
        seats[pairing] += (entry or 0,)
    results = Result.objects.filter(
        current=True, kind__in=OVER_THE_BOARD, slot__pairing__round__event=event
    ).exclude(slot__pairing__round__kind=PLAYOFF)
    columns = ("pairing", "pairing__round__number", "pairing__leg", "number", "first_seat")
    for pairing, number, leg, game, first_seat, facts in results.order_by(
        "slot__number", "pk"
    ).values_list(*(f"slot__{column}" for column in columns), "facts"):
        made = board_score(facts, scoring)
        if made and made.score:
            yield (number, leg, seats[pairing], game), first_seat, made.score
