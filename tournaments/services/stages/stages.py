"""Begin, end, undo and edit stages."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus, JobStatus, StageStatus
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Adjustment, Event, PairingJob, Stage
from tournaments.pairing import tie_decisions as tie_rules
from tournaments.selectors.events.events import JUDGEMENT_UNDONE
from tournaments.services import journal
from tournaments.services.entries.seeding import begin_stage
from tournaments.services.entries.waiting_list import set_state
from tournaments.services.events import publications
from tournaments.services.events.states import WrongState, lock_event, require_reason
from tournaments.services.rounds import lots
from tournaments.services.rounds.results import bump_results
from tournaments.services.stages import decisions, table_sizes
from tournaments.services.stages.stage_ends import (
    current_and_next_stage,
    require_all_paired,
    require_decided,
    running_stage,
)
from tournaments.services.stages.stage_settings import LATE_OPTIONS, validate_stage
from tournaments.wording import join_with_and, one_of_message

TIES = ("", tie_rules.LOT, "playoff")


class TiedAtTheLine(DomainError):
    code = "tied_at_the_line"
    message = _(
        "Entries {entries} are level where the places end that go on. "
        "Draw lots, order a play-off, or rule on their order, and begin the stage again."
    )


class FirstStage(DomainError):
    code = "first_stage"
    message = _("Stage {stage} began with the event: take back the start of the event.")


class StageHasRounds(DomainError):
    code = "stage_has_rounds"
    message = ngettext_lazy(
        "Stage {stage} has {count} round. Withdraw it first; with results it stays.",
        "Stage {stage} has {count} rounds. Withdraw them first, the last one first; "
        "those with results stay.",
        "count",
    )


class StageHasAdjustments(DomainError):
    code = "stage_has_adjustments"
    message = ngettext_lazy(
        "{count} penalty or bonus was given in stage {stage}. Cancel it first.",
        "{count} penalties or bonuses were given in stage {stage}. Cancel them first.",
        "count",
    )


def begin_next_stage(
    *, actor: Actor, event_id: int, ties: str = "", seed: int | None = None
) -> Stage:
    """End the current stage and begin the next one with its qualifiers. Locks Event.

    ties: "lot" draws ties at the cut-off that rulings and play-offs leave open; "" and "playoff"
    refuse them. seed: of the lot; None: one is drawn.

    :raises StageNotOver: rounds are still to be paired; `end_stage` ends the stage earlier.
    :raises TiedAtTheLine: ties at the cut-off are open.
    """
    if ties not in TIES:
        raise InvalidInput(field="ties", problem=one_of_message(TIES[1:]))
    lot = lots.choose_lot(seed) if ties == tie_rules.LOT else None
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "event.edit", event)
        old, new = current_and_next_stage(event)
        state, version = selectors.event_state(event_id, stage_number=old.number)
        require_all_paired(old, state)
        outcome = decisions.qualifiers(state, old, new.options, seed=lot and lot.seed)
        table = publications.compute_table(event_id)
        with transaction.atomic():
            event = lock_event(event_id)
            require_decided(event, old)
            if event.results_version != version or table.version != version:
                continue
            _require_settled(outcome)
            publications.publish_table(event, table, kind=f"stage-{old.number}")
            _begin(actor, event, (old, new), outcome, lot)
            return new


def _begin(
    actor: Actor,
    event: Event,
    stages: tuple[Stage, Stage],
    outcome: tie_rules.TieOutcome,
    lot: lots.Lot | None,
) -> None:
    (old, new), chosen = stages, outcome.qualified.order
    decisions.save_decisions(old, decisions.decisions_after(old, outcome))
    entries = {entry.number: entry for entry in event.entries.all()}
    begin_stage(new, [entries[number] for number in chosen])
    old.state = StageStatus.FINISHED
    old.save(update_fields=["state"])
    by_lot = [done.order for done in outcome.settled if done.decided_by == tie_rules.LOT]
    settled = [
        {"group": done.tie.group, "order": done.order, "why": done.decided_by}
        for done in outcome.settled
    ]
    seed = lot.seed if lot and by_lot else None
    after = {"entries": chosen, "ties": settled, "lots": by_lot, "seed": seed}
    if lot and by_lot:
        lots.journal_lot(actor, event, f"stage:{old.number}", lot)
    _journal(actor, event, "stage.begun", new, after=after)
    bump_results(event.pk)


@in_transaction
def undo_stage(*, actor: Actor, event_id: int, reason: str) -> Stage:
    """Undo the begin of a stage without rounds; returns the stage before. Locks Event.

    Rulings on ties stay, lots do not; the published table stays. Who joined the stage late asks to
    take part again.

    :raises StageHasRounds: a round of the stage is paired.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    require_reason(reason)
    new = running_stage(event)
    old = event.stages.filter(number__lt=new.number).order_by("-number").first()
    if old is None:
        raise FirstStage(stage=new.number)
    _require_untouched(new)
    jobs = PairingJob.objects.filter(stage=new, state__in=(JobStatus.WAITING, JobStatus.RUNNING))
    jobs.update(state=JobStatus.CANCELLED)
    seated = list(new.stage_entries.order_by("seed").values_list("entry__number", flat=True))
    new.stage_entries.all().delete()
    late = event.entries.filter(number__isnull=False, stage_entries__isnull=True)
    for entry in late.order_by("pk"):
        entry.number = None
        set_state(actor, event, entry, EntryStatus.APPLIED, action=JUDGEMENT_UNDONE)
    for stage, state in ((new, StageStatus.OPEN), (old, StageStatus.RUNNING)):
        stage.state = state
        stage.save(update_fields=["state"])
    decisions.save_decisions(old, decisions.rulings_only(old))
    _journal(actor, event, "stage.undone", new, before={"entries": seated}, text=reason)
    bump_results(event.pk)
    return old


