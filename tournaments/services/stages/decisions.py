"""Who goes on to the next stage, and how ties at the line are decided.

Rulings are facts, kept beside the entries they place; what play-offs decide follows from their
results; a lot is drawn when the next stage begins. All are written beside the entries then.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.models import Stage, StageEntry
from tournaments.pairing import tie_decisions
from tournaments.pairing.qualify import GroupRow, Tie
from tournaments.selectors.rounds.playoffs import (
    Decision,
    Decisions,
    columns_of,
    decisions_of,
    playoff_rounds,
)
from tournaments.services import journal
from tournaments.services.events.life import ReasonNeeded, locked
from tournaments.services.rounds.results import bump_results
from tournaments.services.stages.stage_ends import (
    played_and_next,
    require_decided,
    require_over,
)
from tournaments.standings import build_table
from tournaments.standings.tiebreaks.registry import ranking_value
from tournaments.state import EventState
from tournaments.wording import join_with_and, join_with_commas

Marks = dict[int, Decisions]  # by entry number


class NotTied(DomainError):
    code = "not_tied"
    kind = "conflict"
    message = _(
        "Entries {entries} are not a tie at the line. Level there are: {tied}. "
        "A ruling names all of one tie, the best first."
    )


def who_goes_on(
    state: EventState, old: Stage, options: Mapping[str, Any], *, seed: int | None = None
) -> tie_decisions.TieOutcome:
    """By rulings, play-offs and, with a seed, by lot; `qualified.ties` is what they leave level.

    options: of the next stage. Five queries; nothing is written.
    """
    made: tie_decisions.GroupTables = tables_of(state)
    rulings: dict[str | None, dict[int, int]] = {}
    for row in _rows(old):
        group, across = decisions_of(row)
        for scope, decision in ((row.group, group), (None, across)):
            if decision is not None and _is_ruling(decision):
                rulings.setdefault(scope, {})[row.entry.number or 0] = decision.rank
    known = tie_decisions.TieDecisions(rulings, playoff_rounds(old), seed)
    return tie_decisions.settle_ties(
        made,
        known,
        places=options.get("places", len(state.entrants)),
        best_of_rest=options.get("best_of_rest", 0),
    )


def line_now(*, actor: Actor, event_id: int) -> tuple[Stage, tie_decisions.TieOutcome]:
    """The stage that is played, and who would go on from it as things are; for staff.

    :raises NoNextStage: nobody goes on from the last stage.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "round.view_draft", event)
    old, new = played_and_next(event)
    state, _version = selectors.event_state(event_id, stage_number=old.number)
    return old, who_goes_on(state, old, new.options)


def tables_of(state: EventState) -> dict[str, list[GroupRow]]:
    """The table of each group, or of all where there are none."""
    matches = dict.fromkeys(state.entry_numbers, 0)
    for played in state.played:
        for entry in played.seats:
            matches[entry] += 1
    tables: dict[str, list[GroupRow]] = {}
    made = build_table(state)
    for row in made.rows:
        key = (row.primary_x2, *map(ranking_value, made.tiebreaks, row.tie_breaks))
        ranked = GroupRow(row.entry, row.group, row.rank, key, matches=matches[row.entry])
        tables.setdefault(row.group, []).append(ranked)
    return tables


def decide_ties(*, actor: Actor, event_id: int, order: Sequence[int], reason: str) -> Stage:
    """Rule on the order of entries that are level at the line, the best first. Locks Event.

    order: all the numbers of one tie. Repeating the order that was ruled changes nothing.

    :raises NotTied: they are not what is tied there.
    """
    if not reason.strip():
        raise ReasonNeeded
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "stage.rule", event)
        old, new = played_and_next(event)
        state, version = selectors.event_state(event_id, stage_number=old.number)
        require_over(old, state)
        found = who_goes_on(state, old, new.options)
        if any(
            done.decided_by == tie_decisions.RULING and done.order == tuple(order)
            for done in found.settled
        ):
            return old
        tie = _tie_of(found, order)
        with transaction.atomic():
            event = locked(event_id)
            require_decided(event, old)
            if event.results_version != version:
                continue
            line = journal.write(
                actor,
                "tie.ruled",
                scope=f"event:{event.slug}",
                subject=f"stage:{old.number}",
                after={"order": list(order), "group": tie.group},
                text=reason,
            )
            _forget_rulings(old, tie.group)
            why = f"{tie_decisions.RULING} {line.seq}"
            places = {entry: Decision(at, why) for at, entry in enumerate(order, start=1)}
            write_marks(old, _marked(old, {tie.group: places}))
            bump_results(event.pk)
            return old


