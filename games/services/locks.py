"""The lock order of all services that decide a slot: Game (ascending id), then GameSlot."""

from collections.abc import Sequence

from django.db.models import Q

from games.models import Game
from tournaments import selectors


def lock_slot(slot_id: int) -> selectors.SlotContext:
    """Lock the games of a slot, then the slot, until the transaction ends; returns its new context.

    A game stored meanwhile waits for the slot, so there is no deadlock.
    """
    _lock_games(slot=slot_id)
    return selectors.lock_slot(slot_id)


def lock_numbered_slot(pairing_id: int, number: int) -> selectors.SlotContext:
    """As `lock_slot`, of a slot by its number in a pairing."""
    _lock_games(slot__pairing=pairing_id, slot__number=number)
    return selectors.lock_numbered_slot(pairing_id, number)


def _lock_games(**of_slot: int) -> None:
    games = Game.objects.select_for_update(of=("self",)).filter(**of_slot)
    list(games.order_by("pk").values("pk"))


def lock_slots(slot_ids: Sequence[int]) -> None:
    """Lock the games of these slots, then the slots, then their event, each in ascending order."""
    found = Game.objects.select_for_update().filter(slot_id__in=slot_ids)
    list(found.order_by("pk").values("pk"))
    selectors.lock_slots(slot_ids)


def lock_game(game_id: int) -> tuple[Game, selectors.SlotContext | None]:
    """Lock a game with its slot and the slot's other games; casual games have no slot."""
    slots = Game.objects.filter(pk=game_id, slot__isnull=False).values("slot")
    found = Game.objects.select_for_update().filter(Q(pk=game_id) | Q(slot__in=slots))
    games = {game.pk: game for game in found.order_by("pk")}
    if game_id not in games:
        raise Game.DoesNotExist
    game = games[game_id]
    return game, None if game.slot_id is None else selectors.lock_slot(game.slot_id)
