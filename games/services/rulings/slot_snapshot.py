"""The state of a slot before a decision, for the decision's journal line.

It holds ids, codes and times only; `games/undo/decisions.py` restores the slot from it.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.models import Dispute, Game

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

Snapshot = dict[str, Any]


def snapshot_slot(context: "SlotContext", sent: Sequence[Game]) -> Snapshot:
    """`games`: the state of each submitted game by its id. `disputes`: ids of the open ones.

    sent: all that was sent for the slot, by `locks.lock_games`. No database.
    """
    games = {game.public_id: str(game.state) for game in sent}
    # Only what was sent is disputed.
    disputes = {vars(game)["open_dispute"] for game in sent} - {None}
    return snapshot_with(context, games=games, disputes=sorted(disputes))


def snapshot_slots(contexts: Sequence["SlotContext"]) -> dict[int, Snapshot]:
    """As `snapshot_slot`, of many slots by their ids; two queries, one if nothing was sent."""
    slots = [context.slot_id for context in contexts]
    games: dict[int | None, dict[str, str]] = defaultdict(dict)
    sent = Game.objects.filter(slot__in=slots).order_by("pk")
    for slot_id, public_id, state in sent.values_list("slot_id", "public_id", "state"):
        games[slot_id][public_id] = state
    disputes: dict[int, list[int]] = defaultdict(list)
    # Only what was sent is disputed.
    found = Dispute.objects.filter(slot__in=list(games), closed_at=None).order_by("pk")
    for slot_id, pk in found.values_list("slot_id", "pk"):
        disputes[slot_id].append(pk)
    return {
        each.slot_id: snapshot_with(
            each, games=games[each.slot_id], disputes=disputes[each.slot_id]
        )
        for each in contexts
    }


def snapshot_with(
    context: "SlotContext", *, games: dict[str, str], disputes: list[int]
) -> Snapshot:
    """The snapshot of a slot of which these are the games and the open disputes. No database."""
    return {
        "state": context.slot_state,
        "revision": context.current.revision if context.current else None,
        "games": games,
        "disputes": disputes,
    }


def with_times(known: Snapshot, context: "SlotContext") -> Snapshot:
    """The snapshot of a slot that is to be postponed. `due_at`: None is when its round closes."""
    own = None if context.due_at == context.closes_at else context.due_at
    return {
        **known,
        "due_at": own.isoformat() if own else None,
        "play_at": context.play_at.isoformat() if context.play_at else None,
        "proposed_by": context.proposed_by,
    }
