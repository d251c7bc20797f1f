"""How a slot stands before a decision, in the decision's line of the journal: ids and codes, from
which take_back.py makes it stand so again.
"""

from typing import TYPE_CHECKING, Any

from games.models import Dispute, Game

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext


def snapshot_slot(context: "SlotContext") -> dict[str, Any]:
    """`games`: the state of each game that was sent, by its id. `disputes`: the open ones."""
    games = Game.objects.filter(slot_id=context.slot_id).order_by("pk")
    disputes = Dispute.objects.filter(slot_id=context.slot_id, closed_at=None)
    return {
        "state": context.slot_state,
        "revision": context.current.revision if context.current else None,
        "games": dict(games.values_list("public_id", "state")),
        "disputes": list(disputes.values_list("pk", flat=True)),
    }
