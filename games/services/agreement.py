"""When a submitted game counts: the confirming policy of the event, seat by seat."""

from typing import TYPE_CHECKING

from games.models import Confirmation, Game, GameState
from games.services.count import count_game
from tournaments.actor import Actor

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext


def record_agreement(game: Game, seat: int, actor: Actor) -> None:
    """Write the yes of a seat; the submitter's is the submission itself."""
    if seat != game.submitted_seat:
        Confirmation.objects.update_or_create(
            game=game, order=seat, defaults={"answer": "yes", "actor": actor.as_json()}
        )


def required_answers(policy: str, others: int) -> int | None:
    """How many of the `others` (seats beside the submitter's) must agree; None: only staff can."""
    if policy == "staff":
        return None
    if policy == "majority":
        return others // 2 + 1
    return others


def count_if_agreed(*, actor: Actor, game: Game, context: "SlotContext") -> bool:
    """Count the game if enough seats agree. Called under the slot's lock."""
    others = len(context.seats) - (1 if game.submitted_seat else 0)
    needed = required_answers(context.confirm.get("policy", "opponent"), others)
    if needed is None or game.confirmations.filter(answer="yes").count() < needed:
        return False
    count_game(actor=actor, game=game, context=context, state=GameState.CONFIRMED)
    return True
