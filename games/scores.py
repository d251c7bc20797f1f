"""The score of a stored game of Tak, by the scoring of its event or, of a casual game, the plain
one (TAK-8). What counts in an event's table is in `tournaments.selectors.events.scoring`."""

from typing import Any

from engine.games import CARD_GAMES
from engine.tak.scoring import Scoring
from games import outcomes
from games.models import Game
from tournaments.errors import DomainError
from tournaments.selectors.events.scoring import (
    BoardScore,
    board_score,
    event_scoring,
    make_scoring,
    score_line,
)
from tournaments.standings.explain import DerivationText


def score_of_game(game: Game) -> BoardScore | None:
    """None: a game of cards, or one whose end nobody has stated."""
    if game.game in CARD_GAMES:
        return None
    try:
        ended = _ended(game)
    except DomainError:
        return None
    return board_score(ended.facts, scoring_of_game(game))


def scoring_of_game(game: Game) -> Scoring:
    if game.slot is None:
        return make_scoring(match={}, ruleset=game.ruleset)
    return event_scoring(game.slot.pairing.round.event)


def score_fields(game: Game, *, full: bool) -> dict[str, Any]:
    """The score as the API and pages read it: points by who moved first and second, and in full
    how they came about, in numbers and in words."""
    made = score_of_game(game)
    fields: dict[str, Any] = {
        "score": made.points if made else None,
        "score_at_least": bool(made and made.at_least),
    }
    if full:
        line = explained(made)
        fields |= {
            "scored": made.score.as_dict() if made and made.score else None,
            "explanation": line.as_json() if line else None,
        }
    return fields


def explained(made: BoardScore | None) -> DerivationText | None:
    """A score in words; None where it is not known what it is made of."""
    return score_line(made.score) if made and made.score else None


def _ended(game: Game) -> outcomes.Ended:
    """:raises DomainError: neither the record nor the claim states how the game ended."""
    if game.verdict:
        return outcomes.from_verdict(game.verdict, claim=game.claim)
    return outcomes.from_claim(game.claim or {}, game=game.game, seats=2, ruleset=game.ruleset)
