"""Results of slots as revisions, of which one counts.

The caller checks permissions, and has locked the slot and its event before it read the context.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from engine.tak.results import POINTS_X2
from tournaments import selectors, tasks
from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.documents import Document
from tournaments.enqueue import enqueue_once
from tournaments.errors import DomainError, InvalidInput
from tournaments.models import Event, GameSlot, Result, SeatResult
from tournaments.selectors import SlotContext, SlotResult, match_rules
from tournaments.services import journal
from tournaments.services.rounds.series import update_series_slots
from tournaments.standings.points import place_points_x2
from tournaments.state import CANCELLED, DOUBLE_FORFEIT, FORFEIT, OVER_THE_BOARD
from tournaments.wording import one_of_message

KINDS = OVER_THE_BOARD | {FORFEIT, DOUBLE_FORFEIT, CANCELLED}
WAITING_STATES = (
    SlotStatus.OPEN,
    SlotStatus.REPORTED,
    SlotStatus.DISPUTED,
    SlotStatus.POSTPONED,
)


class CorrectionNeedsReason(DomainError):
    code = "correction_needs_reason"
    message = _("This game already counts {counted}. Say why it is to be changed.")


class RoundNotOpen(DomainError):
    code = "round_not_open"
    message = _("Round {round} is not open for results.")


class SlotDecided(DomainError):
    code = "slot_decided"
    message = _("Game {number} has a result; correct it or take it back first.")


class SlotNotNeeded(DomainError):
    code = "slot_not_needed"
    message = _("Game {number} is not needed: the match is decided without it.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a slot ended. result: a code of TAK-5.9, of who moved first and second.

    winner: the SEAT that a forfeit was won by. facts: see TAK-13, TAKI-9, GAM-10; of a card game
    they hold `places_x2`, and result is a name for those.
    """

    kind: str
    result: str = ""
    winner: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def places_x2(self) -> tuple[int, ...]:
        """Doubled places by seat of a card game that was played; else empty."""
        return tuple(self.facts.get("places_x2", ())) if self.kind in OVER_THE_BOARD else ()

    @property
    def code(self) -> str:
        """What is stored beside the kind: the result, or the seat that a forfeit was won by."""
        return f"seat-{self.winner}" if self.kind == FORFEIT else self.result


def points_x2(outcome: Outcome, context: SlotContext) -> tuple[int, ...]:
    """Half points by seat.

    :raises InvalidInput: the outcome makes no sense in this slot.
    """
    if outcome.kind not in KINDS:
        raise InvalidInput(field="kind", problem=one_of_message(sorted(KINDS)))
    if outcome.kind not in OVER_THE_BOARD:
        seats = {seat.order for seat in context.seats}
        if outcome.kind == FORFEIT and outcome.winner not in seats:
            raise InvalidInput(field="winner", problem=_("one of the seats"))
        rules = match_rules(context.match)
        return rules.unplayed_x2(outcome.kind, winner_seat=outcome.winner, seats=len(seats))
    if outcome.places_x2:
        table = len(context.seats)
        if len(outcome.places_x2) != table or sum(outcome.places_x2) != table * (table + 1):
            problem = _("one place for each of {seats} seats, shared places as their mean")
            raise InvalidInput(field="places", problem=problem.format(seats=table))
        winner_takes_all = context.match.get("winner_takes_all", False)
        return place_points_x2(outcome.places_x2, winner_takes_all=winner_takes_all)
    if outcome.result not in POINTS_X2:
        raise InvalidInput(field="result", problem=one_of_message(POINTS_X2))
    first, second = POINTS_X2[outcome.result]
    return (first, second) if context.first_seat == 1 else (second, first)


NotesOfRevision = Callable[[int], Sequence[journal.Note]]


def no_notes(_revision: int) -> Sequence[journal.Note]:
    return ()


def record_result(
    *,
    actor: Actor,
    context: SlotContext,
    outcome: Outcome,
    source: str = "",
    reason: str = "",
    earlier: Sequence[journal.Note] = (),
    notes: NotesOfRevision = no_notes,
) -> None:
    """Make `outcome` the counted result of a slot and have the standings refreshed.

    Repeating the current outcome changes nothing. earlier: for the journal, on what came before.
    notes: more about the same decision, from the revision that counts.

    :raises CorrectionNeedsReason: the slot counts another outcome and `reason` is empty.
    :raises RoundNotOpen: the round is a draft, perhaps again.
    """
    if context.round_state == RoundStatus.DRAFT:  # it may have been published when this was asked
        raise RoundNotOpen(round=context.round_number)
    points = points_x2(outcome, context)
    current, last = context.current, context.last
    if current is not None and _holds_already(current, outcome, source):
        journal.write_all(actor, [*earlier, *notes(current.revision)])
        return
    reason = reason or _why_unasked(last, current, outcome, source)
    if last is not None and not reason:
        raise CorrectionNeedsReason(slot=context.slot_id, counted=last.outcome or last.kind)
    if current is not None:
        _stop_counting(context.slot_id)
    result = new_result(actor, context, outcome, source=source, reason=reason)
    result.save(force_insert=True)
    SeatResult.objects.bulk_create(seats_of(result, outcome, points))
    if context.slot_state != SlotStatus.DECIDED:
        GameSlot.objects.filter(pk=context.slot_id).update(state=SlotStatus.DECIDED)
    note = result_note("result.recorded", context, before=current, after=result, text=reason)
    journal.write_all(actor, [*earlier, note, *notes(result.revision)])
    update_series_slots(actor, context)
    bump_results(context.event_id)