def _require_untouched(stage: Stage) -> None:
    count = stage.rounds.count()
    if count:
        raise StageHasRounds(stage=stage.number, count=count)
    given = Adjustment.objects.filter(stage_entry__stage=stage, cancelled_at__isnull=True).count()
    if given:
        raise StageHasAdjustments(stage=stage.number, count=given)


@in_transaction
def end_stage(*, actor: Actor, event_id: int) -> Stage:
    """End the current stage after its last paired round. Locks Event.

    Repeating it is harmless.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    stage = running_stage(event)
    state, _version = selectors.event_state(event.pk, stage_number=stage.number)
    played = state.current_round - state.rounds_before
    if played < 1:
        raise WrongState(state=event.state)
    if stage.options.get("rounds") != played:
        _change(actor, event, stage, {**stage.options, "rounds": played})
    return stage


@in_transaction
def edit_stage(*, actor: Actor, event_id: int, number: int, options: Mapping[str, object]) -> Stage:
    """Change options; after the begin of a stage only LATE_OPTIONS. Locks Event.

    :raises InvalidInput: an option is unknown, or fixed.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    stage = get_row(event.stages, "stage", number=number)
    new = {**stage.options, **options}
    validate_stage({"system": stage.system, "options": new}, number=number)
    differing = {name for name, value in new.items() if stage.options.get(name) != value}
    if differing & {"sizes", "places", "best_of_rest"}:
        table_sizes.check_stage(event.game, event.ruleset, system=stage.system, options=new)
    late = differing - LATE_OPTIONS
    if late and stage.state != StageStatus.OPEN:
        problem = _("fixed since the stage began")
        raise InvalidInput(field=f"options.{min(late)}", problem=problem)
    if differing:
        _change(actor, event, stage, new)
    return stage


def _change(actor: Actor, event: Event, stage: Stage, options: dict[str, object]) -> None:
    before, stage.options = stage.options, options
    stage.save(update_fields=["options"])
    _journal(actor, event, "stage.edited", stage, before=before, after=options)
    bump_results(event.pk)


def _require_settled(outcome: tie_rules.TieOutcome) -> None:
    level = sorted({entry for tie in outcome.qualified.ties for entry in tie.entries})
    if level:
        raise TiedAtTheLine(entries=join_with_and(level))


def _journal(actor: Actor, event: Event, action: str, stage: Stage, **contents: object) -> None:
    journal.write_event(actor, event, action, subject=f"stage:{stage.number}", **contents)
