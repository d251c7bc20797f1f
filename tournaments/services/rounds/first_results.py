"""The first results of many slots at once, by bulk statements.

Only of slots that never had one, and of rounds in which no match is a series: there every result
may open or close other games, see `series`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.models import GameSlot, Result, Round, SeatResult
from tournaments.selectors import SlotContext
from tournaments.services import journal
from tournaments.services.rounds.results import (
    Outcome,
    RoundNotOpen,
    new_result,
    points_x2,
    result_note,
    seats_of,
)
from tournaments.services.rounds.series import is_series


@dataclass(frozen=True, slots=True)
class FirstResult:
    """A result that was judged by `judge_first`. points_x2: half points by seat."""

    context: SlotContext
    outcome: Outcome
    points_x2: tuple[int, ...]
    source: str = ""
    reason: str = ""


def is_plain_round(event_id: int, number: int) -> bool:
    """Whether a result of this round changes no other game of it."""
    found = Round.objects.filter(event=event_id, number=number)
    return not any(is_series(*of) for of in found.values_list("stage__system", "kind"))


def slots_with_results(slot_ids: Collection[int]) -> set[int]:
    """Keep slots that have a result, or had one that was taken back."""
    rows = Result.objects.filter(slot_id__in=slot_ids)
    return set(rows.values_list("slot_id", flat=True))


def judge_first(
    context: SlotContext, outcome: Outcome, *, source: str = "", reason: str = ""
) -> FirstResult:
    """The first result of a slot, as `results.record_result` would record it. No database.

    :raises RoundNotOpen: the round is a draft.
    :raises InvalidInput: the outcome makes no sense in this slot.
    """
    if context.round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=context.round_number)
    return FirstResult(context, outcome, points_x2(outcome, context), source, reason)


def record_first_results(actor: Actor, firsts: Sequence[FirstResult]) -> list[journal.Note]:
    """Make these the counted results of their slots; what the journal is to say, in their order.

    The caller has locked the slots and seen that they have no results, writes the notes, and
    bumps the version of the results.
    """
    rows = [
        new_result(actor, first.context, first.outcome, source=first.source, reason=first.reason)
        for first in firsts
    ]
    Result.objects.bulk_create(rows)
    pairs = list(zip(rows, firsts, strict=True))
    SeatResult.objects.bulk_create(
        seat for row, first in pairs for seat in seats_of(row, first.outcome, first.points_x2)
    )
    decided = [first.context.slot_id for first in firsts]
    GameSlot.objects.filter(pk__in=decided).update(state=SlotStatus.DECIDED)
    return [
        result_note("result.recorded", first.context, before=None, after=row, text=first.reason)
        for row, first in pairs
    ]
