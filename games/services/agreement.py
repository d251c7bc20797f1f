"""The event's confirmation policy: when a submitted game counts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.models import Answer, Game, GameState
from games.services.count import count_game
from tournaments.actor import Actor
from tournaments.services import journal

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext


def required_answers(policy: str, others: int) -> int | None:
    """How many of the `others` (all seats but the submitter's) must agree; None: only staff can."""
    if policy == "staff":
        return None
    if policy == "majority":
        return others // 2 + 1
    return others


def count_if_agreed(
    *,
    actor: Actor,
    game: Game,
    context: "SlotContext",
    notes: Sequence[journal.Note] = (),
) -> None:
    """Count the game if enough seats agree, of which one does. The slot is locked.

    notes: for the journal.
    """
    others = len(context.seats) - (1 if game.submitted_seat else 0)
    needed = required_answers(context.confirm.get("policy", "opponent"), others)
    if needed is None or (
        needed > 1 and game.confirmations.filter(answer=Answer.YES).count() < needed
    ):
        journal.write_all(actor, notes)
        return
    count_game(
        actor=actor,
        game=game,
        context=context,
        state=GameState.CONFIRMED,
        notes=lambda _revision: notes,
    )
