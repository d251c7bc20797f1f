"""Pairing the next round: asked for, computed with nothing locked, written whole or not at all.

A job is a row, at most one at a time for a stage. Whoever claims it (a worker, or the process
that asked) computes; a cancelled or lost one writes nothing, however late its engine answers.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import engine_process, permissions, proof, selectors
from tournaments.actor import Actor
from tournaments.engine_process import PairingCancelled
from tournaments.errors import DomainError, NotFound
from tournaments.models import FINISHED_SLOTS, Event, GameSlot, PairingJob, Round, Stage
from tournaments.pairing import SYSTEMS, PairedRound, PairingRefused, Reason
from tournaments.pairing.drafts.check import find_warnings
from tournaments.pairing.drafts.reason_texts import MESSAGES
from tournaments.pairing.lots import uses_lot
from tournaments.pairing.round_count import require_round_left
from tournaments.pairing.systems.fixed_tables import with_fixed_tables
from tournaments.services import journal
from tournaments.services.events.life import WrongState, locked
from tournaments.services.rounds import drafts, lots
from tournaments.services.rounds.rounds import (
    DraftExists,
    DrawnByLot,
    withdraw_round,
)
from tournaments.standings.start_numbers import with_draw
from tournaments.state import PLAYOFF, EventState

# All legs of a round, with what they wait for. One call of the engine has a limit of its own.
JOB_SECONDS = 300
UNDER_WAY = ("waiting", "running")
BY_HAND = "manual"  # the system that takes the organiser's own pairings


class NoNextRoundYet(DomainError):
    code = "no_next_round_yet"
    kind = "conflict"
    message = ngettext_lazy(
        "No next round yet: {undecided} game of earlier rounds has no result.",
        "No next round yet: {undecided} games of earlier rounds have no result.",
        "undecided",
    )


class PairingUnderWay(DomainError):
    code = "pairing_under_way"
    kind = "conflict"
    message = _("The next round is being paired already; wait for it, or cancel it.")


class StagePlayedOff(DomainError):
    code = "stage_played_off"
    kind = "conflict"
    message = _("Stage {stage} has its play-offs already: begin the next stage.")


class PairingLost(DomainError):
    code = "pairing_lost"
    kind = "conflict"
    message = _("The worker that paired the round did not come back. Pair it again.")


class RoundImpossible(DomainError):
    code = "round_impossible"
    kind = "conflict"
    message = _("{why}")


def pair_round(
    *, actor: Actor, event_id: int, seed: int | None = None, by_hand: Sequence[Sequence[int]] = ()
) -> Round:
    """Pair the next round here and now, as a draft that only staff see.

    seed: of the round's lots; None: one is drawn.

    :raises DomainError: as `ask_pairing` and `run_pairing`.
    """
    job = ask_pairing(actor=actor, event_id=event_id, seed=seed, by_hand=by_hand)
    made = run_pairing(job.pk)
    if made is None:
        raise PairingUnderWay
    return made


def ask_pairing(
    *, actor: Actor, event_id: int, seed: int | None = None, by_hand: Sequence[Sequence[int]] = ()
) -> PairingJob:
    """Note that the next round is to be paired, and by which lot. Locks Event.

    seed: None: one is drawn now, so that the job gives the same round however often it runs.

    :raises InvalidInput: the seed is out of range.
    :raises DraftExists: a draft waits already.
    :raises NoNextRoundYet: games of published rounds are undecided and not postponed.
    :raises PairingUnderWay: somebody asked before.
    """
    lot = lots.choose_lot(seed)
    try:
        with transaction.atomic():
            event = locked(event_id)
            stage = _stage_to_pair(actor, event)
            return PairingJob.objects.create(
                stage=stage,
                actor=actor.as_json(),
                seed=lot.seed,
                drawn=lot.drawn,
                by_hand=[list(seats) for seats in by_hand],
            )
    except IntegrityError as taken:
        raise PairingUnderWay from taken


@transaction.atomic
def ask_repairing(
    *,
    actor: Actor,
    event_id: int,
    number: int,
    reason: str,
    seed: int | None = None,
    by_hand: Sequence[Sequence[int]] = (),
) -> PairingJob:
    """Withdraw a round without results and note that it is to be paired again.

    Locks GameSlots, Round, Event.

    :raises DomainError: as `withdraw_round` and `ask_pairing`; then the round stays as it is.
    """
    if Round.objects.filter(event_id=event_id, number=number, kind=PLAYOFF).exists():
        raise DrawnByLot(round=number)
    withdraw_round(actor=actor, event_id=event_id, number=number, reason=reason)
    return ask_pairing(actor=actor, event_id=event_id, seed=seed, by_hand=by_hand)


def repair_round(
    *,
    actor: Actor,
    event_id: int,
    number: int,
    reason: str,
    seed: int | None = None,
    by_hand: Sequence[Sequence[int]] = (),
) -> Round:
    """Withdraw a round without results and pair it again here and now, as a new draft."""
    job = ask_repairing(
        actor=actor, event_id=event_id, number=number, reason=reason, seed=seed, by_hand=by_hand
    )
    made = run_pairing(job.pk)
    if made is None:
        raise PairingUnderWay
    return made


def run_pairing(job_id: int) -> Round | None:
    """Claim a waiting job, compute it and write the draft; None if it was claimed before.

    Locks Event for the writing only. A refusal is kept in the job, then raised.
    """
    now = timezone.now()
    claimed = PairingJob.objects.filter(pk=job_id, state="waiting").update(
        state="running", ends_at=now + timedelta(seconds=JOB_SECONDS)
    )
    if not claimed:
        return None
    job = PairingJob.objects.select_related("stage__event").get(pk=job_id)
    try:
        return _compute(job)
    except DomainError as refusal:
        _fail(job_id, refusal)
        raise
    except BaseException:
        _fail(job_id, PairingLost())
        raise


def cancel_pairing(*, actor: Actor, event_id: int) -> PairingJob:
    """Stop the pairing that is under way; its engine is ended and writes nothing. Locks Event.

    Repeating it is harmless.

    :raises NotFound: nothing was ever paired here.
    """
    with transaction.atomic():
        event = locked(event_id)
        permissions.require(actor, "round.pair", event)
        job = latest_job(event)
        stopped = PairingJob.objects.filter(pk=job.pk, state__in=UNDER_WAY).update(
            state="cancelled", error=PairingCancelled.code
        )
        if stopped:
            journal.write(
                actor,
                "pairing.cancelled",
                scope=f"event:{event.slug}",
                subject=f"stage:{job.stage.number}",
            )
    job.refresh_from_db()
    return job


def latest_job(event: Event) -> PairingJob:
    """:raises NotFound: nothing was ever paired here."""
    jobs = PairingJob.objects.filter(stage__event=event).select_related("stage", "round")
    job = jobs.order_by("-pk").first()
    if job is None:
        raise NotFound(what="pairing job of", key=event.slug)
    return job


def watched_job(*, actor: Actor, event: Event) -> PairingJob:
    """How far the latest pairing is; for staff, as a draft is. :raises NotAllowed: for others."""
    permissions.require(actor, "round.view_draft", event)
    return latest_job(event)


def outcome(job: PairingJob) -> Round | None:
    """What became of a job that is over. :raises RoundImpossible: saying why it failed."""
    if job.state == "cancelled":
        raise PairingCancelled
    if job.state == "failed":
        raise RoundImpossible(**{**job.problem, "why": problem_text(job), "reason": job.error})
    return job.round


def waiting_jobs(asked_before: datetime) -> list[int]:
    """Jobs that nobody took: their message was lost."""
    waiting = PairingJob.objects.filter(state="waiting", asked_at__lt=asked_before)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def fail_lost(now: datetime) -> int:
    """Give up running jobs whose time is over; how many there were."""
    lost = PairingJob.objects.filter(state="running", ends_at__lt=now)
    return lost.update(state="failed", error=PairingLost.code)


def problem_text(job: PairingJob) -> str:
    """Why a job failed, in the language that is active; empty when it did not."""
    if not job.error:
        return ""
    if job.error in MESSAGES:
        return drafts.translated(Reason(job.error, job.problem))
    return str(job.problem.get("text") or job.error)


def _stage_to_pair(actor: Actor, event: Event) -> Stage:
    permissions.require(actor, "round.pair", event)
    if event.state != "running":
        raise WrongState(state=event.state)
    draft = event.rounds.filter(state="draft").first()
    if draft is not None:
        raise DraftExists(round=draft.number)
    undecided = GameSlot.objects.filter(pairing__round__event=event)
    count = undecided.exclude(state__in=[*FINISHED_SLOTS, "postponed"]).count()
    if count:
        raise NoNextRoundYet(undecided=count)
    stage = selectors.current_stage(event)
    if stage is None:
        raise NotFound(what="stage", key=event.slug)
    if stage.rounds.filter(kind=PLAYOFF).exists():
        raise StagePlayedOff(stage=stage.number)
    return stage


def _compute(job: PairingJob) -> Round:
    actor, event = Actor.from_json(job.actor), job.stage.event
    lot = lots.Lot(job.seed, job.drawn)
    while True:
        state, version = selectors.event_state(event.pk, stage_number=job.stage.number)
        state = replace(state, by_hand=tuple(tuple(seats) for seats in job.by_hand))
        system = BY_HAND if state.by_hand else job.stage.system
        by_lot = uses_lot(system, state)
        state = with_draw(state, lot.seed)  # the proof keeps it, and later rounds read it there
        paired = _paired(job, system, state)
        drafts.check_rules(state, paired, by_hand=bool(state.by_hand))
        told = find_warnings(state, paired) if state.by_hand else []
        document = proof.build(
            system=system, seed=lot.seed, state=state, paired=paired, warnings=told
        )
        if by_lot:
            document = proof.with_seed_origin(document, lot.origin)
        with transaction.atomic():
            fresh = locked(event.pk)
            stage = _stage_to_pair(actor, fresh)
            if fresh.results_version != version:
                continue
            made = drafts.write_draft(actor, stage, paired, document)
            if by_lot:
                lots.journal_lot(actor, fresh, f"round:{made.number}", lot)
            done = PairingJob.objects.filter(pk=job.pk, state="running").update(
                state="done", progress=100, round=made
            )
            if not done:
                raise PairingCancelled
            return made


def _paired(job: PairingJob, system: str, state: EventState) -> PairedRound:
    running = PairingJob.objects.filter(pk=job.pk, state="running")

    def tell(percent: int) -> None:
        running.update(progress=percent)

    engine = engine_process.limited_engine(
        on_progress=tell,
        keep_going=lambda: running.filter(ends_at__gt=timezone.now()).exists(),
    )
    try:
        paired = SYSTEMS[system](state, seed=job.seed, run_engine=engine)
        require_round_left(state)  # asked last: some systems have a better word for it
        return with_fixed_tables(state, paired)
    except PairingRefused as refused:
        why = drafts.translated(Reason(refused.code, refused.params))
        raise RoundImpossible(why=why, reason=refused.code, **refused.params) from refused


def _fail(job_id: int, refusal: DomainError) -> None:
    """Keep why a job ended; one that was cancelled meanwhile stays so."""
    reason = str(refusal.details.get("reason", refusal.code))
    problem: dict[str, Any] = {"text": str(refusal)}
    problem |= {k: v for k, v in refusal.details.items() if isinstance(v, int | str)}
    PairingJob.objects.filter(pk=job_id, state="running").update(
        state="failed", error=reason, problem=problem
    )
