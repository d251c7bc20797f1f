"""Who qualifies for the next stage, and how ties at the cut-off are decided.

Rulings are stored with the stage entries; play-offs decide by their results; lots are drawn when
the next stage begins. All decisions are stored with the stage entries then.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.models import Stage, StageEntry
from tournaments.pairing import tie_decisions
from tournaments.pairing.cutoff import cutoff_places
from tournaments.pairing.qualify import GroupRow, Tie
from tournaments.selectors.rounds.playoffs import (
    Decision,
    Decisions,
    columns_of,
    decisions_of,
    playoff_rounds,
)
from tournaments.services import journal
from tournaments.services.events.states import lock_event, require_reason
from tournaments.services.rounds.results import bump_results
from tournaments.services.stages.stage_ends import (
    current_and_next_stage,
    require_all_paired,
    require_decided,
)
from tournaments.standings import build_table
from tournaments.standings.presence import WITHDRAWN, presence
from tournaments.standings.tiebreaks.registry import ranking_value
from tournaments.state import EventState
from tournaments.wording import join_with_and, join_with_commas

EntryDecisions = dict[int, Decisions]  # by entry number


class NotTied(DomainError):
    code = "not_tied"
    message = _(
        "Entries {entries} are not a tie at the line. Level there are: {tied}. "
        "A ruling names all of one tie, the best first."
    )


def qualifiers(
    state: EventState, old: Stage, options: Mapping[str, Any], *, seed: int | None = None
) -> tie_decisions.TieOutcome:
    """Qualify by the table, rulings, play-offs and, with a seed, lots. `qualified.ties`: open ties.

    options: of the next stage. Five queries.
    """
    rulings: dict[str | None, dict[int, int]] = {}
    for row in _rows(old):
        group, across = decisions_of(row)
        for scope, decision in ((row.group, group), (None, across)):
            if decision is not None and _is_ruling(decision):
                rulings.setdefault(scope, {})[row.entry.number or 0] = decision.rank
    known = tie_decisions.TieDecisions(rulings, playoff_rounds(old), seed)
    tables = group_tables(state)
    players = sum(map(len, tables.values()))
    places, rest = cutoff_places(options, players=players, groups=len(tables))
    return tie_decisions.settle_ties(tables, known, places=places, best_of_rest=rest)


def current_cutoff(*, actor: Actor, event_id: int) -> tuple[Stage, tie_decisions.TieOutcome]:
    """The current stage and its present qualifiers, for staff.

    :raises NoNextStage: it is the last stage.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "round.view_draft", event)
    old, new = current_and_next_stage(event)
    state, _version = selectors.event_state(event_id, stage_number=old.number)
    return old, qualifiers(state, old, new.options)


def group_tables(state: EventState) -> dict[str, list[GroupRow]]:
    """The table by group without those who withdrew; under "" if there are no groups.

    Who misses a match has it counted: nobody is better per match for staying away.
    """
    group_of = {entrant.number: entrant.group for entrant in state.entrants}
    matches = Counter(
        group
        for _round, _leg, group in {
            (played.round, played.leg, group_of[entry])
            for played in state.played
            for entry in played.seats
        }
    )
    gone = {
        entrant.number
        for entrant in state.entrants
        if presence(entrant.absences, current_round=state.current_round) == WITHDRAWN
    }
    tables: dict[str, list[GroupRow]] = {}
    made = build_table(state)
    ranks_of_gone = [(row.group, row.rank) for row in made.rows if row.entry in gone]
    for row in made.rows:
        if row.entry in gone:
            continue
        key = (row.primary_x2, *map(ranking_value, made.tiebreaks, row.tie_breaks))
        rank = row.rank - sum(g == row.group and r < row.rank for g, r in ranks_of_gone)
        ranked = GroupRow(row.entry, row.group, rank, key, matches=matches[row.group])
        tables.setdefault(row.group, []).append(ranked)
    return tables


