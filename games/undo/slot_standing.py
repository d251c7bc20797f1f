"""How a slot stands before a decision, in the decision's line of the journal: ids and codes, from
which take_back.py makes it stand so again.
"""

from typing import TYPE_CHECKING, Any

from games.models import Dispute, Game

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext


def standing_of(context: "SlotContext") -> dict[str, Any]:
    """`games`: the state of each game that was sent, by its id. `disputes`: the open ones."""
    games = Game.objects.filter(slot_id=context.slot_id).order_by("pk")
    disputes = Dispute.objects.filter(slot_id=context.slot_id, closed_at=None)
    return standing_with(
        context,
        games=dict(games.values_list("public_id", "state")),
        disputes=list(disputes.values_list("pk", flat=True)),
    )


def standing_with(
    context: "SlotContext", *, games: dict[str, str], disputes: list[int]
) -> dict[str, Any]:
    """The standing of a slot of which these are the games and the open disputes. No database."""
    return {
        "state": context.slot_state,
        "revision": context.current.revision if context.current else None,
        "games": games,
        "disputes": disputes,
    }
