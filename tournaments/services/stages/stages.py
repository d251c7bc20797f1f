"""From stage to stage: when one ends, the next begins or is taken back; what may still change."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import Adjustment, Event, PairingJob, Stage
from tournaments.pairing import tie_decisions as tie_rules
from tournaments.services import journal
from tournaments.services.entries.seeding import begin_stage
from tournaments.services.events import publications
from tournaments.services.events.life import ReasonNeeded, WrongState, locked
from tournaments.services.rounds import lots
from tournaments.services.rounds.results import bump_results
from tournaments.services.stages import decisions, table_sizes
from tournaments.services.stages.stage_ends import (
    NoNextStage,
    StageNotOver,
    StageUndecided,
    played_and_next,
    require_decided,
    require_over,
    running_stage,
)
from tournaments.services.stages.stage_settings import LATE_OPTIONS, checked_stage
from tournaments.wording import join_with_and, one_of_message

__all__ = [
    "FirstStage",
    "NoNextStage",
    "StageHasAdjustments",
    "StageHasRounds",
    "StageNotOver",
    "StageUndecided",
    "TiedAtTheLine",
    "begin_next_stage",
    "edit_stage",
    "end_stage",
    "undo_stage",
]
TIES = ("", tie_rules.LOT, "playoff")


class TiedAtTheLine(DomainError):
    code = "tied_at_the_line"
    kind = "conflict"
    message = _(
        "Entries {entries} are level where the places end that go on. "
        "Draw lots, order a play-off, or rule on their order, and begin the stage again."
    )


class FirstStage(DomainError):
    code = "first_stage"
    kind = "conflict"
    message = _("Stage {stage} began with the event: take back the start of the event.")


class StageHasRounds(DomainError):
    code = "stage_has_rounds"
    kind = "conflict"
    message = ngettext_lazy(
        "Stage {stage} has {count} round. Withdraw it first; with results it stays.",
        "Stage {stage} has {count} rounds. Withdraw them first, the last one first; "
        "those with results stay.",
        "count",
    )


class StageHasAdjustments(DomainError):
    code = "stage_has_adjustments"
    kind = "conflict"
    message = ngettext_lazy(
        "{count} penalty or bonus was given in stage {stage}. Cancel it first.",
        "{count} penalties or bonuses were given in stage {stage}. Cancel them first.",
        "count",
    )


def begin_next_stage(
    *, actor: Actor, event_id: int, ties: str = "", seed: int | None = None
) -> Stage:
    """End the stage that is played and seat those who go on in the next. Locks Event.

    Rulings and play-offs settle ties at the line. ties: "lot" draws what they leave level, with
    `seed`, which is drawn where it is None, and written down; "playoff", as "", leaves it to be
    settled.

    :raises StageNotOver: rounds of it are to come; `end_stage` ends it earlier.
    :raises TiedAtTheLine: entries are level where the places end.
    """
    if ties not in TIES:
        raise InvalidInput(field="ties", problem=one_of_message(TIES[1:]))
    lot = lots.choose_lot(seed) if ties == tie_rules.LOT else None
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "event.edit", event)
        old, new = played_and_next(event)
        state, version = selectors.event_state(event_id, stage_number=old.number)
        require_over(old, state)
        outcome = decisions.who_goes_on(state, old, new.options, seed=lot and lot.seed)
        made = publications.table_now(event_id)
        with transaction.atomic():
            event = locked(event_id)
            require_decided(event, old)
            if event.results_version != version or made.version != version:
                continue
            _require_settled(outcome)
            publications.publish(event, made, kind=f"stage-{old.number}")
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
    decisions.write_marks(old, decisions.marks_of(old, outcome))
    entries = {entry.number: entry for entry in event.entries.all()}
    begin_stage(new, [entries[number] for number in chosen])
    old.state = "finished"
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


@transaction.atomic
def undo_stage(*, actor: Actor, event_id: int, reason: str) -> Stage:
    """Take back the stage that has begun and has no rounds: the one before is played again.

    Rulings on ties stay; what was drawn by lot does not. The journal and the published table keep
    what was. Locks Event.

    :raises StageHasRounds: a round of it is paired.
    """
    event = locked(event_id)
    permissions.require(actor, "event.edit", event)
    if not reason.strip():
        raise ReasonNeeded
    new = running_stage(event)
    old = event.stages.filter(number__lt=new.number).order_by("-number").first()
    if old is None:
        raise FirstStage(stage=new.number)
    _require_untouched(new)
    PairingJob.objects.filter(stage=new, state__in=("waiting", "running")).update(state="cancelled")
    seated = list(new.stage_entries.order_by("seed").values_list("entry__number", flat=True))
    new.stage_entries.all().delete()
    for stage, state in ((new, "open"), (old, "running")):
        stage.state = state
        stage.save(update_fields=["state"])
    decisions.write_marks(old, decisions.only_rulings(old))
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


@transaction.atomic
def end_stage(*, actor: Actor, event_id: int) -> Stage:
    """Say that the stage being played has no more rounds. Locks Event.

    Repeating it is harmless.
    """
    event = locked(event_id)
    permissions.require(actor, "event.edit", event)
    stage = running_stage(event)
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
    if differing & {"sizes", "places", "best_of_rest"}:
        table_sizes.check_stage(event.game, event.ruleset, system=stage.system, options=new)
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


def _require_settled(outcome: tie_rules.TieOutcome) -> None:
    level = sorted({entry for tie in outcome.qualified.ties for entry in tie.entries})
    if level:
        raise TiedAtTheLine(entries=join_with_and(level))


def _journal(actor: Actor, event: Event, action: str, stage: Stage, **what: Any) -> None:
    scope, subject = f"event:{event.slug}", f"stage:{stage.number}"
    journal.write(actor, action, scope=scope, subject=subject, **what)
