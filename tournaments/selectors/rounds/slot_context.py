"""One slot as a plain value, with all that deciding its game needs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import F, Model, QuerySet

from tournaments.documents import Document
from tournaments.errors import Row, require_found
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import GameSlot, Pairing, Result, Seat
from tournaments.selectors.events.approval import NOT_APPROVED, counting_reason
from tournaments.selectors.people.people import resolve

# What of a pairing a `SlotContext` is read with; proofs are long and say nothing of a slot.
WITH_PAIRING = ("round__event__club", "round__event__planners_club", "round__stage")
WITHOUT = ("round__proof", "round__proof_staff")
COLUMNS: dict[type[Model], list[str]] = {
    model: [column.attname for column in model._meta.concrete_fields]
    for model in (GameSlot, Result)
}


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """player_id: after merges. reading: the sort name. number: of the entry."""

    order: int
    entry_id: int
    player_id: int
    user_id: int | None
    name: str
    reading: str = ""
    number: int | None = None


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
    """ruleset, time_control: of the slot, else of the event. due_at: of the slot, else closes_at,
    when the round closes. play_at: agreed, or proposed by the seat `proposed_by`. current: the
    result that counts; last: the last revision, which may have been taken back. is_imported: the
    first was not decided here. counts_for_rating: see `selectors.events.approval`; only sure while
    the event is locked.
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
    closes_at: datetime | None = None
    play_at: datetime | None = None
    proposed_by: int | None = None
    event_contact: str = ""
    counts_for_rating: bool = False
    is_imported: bool = False


def lock_slot(slot_id: int) -> SlotContext:
    """Lock a slot, then its event; returns the slot as it is now. Two queries.

    :raises NotFound: there is no such slot.
    """
    _LOCKED.rows(slot_id=slot_id)
    return slot_context_by_id(slot_id)


def lock_numbered_slot(pairing_id: int, number: int) -> SlotContext:
    """As `lock_slot`, of a slot by its number in a pairing."""
    _LOCKED_NUMBER.rows(pairing_id=pairing_id, number=number)
    return slot_context(pairing_id, number)


def _locked(**named: int) -> "QuerySet[GameSlot]":
    """A slot that is locked before its event. What the query joins is older than the locks."""
    event = "pairing__round__event"
    slots = GameSlot.objects.select_for_update(of=("self", event)).select_related(event)
    return slots.only("id", f"{event}__id").filter(**named)


def slot_context(pairing_id: int, number: int) -> SlotContext:
    """One query. :raises NotFound: the pairing has no such slot."""
    found = _context(_ROWS_OF_NUMBER.rows(pairing_id=pairing_id, number=number))
    return require_found(found, "game", f"{pairing_id}:{number}")


def slot_context_by_id(slot_id: int) -> SlotContext:
    """One query. :raises NotFound: there is no such slot."""
    return require_found(_context(_ROWS.rows(slot_id=slot_id)), "slot", slot_id)


def _rows(**named: int) -> "QuerySet[Seat]":
    """One slot: the rows of its seats, for each revision of its result, with all they belong to."""
    slot = "pairing__slots"
    columns = {f"slot_{name}": F(f"{slot}__{name}") for name in COLUMNS[GameSlot]}
    columns |= {f"result_{name}": F(f"{slot}__results__{name}") for name in COLUMNS[Result]}
    return (
        Seat.objects.filter(**{f"{slot}__{name}": value for name, value in named.items()})
        .select_related(
            "entry__player__merged_into", *(f"pairing__{name}" for name in WITH_PAIRING)
        )
        .defer(*(f"pairing__{name}" for name in WITHOUT))
        .annotate(**columns)
        .order_by("order", f"{slot}__results__revision")
    )


def _context(rows: Iterable[Seat]) -> SlotContext | None:
    """The slot of `_rows`."""
    first: Any = None
    seats = {}
    for row in rows:
        first = first or row
        seats[row.order] = row  # each with the last revision
    if first is None:
        return None
    any_row: Any = seats[first.order]
    last = _model_of(Result, any_row, "result_") if any_row.result_id else None
    slot, first_actor = _model_of(GameSlot, any_row, "slot_"), first.result_actor
    return context_of(slot, any_row.pairing, seats.values(), last, first_actor=first_actor)


def _model_of(model: type[Row], row: Seat, prefix: str) -> Row:
    """A model from the columns with which `row` was annotated."""
    return model(**{name: getattr(row, prefix + name) for name in COLUMNS[model]})


def context_of(
    slot: GameSlot,
    pairing: Pairing,
    seats: Iterable[Seat],
    last: Result | None,
    *,
    first_actor: Document | None = None,
) -> SlotContext:
    """last: no earlier revision counts; a new one replaces it. first_actor: of the first one."""
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
        closes_at=round_.closes_at,
        play_at=slot.play_at,
        proposed_by=slot.proposed_by,
        event_contact=event.contact,
        counts_for_rating=counting_reason(event) != NOT_APPROVED,
        is_imported=first_actor is not None and first_actor["kind"] == "import",
    )


def _seat(seat: Seat) -> SeatInfo:
    player = resolve(seat.entry.player)
    return SeatInfo(
        seat.order,
        seat.entry_id,
        player.pk,
        player.user_id,
        player.name,
        player.sort_name,
        seat.entry.number,
    )


def _slot_result(result: Result) -> SlotResult:
    return SlotResult(result.kind, result.outcome, result.source, result.revision, result.facts)


_LOCKED = CompiledQuery(lambda slot_id: _locked(pk=slot_id), slot_id=int)
_LOCKED_NUMBER = CompiledQuery(_locked, pairing_id=int, number=int)
_ROWS = CompiledQuery(lambda slot_id: _rows(pk=slot_id), slot_id=int)
_ROWS_OF_NUMBER = CompiledQuery(_rows, pairing_id=int, number=int)
