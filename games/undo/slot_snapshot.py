"""The state of a slot before a decision, for the decision's journal line.

It holds ids and codes only; decisions.py restores the slot from it.
"""

from typing import TYPE_CHECKING, Any

from games.models import Dispute, Game

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext


def snapshot_slot(context: "SlotContext") -> dict[str, Any]:
    """`games`: the state of each submitted game by its id. `disputes`: ids of the open ones."""
    games = Game.objects.filter(slot_id=context.slot_id).order_by("pk")
    disputes = Dispute.objects.filter(slot_id=context.slot_id, closed_at=None)
    return snapshot_with(
        context,
        games=dict(games.values_list("public_id", "state")),
        disputes=list(disputes.values_list("pk", flat=True)),
    )


def snapshot_with(
    context: "SlotContext", *, games: dict[str, str], disputes: list[int]
) -> dict[str, Any]:
    """The snapshot of a slot of which these are the games and the open disputes. No database."""
    return {
        "state": context.slot_state,
        "revision": context.current.revision if context.current else None,
        "games": games,
        "disputes": disputes,
    }
