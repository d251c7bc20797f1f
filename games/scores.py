"""The score of a stored game of Tak, by the scoring of its event or, of a casual game, the plain
one (TAK-8). What counts in an event's table is in `tournaments.selectors.events.scoring`."""

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
    """None for a card game, or a game whose end is unknown."""
    if game.game in CARD_GAMES:
        return None
    try:
        end = end_of_game(game)
    except DomainError:
        return None
    return board_score(end.facts, scoring_of_game(game))


def scoring_of_game(game: Game) -> Scoring:
    if game.slot is None:
        return make_scoring(match={}, ruleset=game.ruleset)
    return event_scoring(game.slot.pairing.round.event)


def score_fields(game: Game, *, full: bool) -> dict[str, object]:
    """The score for the API and pages: the points of both sides; `full` adds their explanation."""
    made = score_of_game(game)
    fields: dict[str, object] = {
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
    """A score in words; None if its parts are unknown."""
    return score_line(made.score) if made and made.score else None


def end_of_game(game: Game) -> outcomes.GameEnd:
    """How a stored game ended, by its verdict, else by its claim.

    :raises DomainError: neither has a result.
    """
    if game.verdict:
        return outcomes.from_verdict(game.verdict, claim=game.claim)
    seats = game.players.count() if game.game in CARD_GAMES else 2
    return outcomes.from_claim(game.claim or {}, game=game.game, seats=seats, ruleset=game.ruleset)