@transaction.atomic
def undo_rulings(*, actor: Actor, event_id: int, reason: str) -> Stage:
    """Take back the rulings on ties of the stage that is played. Locks Event.

    Repeating it is harmless. Once the next stage has begun, that is taken back first.
    """
    event = locked(event_id)
    permissions.require(actor, "stage.rule", event)
    if not reason.strip():
        raise ReasonNeeded
    old, _new = played_and_next(event)
    before = ruled_ranks(old)
    if not before:
        return old
    for group in {row.group for row in _rows(old)} | {None}:
        _forget_rulings(old, group)
    journal.write(
        actor,
        "tie.ruling_undone",
        scope=f"event:{event.slug}",
        subject=f"stage:{old.number}",
        before=before,
        text=reason,
    )
    bump_results(event.pk)
    return old


def ruled_ranks(stage: Stage) -> dict[str, Any]:
    """The places ruled, by entry number, each with the journal's line that says why."""
    return {
        str(row.entry.number): [decision for decision in decisions_of(row) if decision]
        for row in _rows(stage)
        if any(decision and _is_ruling(decision) for decision in decisions_of(row))
    }


def marks_of(stage: Stage, outcome: tie_decisions.TieOutcome) -> Marks:
    """What is written beside each entry that was tied: its place, and what decided it last."""
    rows = {row.entry: row for group in outcome.tables.values() for row in group}
    old = {row.entry.number or 0: decisions_of(row) for row in _rows(stage)}
    found: dict[str | None, dict[int, Decision]] = {}
    for done in outcome.settled:
        across = done.tie.group is None
        for entry in done.order:
            place = rows[entry].decided_across if across else rows[entry].decided
            ruled = old[entry].across if across else old[entry].group
            why = (
                ruled.why if done.decided_by == tie_decisions.RULING and ruled else done.decided_by
            )
            found.setdefault(done.tie.group, {})[entry] = Decision(place, why)
    return _marked(stage, found)


def write_marks(stage: Stage, marks: Marks) -> None:
    """The Event is locked."""
    changed: list[StageEntry] = []
    for row in _rows(stage):
        decisions = marks.get(row.entry.number or 0)
        if decisions is not None and decisions != decisions_of(row):
            row.decided_rank, row.decided_why = columns_of(decisions)
            changed.append(row)
    StageEntry.objects.bulk_update(changed, ["decided_rank", "decided_why"])


def only_rulings(stage: Stage) -> Marks:
    """The marks of a stage without what was drawn or played off."""
    return {
        row.entry.number or 0: Decisions(
            *(d if d is not None and _is_ruling(d) else None for d in decisions_of(row))
        )
        for row in _rows(stage)
    }


def _tie_of(found: tie_decisions.TieOutcome, order: Sequence[int]) -> Tie:
    if len(set(order)) != len(order):
        raise InvalidInput(field="order", problem=_("each entry once"))
    for tie in found.qualified.ties:
        if set(tie.entries) == set(order):
            return tie
    level = "; ".join(join_with_commas(sorted(tie.entries)) for tie in found.qualified.ties)
    raise NotTied(entries=join_with_and(order), tied=level or "-")


def _is_ruling(decision: Decision) -> bool:
    return decision.why.startswith(tie_decisions.RULING)


def _marked(stage: Stage, new: Mapping[str | None, Mapping[int, Decision]]) -> Marks:
    """The marks of a stage with new ones in their scopes."""
    marks: Marks = {}
    for row in _rows(stage):
        number, (group, across) = row.entry.number or 0, decisions_of(row)
        group = new.get(row.group, {}).get(number, group)
        across = new.get(None, {}).get(number, across)
        marks[number] = Decisions(group, across)
    return marks


def _forget_rulings(stage: Stage, group: str | None) -> None:
    """One ruling at a time for each group, and one across them."""
    marks: Marks = {}
    for row in _rows(stage):
        own, across = decisions_of(row)
        if group is None and across is not None and _is_ruling(across):
            marks[row.entry.number or 0] = Decisions(own, None)
        elif group == row.group and own is not None and _is_ruling(own):
            marks[row.entry.number or 0] = Decisions(None, across)
    write_marks(stage, marks)


def _rows(stage: Stage) -> list[StageEntry]:
    rows = StageEntry.objects.filter(stage=stage, entry__number__isnull=False)
    return list(rows.select_related("entry").order_by("entry__number"))
