"""Slots as plain values: lists of them, and locks."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db.models import F, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.actor import Actor
from tournaments.choices import FINISHED_SLOTS, EventStatus, RoundStatus, SlotStatus
from tournaments.errors import NotFound
from tournaments.models import Absence, Event, GameSlot, Player, Result, Seat
from tournaments.selectors.events.events import staffed_events
from tournaments.selectors.rounds.slot_context import (
    WITH_PAIRING,
    WITHOUT,
    SlotContext,
    context_of,
)


def pairings_of_slots(slot_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """The pairing and the number in it of each slot. One query."""
    rows = GameSlot.objects.filter(pk__in=slot_ids).values_list("pk", "pairing", "number")
    return {pk: (pairing, number) for pk, pairing, number in rows}


def lock_slots(slot_ids: Sequence[int]) -> None:
    """Lock slots in ascending order, then their event. :raises NotFound: a slot does not exist."""
    slots = GameSlot.objects.select_for_update().filter(pk__in=slot_ids)
    found = set(slots.order_by("pk").values_list("pk", flat=True))
    for slot_id in slot_ids:
        if slot_id not in found:
            raise NotFound(what="slot", key=slot_id)
    events = Event.objects.filter(rounds__pairings__slots__in=found)
    list(Event.objects.select_for_update().filter(pk__in=events.values("pk")).order_by("pk"))


def undecided_slots_of_entry(entry_id: int, *, from_round: int) -> list[SlotContext]:
    """Undecided slots of an entry in published rounds from this one on."""
    slots = GameSlot.objects.filter(
        pairing__seats__entry_id=entry_id, pairing__round__number__gte=from_round
    ).exclude(Q(state__in=FINISHED_SLOTS) | Q(pairing__round__state=RoundStatus.DRAFT))
    return _contexts(slots)


def slots_of_entry(entry_id: int, *, from_round: int) -> list[SlotContext]:
    """All slots of an entry in published rounds from this one on."""
    slots = GameSlot.objects.filter(
        pairing__seats__entry_id=entry_id, pairing__round__number__gte=from_round
    )
    return _contexts(slots.exclude(pairing__round__state=RoundStatus.DRAFT))


def slots_of_pairing(pairing_id: int) -> list[SlotContext]:
    """All slots of a pairing in order; three queries."""
    return slots_of_pairings([pairing_id])


def slots_of_pairings(pairing_ids: Iterable[int]) -> list[SlotContext]:
    """All slots of these pairings in order; three queries."""
    return _contexts(GameSlot.objects.filter(pairing_id__in=list(pairing_ids)))


def slots_of_round(event_id: int, number: int) -> list[SlotContext]:
    """All slots of a round in order of pairings; three queries."""
    rounds = {"pairing__round__event": event_id, "pairing__round__number": number}
    return _contexts(GameSlot.objects.filter(**rounds))


def slot_marks(
    event_id: int, number: int, pairing_ids: Collection[int] | None = None
) -> dict[int, tuple[object, ...]]:
    """By slot of a round, what its `SlotContext` is made of: it differs if anything has changed.

    Three queries of plain values, for whoever holds a lock. pairing_ids: None for all pairings.
    """
    of_event = Event.objects.filter(pk=event_id)
    event = of_event.values_list(
        "slug", "state", "game", "ruleset", "time_control", "confirm", "match", "starts_on",
        "time_zone", "rounds__state", "rounds__proof_hash", "rounds__stage__system", "rounds__kind",
        "rounds__closes_at",
    ).filter(rounds__number=number).first()  # fmt: skip
    here: dict[str, object] = {
        "pairing__round__event": event_id,
        "pairing__round__number": number,
    }
    if pairing_ids is not None:
        here["pairing__in"] = pairing_ids
    seats: dict[int, list[object]] = {}
    for pairing_id, *seat in (
        Seat.objects.filter(**here)
        .order_by("pairing_id", "order")
        .values_list(
            "pairing_id", "order", "entry_id", "entry__player_id", "entry__player__merged_into_id"
        )
    ):
        seats.setdefault(pairing_id, []).append(seat)
    slots = GameSlot.objects.filter(**here).values_list(
        "pk", "pairing_id", "pairing__table", "pairing__leg", "number", "first_seat", "state",
        "ruleset", "time_control", "due_at", "play_at", "proposed_by",
    )  # fmt: skip
    return {slot[0]: (event, slot, seats.get(slot[1])) for slot in slots}


def entries_away(entry_ids: Iterable[int], round_number: int) -> set[int]:
    """Keep entries that are absent from a round."""
    away = Absence.objects.filter(
        entry__in=entry_ids, from_round__lte=round_number, cancelled_at=None
    )
    return set(away.exclude(to_round__lt=round_number).values_list("entry_id", flat=True))


def slots_by_id(slot_ids: Iterable[int]) -> list[SlotContext]:
    """Three queries."""
    return _contexts(GameSlot.objects.filter(pk__in=list(slot_ids)))


def open_slots_of(player_id: int) -> list[SlotContext]:
    """Undecided slots of a player in published rounds, oldest first; three queries."""
    slots = GameSlot.objects.filter(
        pairing__round__event__state=EventStatus.RUNNING,
        pairing__seats__entry__player__in=player_rows(player_id),
    ).exclude(Q(state__in=FINISHED_SLOTS) | Q(pairing__round__state=RoundStatus.DRAFT))
    return _contexts(slots.distinct())


def open_slots_of_events(event_ids: Collection[int]) -> list[SlotContext]:
    """Undecided slots in published rounds of running events, oldest first; three queries."""
    slots = GameSlot.objects.filter(
        pairing__round__event__in=event_ids, pairing__round__event__state=EventStatus.RUNNING
    ).exclude(Q(state__in=FINISHED_SLOTS) | Q(pairing__round__state=RoundStatus.DRAFT))
    return _contexts(slots)


def slots_for_arbiter(actor: Actor, now: datetime) -> list[SlotContext]:
    """Disputed and overdue slots of the running events that the actor is staff of."""
    events = staffed_events(actor).filter(state=EventStatus.RUNNING).order_by().values("pk")
    due = Coalesce(F("due_at"), F("pairing__round__closes_at"))
    slots = GameSlot.objects.filter(pairing__round__event__in=events).alias(due=due)
    slots = slots.filter(Q(state=SlotStatus.DISPUTED) | Q(due__lt=now))
    hidden = Q(state__in=FINISHED_SLOTS) | Q(pairing__round__state=RoundStatus.DRAFT)
    return _contexts(slots.exclude(hidden))


def ruled_slots_of(player_id: int, *, event_id: int | None = None) -> list[SlotContext]:
    """Slots of a player with a ruling, in published rounds of running events; three queries."""
    slots = GameSlot.objects.filter(
        pairing__round__event__state=EventStatus.RUNNING,
        pairing__seats__entry__player__in=player_rows(player_id),
        rulings__isnull=False,
    ).exclude(pairing__round__state=RoundStatus.DRAFT)
    if event_id is not None:
        slots = slots.filter(pairing__round__event=event_id)
    return _contexts(slots.distinct())


def open_slot_between(
    event_slug: str, *, first_player_id: int, second_player_id: int
) -> SlotContext:
    """The first undecided slot of an event with these players first and second.

    :raises NotFound: there is none.
    """
    slots = GameSlot.objects.filter(
        pairing__round__event__slug=event_slug,
        pairing__seats__entry__player__in=player_rows(first_player_id),
    ).exclude(Q(state__in=FINISHED_SLOTS) | Q(pairing__round__state=RoundStatus.DRAFT))
    wanted = [first_player_id, second_player_id]
    for context in _contexts(slots.distinct()):
        movers = sorted(context.seats, key=lambda seat: seat.order != context.first_seat)
        if [seat.player_id for seat in movers] == wanted:
            return context
    raise NotFound(what="open game of these players in", key=event_slug)


def player_rows(player_id: int) -> "QuerySet[Player]":
    """The row of a player and those merged into it."""
    return Player.objects.filter(Q(pk=player_id) | Q(merged_into_id=player_id))


def _contexts(slots: "QuerySet[GameSlot]") -> list[SlotContext]:
    seats = Seat.objects.select_related("entry__player__merged_into").order_by("order")
    rows = (
        slots.select_related(*(f"pairing__{name}" for name in WITH_PAIRING))
        .defer(*(f"pairing__{name}" for name in WITHOUT))
        .prefetch_related(Prefetch("pairing__seats", seats))
        .order_by("pairing__round__number", "pairing__round_id", "pairing_id", "number")
    )
    found = list(rows)
    slot_ids = [slot.pk for slot in found]
    revisions = list(Result.objects.filter(slot__in=slot_ids).order_by("revision"))
    last = {result.slot_id: result for result in revisions}
    first_actors = {result.slot_id: result.actor for result in reversed(revisions)}
    return [
        context_of(
            slot,
            slot.pairing,
            slot.pairing.seats.all(),
            last.get(slot.pk),
            first_actor=first_actors.get(slot.pk),
        )
        for slot in found
    ]
