"""Jobs that pair the next round: requested, computed without locks, written as a draft.

A stage has at most one active job. The process that claims it (a worker, or the one that requested
it) computes the round, with a heartbeat. A job without one has lost its process and is given to
another, once. A cancelled job writes nothing, nor does a process that has lost its job.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from django.db import Error, IntegrityError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import engine_process, permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import FINISHED_SLOTS, JobStatus, RoundStatus, SlotStatus
from tournaments.documents import Document
from tournaments.engine_process import PairingCancelled
from tournaments.errors import DomainError, require_found
from tournaments.execution.database_errors import is_outage
from tournaments.execution.heartbeat import LOST_SECONDS, heartbeat
from tournaments.execution.moments import has_come
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event, GameSlot, PairingJob, Round, Stage
from tournaments.pairing import SYSTEMS, PairedRound, PairingRefused, Reason
from tournaments.pairing.drafts.check import find_warnings
from tournaments.pairing.drafts.reason_texts import MESSAGES
from tournaments.pairing.lots import uses_lot
from tournaments.pairing.round_count import require_round_left
from tournaments.pairing.systems.arena import stored_input
from tournaments.pairing.systems.fixed_tables import with_fixed_tables
from tournaments.proof import proof
from tournaments.selectors.ladder.arenas import arena_clock
from tournaments.services import journal
from tournaments.services.events.states import lock_event, require_running
from tournaments.services.rounds import drafts, lots
from tournaments.services.rounds.rounds import (
    DraftExists,
    DrawnByLot,
    withdraw_round,
)
from tournaments.standings.start_numbers import with_draw
from tournaments.state import ARENA, LADDER, PLAYOFF, ROLLING, EventState

# For all legs of a round; a call of the engine has its own limit.
JOB_SECONDS = 300
MOST_ATTEMPTS = 2
ACTIVE_STATES = (JobStatus.WAITING, JobStatus.RUNNING)
BY_HAND = "manual"  # the system for pairings by the organiser


class NoNextRoundYet(DomainError):
    code = "no_next_round_yet"
    message = ngettext_lazy(
        "No next round yet: {undecided} game of earlier rounds has no result.",
        "No next round yet: {undecided} games of earlier rounds have no result.",
        "undecided",
    )


class PairingUnderWay(DomainError):
    code = "pairing_under_way"
    message = _("The next round is being paired already; wait for it, or cancel it.")


class StagePlayedOff(DomainError):
    code = "stage_played_off"
    message = _("Stage {stage} has its play-offs already: begin the next stage.")


class ArenaOver(DomainError):
    code = "arena_over"
    message = _("The time of this arena is over: nobody is paired any more.")


class PairingLost(DomainError):
    code = "pairing_lost"
    message = _("The worker that paired the round did not come back. Pair it again.")


class RoundImpossible(DomainError):
    code = "round_impossible"
    message = _("{why}")


def pair_round(
    *, actor: Actor, event_id: int, seed: int | None = None, by_hand: Sequence[Sequence[int]] = ()
) -> Round:
    """Pair the next round as a draft in this process.

    seed: of the lots of the round; None: one is drawn.

    :raises DomainError: as `request_pairing` and `run_pairing`.
    """
    job = request_pairing(actor=actor, event_id=event_id, seed=seed, by_hand=by_hand)
    made = run_pairing(job.pk)
    if made is None:
        raise PairingUnderWay
    return made


def request_pairing(
    *, actor: Actor, event_id: int, seed: int | None = None, by_hand: Sequence[Sequence[int]] = ()
) -> PairingJob:
    """Create a job for the next round. Locks Event.

    seed: None: one is drawn now, so that every run of the job gives the same round.

    :raises InvalidInput: the seed is out of range.
    :raises DraftExists: there is a draft.
    :raises NoNextRoundYet: games of published rounds are undecided and not postponed.
    :raises PairingUnderWay: the stage has an active job.
    """
    lot = lots.choose_lot(seed)
    try:
        with transaction.atomic():
            event = lock_event(event_id)
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


@in_transaction
def request_re_pairing(
    *,
    actor: Actor,
    event_id: int,
    number: int,
    reason: str,
    seed: int | None = None,
    by_hand: Sequence[Sequence[int]] = (),
) -> PairingJob:
    """Withdraw a round without results and create a job to pair it again.

    Locks GameSlots, Round, Event.

    :raises DomainError: as `withdraw_round` and `request_pairing`; the round stays then.
    """
    if Round.objects.filter(event_id=event_id, number=number, kind=PLAYOFF).exists():
        raise DrawnByLot(round=number)
    withdraw_round(actor=actor, event_id=event_id, number=number, reason=reason)
    return request_pairing(actor=actor, event_id=event_id, seed=seed, by_hand=by_hand)


def run_pairing(job_id: int) -> Round | None:
    """Claim a waiting job, compute it and write the draft; None if it was claimed before.

    Locks Event only to write. A refusal is stored in the job, then raised.
    """
    job = _claim(job_id)
    if job is None:
        return None
    mine = _claimed(job)
    try:
        with heartbeat(lambda: mine.update(heartbeat_at=Now())):
            return _compute(job)
    except DomainError as refusal:
        _fail(job, refusal)
        raise
    except Error as error:
        if is_outage(error):
            _give_back(job)
        else:
            _fail(job, PairingLost())
        raise
    except BaseException:
        _fail(job, PairingLost())
        raise


def cancel_pairing(*, actor: Actor, event_id: int) -> PairingJob:
    """Cancel the active job; it writes nothing. Locks Event. Repeating it is harmless.

    :raises NotFound: the event has no job.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        permissions.require(actor, "round.pair", event)
        job = latest_job(event)
        stopped = PairingJob.objects.filter(pk=job.pk, state__in=ACTIVE_STATES).update(
            state=JobStatus.CANCELLED, error=PairingCancelled.code
        )
        if stopped:
            journal.write_event(
                actor, event, "pairing.cancelled", subject=f"stage:{job.stage.number}"
            )
    job.refresh_from_db()
    return job