def rule_on_tie(*, actor: Actor, event_id: int, order: Sequence[int], reason: str) -> Stage:
    """Rule on the order of entries that are tied at the cut-off. Locks Event.

    order: the numbers of all entries of one tie, the best first. Repeating it changes nothing.

    :raises NotTied: these entries are not one tie.
    """
    require_reason(reason)
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "stage.rule", event)
        old, new = current_and_next_stage(event)
        state, version = selectors.event_state(event_id, stage_number=old.number)
        require_all_paired(old, state)
        found = qualifiers(state, old, new.options)
        if any(
            done.decided_by == tie_decisions.RULING and done.order == tuple(order)
            for done in found.settled
        ):
            return old
        tie = _tie_of(found, order)
        with transaction.atomic():
            event = lock_event(event_id)
            require_decided(event, old)
            if event.results_version != version:
                continue
            line = journal.write_event(
                actor,
                event,
                "tie.ruled",
                subject=f"stage:{old.number}",
                after={"order": list(order), "group": tie.group},
                text=reason,
            )
            _forget_rulings(old, tie.group)
            why = f"{tie_decisions.RULING} {line.seq}"
            places = {entry: Decision(at, why) for at, entry in enumerate(order, start=1)}
            save_decisions(old, _merge_decisions(old, {tie.group: places}))
            bump_results(event.pk)
            return old


@in_transaction
def undo_rulings(*, actor: Actor, event_id: int, reason: str) -> Stage:
    """Undo the rulings on ties of the current stage. Locks Event.

    Repeating it is harmless. A next stage that has begun is undone first.
    """
    event = lock_event(event_id)
    permissions.require(actor, "stage.rule", event)
    require_reason(reason)
    old, _new = current_and_next_stage(event)
    before = ruled_ranks(old)
    if not before:
        return old
    for group in {row.group for row in _rows(old)} | {None}:
        _forget_rulings(old, group)
    journal.write_event(
        actor, event, "tie.ruling_undone", subject=f"stage:{old.number}", before=before, text=reason
    )
    bump_results(event.pk)
    return old


def ruled_ranks(stage: Stage) -> Document:
    """Ruled places by entry number, each with the number of the journal line with the reason."""
    return {
        str(row.entry.number): [decision for decision in decisions_of(row) if decision]
        for row in _rows(stage)
        if any(decision and _is_ruling(decision) for decision in decisions_of(row))
    }


def decisions_after(stage: Stage, outcome: tie_decisions.TieOutcome) -> EntryDecisions:
    """The decisions of a stage, with the places of settled tie_decisions and what decided them."""
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
    return _merge_decisions(stage, found)


def save_decisions(stage: Stage, merged: EntryDecisions) -> None:
    """The Event is locked."""
    changed: list[StageEntry] = []
    for row in _rows(stage):
        decisions = merged.get(row.entry.number or 0)
        if decisions is not None and decisions != decisions_of(row):
            row.decided_rank, row.decided_why = columns_of(decisions)
            changed.append(row)
    StageEntry.objects.bulk_update(changed, ["decided_rank", "decided_why"])


def rulings_only(stage: Stage) -> EntryDecisions:
    """The decisions of a stage without lots and play-offs."""
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


def _merge_decisions(
    stage: Stage, new: Mapping[str | None, Mapping[int, Decision]]
) -> EntryDecisions:
    """The decisions of a stage, with these put in their scopes."""
    merged: EntryDecisions = {}
    for row in _rows(stage):
        number, (group, across) = row.entry.number or 0, decisions_of(row)
        group = new.get(row.group, {}).get(number, group)
        across = new.get(None, {}).get(number, across)
        merged[number] = Decisions(group, across)
    return merged


def _forget_rulings(stage: Stage, group: str | None) -> None:
    """Delete the ruling of a group, or the one across groups."""
    merged: EntryDecisions = {}
    for row in _rows(stage):
        own, across = decisions_of(row)
        if group is None and across is not None and _is_ruling(across):
            merged[row.entry.number or 0] = Decisions(own, None)
        elif group == row.group and own is not None and _is_ruling(own):
            merged[row.entry.number or 0] = Decisions(None, across)
    save_decisions(stage, merged)


def _rows(stage: Stage) -> list[StageEntry]:
    rows = StageEntry.objects.filter(stage=stage, entry__number__isnull=False)
    return list(rows.select_related("entry").order_by("entry__number"))