def withdraw_result(*, actor: Actor, context: SlotContext, reason: str) -> SlotContext:
    """Take the counted result of a slot back; returns the slot, which is open again.

    A slot without one is left as it is.

    :raises CorrectionNeedsReason: `reason` is empty.
    """
    current = context.current
    if current is None:
        return context
    if not reason:
        raise CorrectionNeedsReason(slot=context.slot_id, counted=current.outcome or current.kind)
    _stop_counting(context.slot_id)
    GameSlot.objects.filter(pk=context.slot_id).update(state=SlotStatus.OPEN)
    note = result_note("result.withdrawn", context, before=current, after=None, text=reason)
    journal.write_all(actor, [note])
    update_series_slots(actor, context)
    bump_results(context.event_id)
    return selectors.slot_context_by_id(context.slot_id)  # the series may have closed it


def _stop_counting(slot_id: int) -> None:
    Result.objects.filter(slot_id=slot_id, current=True).update(current=False)


def set_slot_state(
    *,
    actor: Actor,
    context: SlotContext,
    state: str,
    due_at: datetime | None = None,
    notes: Sequence[journal.Note] = (),
) -> None:
    """Say what is known of the evidence of an undecided slot.

    due_at: of a postponed one; in any other state it stays when it was due. notes: for the
    journal, on what came before.

    :raises SlotDecided: it has a result.
    :raises SlotNotNeeded: it is a game of a series that is over.
    """
    if state not in WAITING_STATES:
        raise InvalidInput(field="state", problem=one_of_message(sorted(WAITING_STATES)))
    if context.round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=context.round_number)
    if context.slot_state == SlotStatus.DECIDED:
        raise SlotDecided(number=context.number)
    if context.slot_state == SlotStatus.UNNEEDED:
        raise SlotNotNeeded(number=context.number)
    changed: dict[str, object] = {"state": state}
    if state == SlotStatus.POSTPONED:
        changed["due_at"] = due_at
    here = GameSlot.objects.filter(pk=context.slot_id)
    written = [*notes]
    if here.exclude(**changed).update(**changed):
        before = context.slot_state
        written.append(_state_note(context.event_slug, context.slot_id, before=before, after=state))
    journal.write_all(actor, written)


def postpone_slots(
    contexts: Sequence[SlotContext], *, due_at: datetime | None
) -> dict[int, journal.Note]:
    """Mark many undecided slots as postponed; by slot, the notes on those that change.

    The same as `set_slot_state` for each, in two queries. The caller has locked the slots, seen
    that they are undecided and in no draft, and writes the notes.
    """
    slots = GameSlot.objects.filter(pk__in=[context.slot_id for context in contexts])
    same = set(slots.filter(state=SlotStatus.POSTPONED, due_at=due_at).values_list("pk", flat=True))
    notes = {
        each.slot_id: _state_note(
            each.event_slug, each.slot_id, before=each.slot_state, after=SlotStatus.POSTPONED
        )
        for each in contexts
        if each.slot_id not in same
    }
    GameSlot.objects.filter(pk__in=notes).update(state=SlotStatus.POSTPONED, due_at=due_at)
    return notes


def _state_note(slug: str, slot_id: int, *, before: str, after: str) -> journal.Note:
    return journal.Note("slot.state", f"event:{slug}", f"slot:{slot_id}", before, after)


def bump_results(event_id: int) -> None:
    """Say that the table is stale: the last statement of a service that holds the Event."""
    Event.objects.filter(pk=event_id).update(results_version=F("results_version") + 1)
    enqueue_once(tasks.refresh_standings, event_id)


def new_result(
    actor: Actor,
    context: SlotContext,
    outcome: Outcome,
    *,
    source: str,
    reason: str,
) -> Result:
    """The next revision of a slot; not stored yet."""
    return Result(
        slot_id=context.slot_id,
        revision=context.last.revision + 1 if context.last else 1,
        kind=outcome.kind,
        outcome=outcome.code,
        facts=dict(outcome.facts),
        source=source,
        actor=actor.as_json(),
        reason=reason,
    )


def seats_of(result: Result, outcome: Outcome, points: Sequence[int]) -> list[SeatResult]:
    """What each seat got, by seat; not stored yet. points: in half points."""
    places = outcome.places_x2 or (None,) * len(points)
    return [
        SeatResult(result=result, order=order, points_x2=given, place_x2=place)
        for order, (given, place) in enumerate(zip(points, places, strict=True), start=1)
    ]


def _holds_already(current: SlotResult, outcome: Outcome, source: str) -> bool:
    same = (current.kind, current.outcome) == (outcome.kind, outcome.code)
    return same and current.facts == dict(outcome.facts) and current.source == source


def _why_unasked(
    last: SlotResult | None, current: SlotResult | None, outcome: Outcome, source: str
) -> str:
    """Changes that nobody has to explain: the same end with a record, or a new one after a void."""
    if last is None:
        return ""
    if current is None:
        return "the earlier result was taken back"
    same = (current.kind, current.outcome) == (outcome.kind, outcome.code)
    return f"facts from {source}" if same and source and source != current.source else ""


def _plain(result: Result | SlotResult | None) -> Document | None:
    if result is None:
        return None
    return {
        "revision": result.revision,
        "kind": result.kind,
        "outcome": result.outcome,
        "facts": result.facts,
        "source": result.source,
    }


def result_note(
    action: str,
    context: SlotContext,
    *,
    before: SlotResult | None,
    after: Result | None,
    text: str,
) -> journal.Note:
    """What the journal says of a result that comes to count, or counts no more."""
    scope, subject = f"event:{context.event_slug}", f"slot:{context.slot_id}"
    return journal.Note(action, scope, subject, _plain(before), _plain(after), text)