def latest_job(event: Event) -> PairingJob:
    """:raises NotFound: the event has no job."""
    jobs = PairingJob.objects.filter(stage__event=event).select_related("stage", "round")
    return require_found(jobs.order_by("-pk").first(), "pairing job of", event.slug)


def get_pairing_job(*, actor: Actor, event: Event) -> PairingJob:
    """The latest job, for staff. :raises NotAllowed: for others."""
    permissions.require(actor, "round.view_draft", event)
    return latest_job(event)


def round_of_job(job: PairingJob) -> Round | None:
    """The draft of a job that is over. :raises RoundImpossible: with the reason of its failure."""
    if job.state == JobStatus.CANCELLED:
        raise PairingCancelled
    if job.state == JobStatus.FAILED:
        raise RoundImpossible(**{**job.problem, "why": problem_text(job), "reason": job.error})
    return job.round


def unclaimed_jobs(after: timedelta) -> list[int]:
    """Waiting jobs whose message was lost: they have waited for so long, or lost their process."""
    is_late = has_come("asked_at", Now() - after, within=after) | Q(attempts__gt=0)
    waiting = PairingJob.objects.filter(is_late, state=JobStatus.WAITING)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def give_up_lost_jobs() -> int:
    """Let another process take what has lost its own, or fail it; returns how many were lost.

    Only the clock of the database counts.
    """
    running = PairingJob.objects.filter(state=JobStatus.RUNNING)
    patience = timedelta(seconds=LOST_SECONDS)
    silent = running.filter(has_come("heartbeat_at", Now() - patience, within=patience))
    given = silent.filter(attempts__lt=MOST_ATTEMPTS).update(state=JobStatus.WAITING, progress=0)
    is_over = has_come("ends_at", Now(), within=timedelta(seconds=JOB_SECONDS))
    lost = running.filter(pk__in=silent.values("pk")) | running.filter(is_over)
    return given + lost.update(state=JobStatus.FAILED, error=PairingLost.code)


def problem_text(job: PairingJob) -> str:
    """Why a job failed, in the active language; empty if it did not."""
    if not job.error:
        return ""
    if job.error in MESSAGES:
        return drafts.translate_reason(Reason(job.error, job.problem))
    return str(job.problem.get("text") or job.error)


