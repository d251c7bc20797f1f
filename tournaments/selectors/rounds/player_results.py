"""Results of a player's games."""

from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.actor import Actor
from tournaments.models import Result
from tournaments.selectors.events.events import readable_events
from tournaments.selectors.rounds.slot_context import SlotContext
from tournaments.selectors.rounds.slots import player_rows, slots_by_id
from tournaments.state import OVER_THE_BOARD


def played_results(actor: Actor, player_id: int) -> "QuerySet[Result]":
    """The counted results of games that the player played, in events that the actor may read.

    Forfeits are none. player_id: after merges.
    """
    return Result.objects.filter(
        current=True,
        kind__in=OVER_THE_BOARD,
        slot__pairing__in=player_rows(player_id).values("entries__seats__pairing"),
        slot__pairing__round__event__in=readable_events(actor),
    )


def slots_of_results(result_ids: Iterable[int]) -> dict[int, SlotContext]:
    """The slots of those results that still count, by the id of the result; four queries."""
    counted = Result.objects.filter(pk__in=list(result_ids), current=True)
    slot_ids = dict(counted.values_list("slot_id", "pk"))
    return {slot_ids[slot.slot_id]: slot for slot in slots_by_id(slot_ids)}
