"""From stage to stage: who goes on, when a stage ends, what of it may still be changed."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import FINISHED_SLOTS, Event, GameSlot, Stage, StageEntry
from tournaments.pairing.qualify import Ranked, qualify, settle, settle_by_lot
from tournaments.services import journal, publications
from tournaments.services.events import WrongState, locked
from tournaments.services.results import bump_results
from tournaments.services.seeding import begin_stage
from tournaments.services.stage_settings import LATE_OPTIONS, checked_stage
from tournaments.standings import table
from tournaments.standings.tiebreaks import worth
from tournaments.state import EventState


class StageNotOver(DomainError):
    code = "stage_not_over"
    kind = "conflict"
    message = _("Stage {stage} is not over: round {last} of {rounds} was the last one paired.")


class StageUndecided(DomainError):
    code = "stage_undecided"
    kind = "conflict"
    message = _("{count} games of stage {stage} have no result yet.")


class NoNextStage(DomainError):
    code = "no_next_stage"
    kind = "conflict"
    message = _("Stage {stage} is the last one of this event: finish the event.")


class TiedAtTheLine(DomainError):
    code = "tied_at_the_line"
    kind = "conflict"
    message = _(
        "Entries {entries} are level where the places end that go on. "
        "Draw lots, or rule on their order, and begin the stage again."
    )


def begin_next_stage(*, actor: Actor, event_id: int, ties: str = "", seed: int = 0) -> Stage:
    """End the stage that is played and seat those who go on in the next. Locks Event.

    ties: "lot" settles ties at the line by a drawing with `seed`, which is written down.

    :raises StageNotOver: rounds of it are to come; `end_stage` ends it earlier.
    :raises TiedAtTheLine: entries are level where the places end.
    """
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "event.edit", event)
        old, new = _stages(event)
        state, version = selectors.event_state(event_id, stage_number=old.number)
        _require_over(old, state)
        chosen, lots = _who_goes_on(state, new.options, ties=ties, seed=seed)
        made = publications.table_now(event_id)
        with transaction.atomic():
            event = locked(event_id)
            _require_decided(event, old)
            if event.results_version != version or made.version != version:
                continue
            publications.publish(event, made, kind=f"stage-{old.number}")
            _write_lots(old, lots)
            entries = {entry.number: entry for entry in event.entries.all()}
            begin_stage(new, [entries[number] for number in chosen])
            old.state = "finished"
            old.save(update_fields=["state"])
            after = {"entries": list(chosen), "lots": lots, "seed": seed if lots else None}
            _journal(actor, event, "stage.begun", new, after=after)
            bump_results(event.pk)
            return new


@transaction.atomic
def end_stage(*, actor: Actor, event_id: int) -> Stage:
    """Say that the stage being played has no more rounds. Locks Event.

    Repeating it is harmless.
    """
    event = locked(event_id)
    permissions.require(actor, "event.edit", event)
    stage = _running(event)
    state, _version = selectors.event_state(event.pk, stage_number=stage.number)
    played = state.current_round - state.rounds_before
    if played < 1:
        raise WrongState(state=event.state)
    if stage.options.get("rounds") != played:
        _change(actor, event, stage, {**stage.options, "rounds": played})
    return stage


@transaction.atomic
def edit_stage(*, actor: Actor, event_id: int, number: int, options: Mapping[str, Any]) -> Stage:
    """Change options; of a stage that has begun only those of the rounds to come. Locks Event.

    :raises InvalidInput: there is no such option, or it cannot be changed any more.
    """
    event = locked(event_id)
    permissions.require(actor, "event.edit", event)
    stage = event.stages.filter(number=number).first()
    if stage is None:
        raise NotFound(what="stage", key=number)
    new = {**stage.options, **options}
    checked_stage({"system": stage.system, "options": new}, number=number)
    differing = {name for name, value in new.items() if stage.options.get(name) != value}
    late = differing - LATE_OPTIONS
    if late and stage.state != "open":
        problem = _("fixed since the stage began")
        raise InvalidInput(field=f"options.{min(late)}", problem=problem)
    if differing:
        _change(actor, event, stage, new)
    return stage


def _change(actor: Actor, event: Event, stage: Stage, options: dict[str, Any]) -> None:
    before, stage.options = stage.options, options
    stage.save(update_fields=["options"])
    _journal(actor, event, "stage.edited", stage, before=before, after=options)
    bump_results(event.pk)


def _running(event: Event) -> Stage:
    if event.state != "running":
        raise WrongState(state=event.state)
    stage = selectors.current_stage(event)
    if stage is None:
        raise NotFound(what="stage", key=event.slug)
    return stage


def _stages(event: Event) -> tuple[Stage, Stage]:
    """The stage that is played, and the one after it."""
    old = _running(event)
    new = event.stages.filter(number__gt=old.number).order_by("number").first()
    if new is None:
        raise NoNextStage(stage=old.number)
    return old, new


def _require_over(stage: Stage, state: EventState) -> None:
    last, total = state.current_round, state.rounds_total
    if last == state.rounds_before or last < total:
        raise StageNotOver(stage=stage.number, last=last, rounds=total)


def _require_decided(event: Event, stage: Stage) -> None:
    if event.rounds.filter(state="draft").exists():
        raise WrongState(state=event.state)
    count = GameSlot.objects.filter(pairing__round__stage=stage)
    undecided = count.exclude(state__in=FINISHED_SLOTS).count()
    if undecided:
        raise StageUndecided(stage=stage.number, count=undecided)


def _who_goes_on(
    state: EventState, options: Mapping[str, Any], *, ties: str, seed: int
) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """Entries in the order of their seeds, and the ties that were drawn, in the order drawn."""
    tables = _tables(state)
    places, rest = options.get("places", len(state.entrants)), options.get("best_of_rest", 0)
    lots: list[tuple[int, ...]] = []
    while (found := qualify(tables, places=places, best_of_rest=rest)).tied:
        if ties != "lot":
            level = sorted({entry for tie in found.tied for entry in tie.entries})
            raise TiedAtTheLine(entries=", ".join(map(str, level)))
        drawn = [settle_by_lot(tie, seed) for tie in found.tied]
        for tie, order in zip(found.tied, drawn, strict=True):
            tables = settle(tables, tie, order)
        lots += drawn
    return found.order, lots


def _tables(state: EventState) -> dict[str, list[Ranked]]:
    """The table of each group, or of all where there are none."""
    matches = Counter(entry for played in state.played for entry in played.seats)
    tables: dict[str, list[Ranked]] = defaultdict(list)
    made = table(state)
    for row in made.rows:
        key = (row.primary_x2, *map(worth, made.tiebreaks, row.tie_breaks))
        tables[row.group].append(
            Ranked(row.entry, row.group, row.rank, key, matches=matches[row.entry])
        )
    return tables


def _write_lots(stage: Stage, lots: list[tuple[int, ...]]) -> None:
    """The order that was drawn, beside each entry that it settled."""
    for drawn in lots:
        for rank, number in enumerate(drawn, start=1):
            StageEntry.objects.filter(stage=stage, entry__number=number).update(
                decided_rank=rank, decided_why="lot"
            )


def _journal(
    actor: Actor,
    event: Event,
    action: str,
    stage: Stage,
    *,
    before: Any = None,
    after: Any = None,
) -> None:
    journal.write(
        actor,
        action,
        scope=f"event:{event.slug}",
        subject=f"stage:{stage.number}",
        before=before,
        after=after,
    )
