"""Slots as plain values, with all that deciding a game needs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Prefetch, Q, QuerySet

from tournaments.choices import FINISHED_SLOTS, EventStatus, RoundStatus
from tournaments.documents import Document
from tournaments.errors import NotFound
from tournaments.models import Absence, Event, GameSlot, Pairing, Player, Result, Seat
from tournaments.selectors.events.approval import NOT_APPROVED, counting_reason
from tournaments.selectors.people.people import resolve

# What of a pairing a `SlotContext` is read with; proofs are long and say nothing of a slot.
WITH_PAIRING = ("round__event__club", "round__event__planners_club", "round__stage")
WITHOUT = ("round__proof", "round__proof_staff")


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """player_id: after merges. reading: the sort name."""

    order: int
    entry_id: int
    player_id: int
    user_id: int | None
    name: str
    reading: str = ""


@dataclass(frozen=True, slots=True)
class SlotResult:
    """A revision of the result of a slot."""

    kind: str
    outcome: str
    source: str
    revision: int
    facts: Document

    @property
    def winning_seat(self) -> int | None:
        """The seat that won by forfeit; None for other results."""
        _seat, _dash, number = self.outcome.partition("seat-")
        return int(number) if number else None


@dataclass(frozen=True, slots=True)
class SlotContext:
    """ruleset, time_control: of the slot, else of the event. due_at: of the slot, else when the
    round closes. play_at: agreed, or proposed by the seat `proposed_by`. current: the result that
    counts; last: the last revision, which may have been taken back. counts_for_rating: see
    `selectors.events.approval`; only sure while the event is locked.
    """

    slot_id: int
    pairing_id: int
    number: int
    event_id: int
    event_slug: str
    event_name: str
    event_starts_on: date | None
    event_game: str
    event_state: str
    round_number: int
    round_state: str
    round_kind: str
    stage_system: str
    leg: int
    table: int | None
    first_seat: int
    slot_state: str
    ruleset: Document
    time_control: Document
    confirm: Document
    match: Document
    time_zone: str
    seats: tuple[SeatInfo, ...]
    current: SlotResult | None
    last: SlotResult | None = None
    due_at: datetime | None = None
    play_at: datetime | None = None
    proposed_by: int | None = None
    event_contact: str = ""
    counts_for_rating: bool = False


def lock_slot(slot_id: int) -> SlotContext:
    """Lock a slot, then its event; returns the slot as it is now. Three queries.

    :raises NotFound: there is no such slot.
    """
    slot = _locked(pk=slot_id)
    if slot is None:
        raise NotFound(what="slot", key=slot_id)
    return _context_of_locked(slot)


def lock_numbered_slot(pairing_id: int, number: int) -> SlotContext:
    """As `lock_slot`, of a slot by its number in a pairing."""
    slot = _locked(pairing_id=pairing_id, number=number)
    if slot is None:
        raise NotFound(what="game", key=f"{pairing_id}:{number}")
    return _context_of_locked(slot)


def _locked(**named: int) -> GameSlot | None:
    event = "pairing__round__event"
    columns = (column.name for column in GameSlot._meta.concrete_fields)
    slots = GameSlot.objects.select_for_update(of=("self", event)).select_related(event)
    return slots.only(*columns, f"{event}__id").filter(**named).first()


def _context_of_locked(slot: GameSlot) -> SlotContext:
    """All but the slot is read once both are locked, so that nothing is older than the locks."""
    found = Seat.objects.filter(pairing=slot.pairing_id).order_by("order")
    seats = list(
        found.select_related(
            "entry__player__merged_into", *(f"pairing__{name}" for name in WITH_PAIRING)
        ).defer(*(f"pairing__{name}" for name in WITHOUT))
    )
    last = Result.objects.filter(slot=slot.pk).order_by("-revision").first()
    return _context(slot, seats[0].pairing, seats, last)


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
    return _contexts(GameSlot.objects.filter(pairing_id=pairing_id))


def slots_of_round(event_id: int, number: int) -> list[SlotContext]:
    """All slots of a round in order of pairings; three queries."""
    rounds = {"pairing__round__event": event_id, "pairing__round__number": number}
    return _contexts(GameSlot.objects.filter(**rounds))


def slot_marks(event_id: int, number: int) -> dict[int, tuple[object, ...]]:
    """By slot of a round, what its `SlotContext` is made of: it differs if anything has changed.

    Three queries of plain values, for whoever holds a lock.
    """
    of_event = Event.objects.filter(pk=event_id)
    event = of_event.values_list(
        "slug", "state", "game", "ruleset", "time_control", "confirm", "match", "starts_on",
        "time_zone", "rounds__state", "rounds__proof_hash", "rounds__stage__system", "rounds__kind",
    ).filter(rounds__number=number).first()  # fmt: skip
    here = {"pairing__round__event": event_id, "pairing__round__number": number}
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
        "ruleset", "time_control",
    )  # fmt: skip
    return {slot[0]: (event, slot, seats.get(slot[1])) for slot in slots}


def entries_away(entry_ids: Iterable[int], round_number: int) -> set[int]:
    """Keep entries that are absent from a round."""
    away = Absence.objects.filter(
        entry__in=entry_ids, from_round__lte=round_number, cancelled_at=None
    )
    return set(away.exclude(to_round__lt=round_number).values_list("entry_id", flat=True))


def slot_context(pairing_id: int, number: int) -> SlotContext:
    """Three queries. :raises NotFound: the pairing has no such slot."""
    found = _contexts(GameSlot.objects.filter(pairing_id=pairing_id, number=number))
    if not found:
        raise NotFound(what="game", key=f"{pairing_id}:{number}")
    return found[0]


def slot_context_by_id(slot_id: int) -> SlotContext:
    """Three queries. :raises NotFound: there is no such slot."""
    found = _contexts(GameSlot.objects.filter(pk=slot_id))
    if not found:
        raise NotFound(what="slot", key=slot_id)
    return found[0]


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
    revisions = Result.objects.filter(slot__in=[slot.pk for slot in found]).order_by("revision")
    last = {result.slot_id: result for result in revisions}
    return [
        _context(slot, slot.pairing, slot.pairing.seats.all(), last.get(slot.pk)) for slot in found
    ]


def _context(
    slot: GameSlot, pairing: Pairing, seats: Iterable[Seat], last: Result | None
) -> SlotContext:
    """last: no earlier revision counts; a new one replaces it."""
    round_ = pairing.round
    event = round_.event
    return SlotContext(
        slot_id=slot.pk,
        pairing_id=pairing.pk,
        number=slot.number,
        event_id=event.pk,
        event_slug=event.slug,
        event_name=event.name,
        event_starts_on=event.starts_on,
        event_game=event.game,
        event_state=event.state,
        round_number=round_.number,
        round_state=round_.state,
        round_kind=round_.kind,
        stage_system=round_.stage.system,
        leg=pairing.leg,
        table=pairing.table,
        first_seat=slot.first_seat,
        slot_state=slot.state,
        ruleset=event.ruleset if slot.ruleset is None else slot.ruleset,
        time_control=event.time_control if slot.time_control is None else slot.time_control,
        confirm=event.confirm,
        match=event.match,
        time_zone=event.time_zone,
        seats=tuple(_seat(seat) for seat in seats),
        current=_slot_result(last) if last and last.current else None,
        last=_slot_result(last) if last else None,
        due_at=slot.due_at or round_.closes_at,
        play_at=slot.play_at,
        proposed_by=slot.proposed_by,
        event_contact=event.contact,
        counts_for_rating=counting_reason(event) != NOT_APPROVED,
    )


def _seat(seat: Seat) -> SeatInfo:
    player = resolve(seat.entry.player)
    return SeatInfo(
        seat.order, seat.entry_id, player.pk, player.user_id, player.name, player.sort_name
    )


def _slot_result(result: Result) -> SlotResult:
    return SlotResult(result.kind, result.outcome, result.source, result.revision, result.facts)