def _stage_to_pair(actor: Actor, event: Event) -> Stage:
    permissions.require(actor, "round.pair", event)
    require_running(event)
    draft = event.rounds.filter(state=RoundStatus.DRAFT).first()
    if draft is not None:
        raise DraftExists(round=draft.number)
    stage = require_found(selectors.current_stage(event), "stage", event.slug)
    undecided = GameSlot.objects.filter(pairing__round__event=event)
    count = undecided.exclude(state__in=[*FINISHED_SLOTS, SlotStatus.POSTPONED]).count()
    if count and stage.system not in ROLLING:
        raise NoNextRoundYet(undecided=count)
    if stage.system == ARENA and arena_clock(stage).is_over(timezone.now()):
        raise ArenaOver
    if stage.rounds.filter(kind=PLAYOFF).exists():
        raise StagePlayedOff(stage=stage.number)
    return stage


def _compute(job: PairingJob) -> Round:
    actor, event = Actor.from_json(job.actor), job.stage.event
    lot = lots.Lot(job.seed, job.drawn)
    while True:
        state, version = selectors.event_state(event.pk, stage_number=job.stage.number)
        state = replace(state, by_hand=tuple(tuple(seats) for seats in job.by_hand))
        system = job.stage.system
        if state.by_hand and system != LADDER:  # whose pairs are challenges
            system = BY_HAND
        by_lot = uses_lot(system, state)
        state = with_draw(state, lot.seed)  # stored in the proof, for later rounds
        paired = _paired(job, system, state)
        drafts.check_rules(state, paired, by_hand=bool(state.by_hand))
        found = find_warnings(state, paired) if state.by_hand else []
        read = stored_input(state) if system == ARENA else state
        document = proof.build(
            system=system, seed=lot.seed, state=read, paired=paired, warnings=found
        )
        if by_lot:
            document = proof.with_seed_origin(document, lot.origin)
        with transaction.atomic():
            fresh = lock_event(event.pk)
            stage = _stage_to_pair(actor, fresh)
            if fresh.results_version != version:
                continue
            made = drafts.write_draft(actor, stage, paired, document)
            if by_lot:
                lots.journal_lot(actor, fresh, f"round:{made.number}", lot)
            done = _claimed(job).update(state=JobStatus.DONE, progress=100, round=made)
            if not done:
                raise PairingCancelled
            return made


def _claim(job_id: int) -> PairingJob | None:
    """Take a waiting job; None if another process has taken it."""
    claimed = PairingJob.objects.filter(pk=job_id, state=JobStatus.WAITING).update(
        state=JobStatus.RUNNING,
        attempts=F("attempts") + 1,
        heartbeat_at=Now(),
        ends_at=Now() + timedelta(seconds=JOB_SECONDS),
    )
    if not claimed:
        return None
    return PairingJob.objects.select_related("stage__event").get(pk=job_id)


def _claimed(job: PairingJob) -> QuerySet[PairingJob]:
    """The job, while this process has it: not cancelled, nor given to another."""
    return PairingJob.objects.filter(pk=job.pk, state=JobStatus.RUNNING, attempts=job.attempts)


def _paired(job: PairingJob, system: str, state: EventState) -> PairedRound:
    running = _claimed(job)

    def save_progress(percent: int) -> None:
        running.update(progress=percent)

    engine = engine_process.limited_engine(
        on_progress=save_progress,
        keep_going=lambda: running.filter(ends_at__gt=Now()).exists(),
    )
    try:
        paired = SYSTEMS[system](state, seed=job.seed, run_engine=engine)
        require_round_left(state)  # last: some systems raise a better reason
        return with_fixed_tables(state, paired)
    except PairingRefused as refused:
        why = drafts.translate_reason(Reason(refused.code, refused.params))
        raise RoundImpossible(why=why, reason=refused.code, **refused.params) from refused


def _give_back(job: PairingJob) -> None:
    """Let another process take a job at once, by a new connection; else its heartbeat is missed."""
    if not connection.in_atomic_block:
        connection.close()
    with suppress(Error):
        _claimed(job).filter(attempts__lt=MOST_ATTEMPTS).update(state=JobStatus.WAITING, progress=0)


def _fail(job: PairingJob, refusal: DomainError) -> None:
    """Store why a job failed, unless it was cancelled meanwhile."""
    reason = str(refusal.details.get("reason", refusal.code))
    problem: Document = {"text": str(refusal)}
    problem |= {k: v for k, v in refusal.details.items() if isinstance(v, int | str)}
    _claimed(job).update(state=JobStatus.FAILED, error=reason, problem=problem)
