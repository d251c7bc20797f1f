"""The results of a round as a list: judged in memory, then written in one short transaction.

What a row is refused for and what it writes is that of `enter_result`, `rule_slot` and
`submit_game`. A row of a slot of which nothing is known yet is written with the others, by bulk
statements. A row that corrects something, of a game in which the actor sits, of an event with
stakes, or of a match that is a series, is written by those services, one after the other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any

from django.db import transaction

from games.models import Dispute, Game
from games.outcomes import Claim
from games.services.count import slot_source
from games.services.decisions import (
    Decision,
    decide_claim,
    decide_record,
    decide_ruling,
    write_decisions,
)
from games.services.desk import enter_result
from games.services.locks import lock_slots
from games.services.rulings.rule import rule_slot
from games.services.submit import submit_game
from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import ListMoved, NotAllowed, NotFound
from tournaments.selectors import SlotContext
from tournaments.services.rounds.first_results import (
    is_plain_round,
    slots_with_results,
)
from tournaments.state import PLAYED

Mark = tuple[bool, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class ListedResult:
    """One row. end: how the game ended, in the fields of `selectors.round_results`; its kind is
    "played" or that of a ruling. claim: what of it is said of a game that was played.
    """

    pairing_id: int
    number: int
    end: dict[str, Any]
    claim: Claim | None = None
    record: str | None = None
    played_on: date | None = None
    reason: str = ""

    @property
    def key(self) -> str:
        return f"{self.pairing_id}.{self.number}"


@dataclass(frozen=True, slots=True)
class KnownSlots:
    """What judging rows depends on, of the pairings that they name.

    slots: by pairing and number. is_plain: no result changes another game of the round. marks:
    see `read_marks`.
    """

    slots: Mapping[tuple[int, int], SlotContext]
    is_plain: bool
    marks: Mapping[int, Mark]


@dataclass(frozen=True, slots=True)
class ResultPlan:
    """What one row writes: a decision, or what `enter_listed` writes (`alone`), or nothing."""

    id: str
    row: ListedResult
    decision: Decision | None = None
    alone: bool = False


def enter_listed(*, actor: Actor, row: ListedResult) -> str:
    """Enter the result of one row; the id of what it made or changed."""
    named: dict[str, Any] = {"actor": actor, "pairing_id": row.pairing_id, "number": row.number}
    if row.record is not None:
        game = submit_game(**named, record=row.record, claim=row.claim, played_on=row.played_on)
        return str(game.public_id)
    if row.end.items() <= (selectors.counted_result(row.pairing_id, row.number) or {}).items():
        return row.key  # what counts already is said again
    if row.end["kind"] == PLAYED:
        claim = row.claim or {}
        enter_result(**named, claim=claim, played_on=row.played_on, reason=row.reason)
    else:
        rule_slot(**named, outcome=row.end, reason=row.reason)
    return row.key


def read_slots(event_id: int, number: int, pairing_ids: Collection[int]) -> KnownSlots:
    """Everything that judging results of these pairings of a round needs, in about ten queries.

    The marks are read first: what changes while the rest is read is noticed by them.
    """
    marks = read_marks(event_id, number, pairing_ids)
    slots = selectors.slots_of_pairings(pairing_ids)
    has_stakes = any(slot.match.get("stakes") is not None for slot in slots)
    return KnownSlots(
        slots={(slot.pairing_id, slot.number): slot for slot in slots},
        is_plain=not has_stakes and is_plain_round(event_id, number),
        marks=marks,
    )


def read_marks(event_id: int, number: int, pairing_ids: Collection[int]) -> dict[int, Mark]:
    """By slot whether anything is known of it, and values that differ once it changes.

    Known of it is a result, a game, a dispute or a place in the ledger.
    """
    values = selectors.slot_marks(event_id, number, pairing_ids)
    here = {"slot_id__in": list(values)}
    sources = {slot_source(slot_id): slot_id for slot_id in values}
    touched = {
        *slots_with_results(values),
        *Game.objects.filter(**here).values_list("slot_id", flat=True),
        *Dispute.objects.filter(**here).values_list("slot_id", flat=True),
        *(sources[source] for source in ratings.in_ledger(sources)),
    }
    return {slot_id: (slot_id in touched, mark) for slot_id, mark in values.items()}


@dataclass(slots=True)
class ResultList:
    """Judges the rows of a list. No row depends on another: each is of a game of its own."""

    actor: Actor
    known: KnownSlots
    rights: dict[str, bool] = field(default_factory=dict)
    seated: Mapping[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.seated = permissions.seats_of(self.actor, self.known.slots.values())

    def judge(self, row: ListedResult) -> ResultPlan:
        """What a row writes; a row to be written alone is not refused here.

        :raises RecordError, DomainError: as the services for one result refuse it.
        """
        context = self.known.slots.get((row.pairing_id, row.number))
        if context is None:
            raise NotFound(what="game", key=f"{row.pairing_id}:{row.number}")
        counted = selectors.result_fields(context.current) if context.current else {}
        if row.record is None and row.end.items() <= counted.items():
            return ResultPlan(row.key, row)
        if not self._is_plain(context):
            return ResultPlan(row.key, row, alone=True)
        decision = self._decision(context, row)
        made = decision.game.public_id if decision.game else row.key
        return ResultPlan(made, row, decision)

    def _is_plain(self, context: SlotContext) -> bool:
        is_seated = context.slot_id in self.seated
        is_touched, _values = self.known.marks[context.slot_id]
        return self.known.is_plain and not is_touched and not is_seated

    def _decision(self, context: SlotContext, row: ListedResult) -> Decision:
        if row.record is not None:
            self._require("slot.submit", context)
            return decide_record(
                self.actor, context, record=row.record, claim=row.claim, played_on=row.played_on
            )
        if row.end["kind"] == PLAYED:
            self._require("slot.desk", context)
            return decide_claim(
                context, claim=row.claim or {}, played_on=row.played_on, reason=row.reason
            )
        self._require("slot.rule", context)
        return decide_ruling(context, outcome=row.end, reason=row.reason)

    def _require(self, verb: str, context: SlotContext) -> None:
        """Of games in which the actor does not sit: there it is the same for all of an event."""
        if verb not in self.rights:
            self.rights[verb] = permissions.may(self.actor, verb, context)
        if not self.rights[verb]:
            raise NotAllowed(verb=verb)


def write_results(
    *, actor: Actor, event_id: int, number: int, known: KnownSlots, plans: Sequence[ResultPlan]
) -> list[str]:
    """Write what the rows of a round were judged to write; their ids. Locks GameSlots, then Event.

    known: what they were judged by. Decisions are written by statements that grow by batches.

    :raises ListMoved: it has changed since; nothing is written.
    """
    writing = [plan.row for plan in plans if plan.decision is not None or plan.alone]
    if not writing:
        return [plan.id for plan in plans]
    with transaction.atomic():
        slots = [known.slots[row.pairing_id, row.number].slot_id for row in writing]
        lock_slots(sorted(slots))
        now = read_marks(event_id, number, {row.pairing_id for row in writing})
        if any(now.get(slot_id) != known.marks[slot_id] for slot_id in slots):
            raise ListMoved
        return _written(actor, plans)


def _written(actor: Actor, plans: Sequence[ResultPlan]) -> list[str]:
    ids: list[str] = []
    for alone, group in groupby(plans, key=lambda plan: plan.alone):
        rows = list(group)
        if alone:
            ids += [enter_listed(actor=actor, row=plan.row) for plan in rows]
            continue
        write_decisions(actor, [plan.decision for plan in rows if plan.decision is not None])
        ids += [plan.id for plan in rows]
    return ids
