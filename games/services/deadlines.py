"""Confirm proven records automatically after the event's deadline."""

from datetime import datetime

from games.models import Game, GameState
from games.services.count import count_game
from games.services.locks import lock_game
from games.services.records.evidence import write_slot_journal
from tournaments.actor import SYSTEM
from tournaments.choices import SlotStatus
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal


def overdue_games(now: datetime) -> list[int]:
    """Ids of submitted games whose deadline for disputes has passed."""
    due = Game.objects.filter(state=GameState.SUBMITTED, confirm_by_at__lte=now)
    return list(due.order_by("confirm_by_at", "pk").values_list("pk", flat=True))


@in_transaction
@journal.together()
def confirm_overdue(*, game_id: int, now: datetime) -> bool:
    """Count a proven game that nobody disputed in time; claims are never counted. Idempotent.

    Locks GameSlot, then Game.
    """
    game, context = lock_game(game_id)
    proven = bool((game.verdict or {}).get("proven"))
    late = game.confirm_by_at is not None and game.confirm_by_at <= now
    if game.state != GameState.SUBMITTED or context is None or not (proven and late):
        return False
    if context.current is not None or context.slot_state == SlotStatus.DISPUTED:
        return False
    count_game(actor=SYSTEM, game=game, context=context, state=GameState.CONFIRMED)
    write_slot_journal(
        SYSTEM, context, "game.confirmed", after={"game": game.public_id, "by": "time"}
    )
    return True
