"""The lock order of all services that decide a slot: GameSlot with its Event, then Game by id.

Who waits for a slot holds none of its games, so that no two wait for each other.
"""

from collections.abc import Sequence

from django.db.models import OuterRef, Q, Subquery

from games.models import Dispute, Game
from tournaments import selectors


def lock_slot(slot_id: int) -> selectors.SlotContext:
    """Lock a slot, then its games, until the transaction ends; returns its new context."""
    context = selectors.lock_slot(slot_id)
    _lock_games([slot_id])
    return context


def lock_numbered_slot(pairing_id: int, number: int) -> selectors.SlotContext:
    """As `lock_slot`, of a slot by its number in a pairing."""
    context = selectors.lock_numbered_slot(pairing_id, number)
    _lock_games([context.slot_id])
    return context


def lock_slots(slot_ids: Sequence[int]) -> None:
    """Lock these slots, then their event, then their games, each in ascending order."""
    selectors.lock_slots(slot_ids)
    _lock_games(slot_ids)


def lock_game(game_id: int) -> tuple[Game, selectors.SlotContext | None]:
    """Lock a game after its slot, with the slot's other games; casual games have no slot.

    A game never changes its slot.
    """
    slot_id = Game.objects.values_list("slot_id", flat=True).get(pk=game_id)
    context = None if slot_id is None else selectors.lock_slot(slot_id)
    is_locked = Q(pk=game_id) if slot_id is None else Q(slot=slot_id)
    games = Game.objects.select_for_update(of=("self",)).filter(is_locked).order_by("pk")
    return {game.pk: game for game in games}[game_id], context


def lock_games(slot_id: int) -> list[Game]:
    """All that was sent for a locked slot, locked, the first at the front. One query.

    Each has `open_dispute`, the id of the slot's open dispute or None.
    """
    disputes = Dispute.objects.filter(slot=OuterRef("slot"), closed_at=None)
    games = Game.objects.select_for_update(of=("self",)).filter(slot_id=slot_id)
    return list(games.annotate(open_dispute=Subquery(disputes.values("pk")[:1])).order_by("pk"))


def _lock_games(slot_ids: Sequence[int]) -> None:
    games = Game.objects.select_for_update(of=("self",)).filter(slot_id__in=slot_ids)
    list(games.order_by("pk").values("pk"))
