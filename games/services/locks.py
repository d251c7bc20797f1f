"""The lock order of all services that decide a slot: Game (ascending id), then GameSlot."""

from collections.abc import Sequence

from games.models import Game
from tournaments import selectors


def lock_slot(slot_id: int) -> selectors.SlotContext:
    """Lock the games of a slot, then the slot, until the transaction ends; returns its new context.

    A game stored meanwhile waits for the slot, so there is no deadlock.
    """
    lock_slots([slot_id])
    return selectors.slot_context_by_id(slot_id)


def lock_slots(slot_ids: Sequence[int]) -> None:
    """Lock the games of these slots, then the slots, then their event, each in ascending order."""
    found = Game.objects.select_for_update().filter(slot_id__in=slot_ids)
    list(found.order_by("pk").values("pk"))
    selectors.lock_slots(slot_ids)


def lock_game(game_id: int) -> tuple[Game, selectors.SlotContext | None]:
    """Lock a game with its slot and the slot's other games; casual games have no slot."""
    slot_id: int | None = Game.objects.values_list("slot_id", flat=True).get(pk=game_id)
    locked = Game.objects.select_for_update().order_by("pk")
    if slot_id is None:
        return locked.get(pk=game_id), None
    games = {game.pk: game for game in locked.filter(slot_id=slot_id)}
    selectors.lock_slots([slot_id])
    return games[game_id], selectors.slot_context_by_id(slot_id)
