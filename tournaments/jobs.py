"""Celery tasks of tournaments; each calls one service, and beat or a view sends it."""

import time
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from tournaments.choices import JobStatus
from tournaments.enqueue import enqueue, resend
from tournaments.errors import DomainError
from tournaments.models import Challenge, PairingJob, Round, Stage
from tournaments.selectors.ladder.arenas import running_arenas
from tournaments.services import task_failures
from tournaments.services.arena import passes
from tournaments.services.ladder import deadlines
from tournaments.services.rounds import pairing_jobs

# A job that no worker took by then is sent again.
RESEND_AFTER = timedelta(seconds=10)
POLL_SECONDS = 0.1
UNCLAIMED_SECONDS = 2.0  # then the caller pairs the round itself


def pair_and_wait(job: PairingJob) -> Round | None:
    """Send a pairing to a worker and wait some seconds for it; None if it takes longer.

    If no worker takes the job, the round is paired in this process.

    :raises DomainError: the round could not be paired.
    """
    enqueue(pair_round, job.pk)
    started = time.monotonic()
    while (waited := time.monotonic() - started) < settings.PAIRING_PATIENCE_SECONDS:
        job.refresh_from_db()
        if job.state not in pairing_jobs.ACTIVE_STATES:
            return pairing_jobs.round_of_job(job)
        if job.state == JobStatus.WAITING and waited > UNCLAIMED_SECONDS:
            break
        time.sleep(POLL_SECONDS)
    made = pairing_jobs.run_pairing(job.pk)  # does nothing if a worker has the job
    job.refresh_from_db()
    return made


@shared_task(name="tournaments.jobs.pair_round")
def pair_round(job_id: int) -> None:
    """Run a pairing job. A refusal is stored in the job for the organiser."""
    try:
        pairing_jobs.run_pairing(job_id)
    except DomainError:
        return


@shared_task(name="tournaments.jobs.repair_pairings")
def resend_lost_pairings() -> None:
    """Send again what nobody took, and what was lost with its process."""
    pairing_jobs.give_up_lost_jobs()
    for job_id in pairing_jobs.unclaimed_jobs(RESEND_AFTER):
        resend(pair_round, job_id)


@shared_task(name="tournaments.jobs.settle_ladders")
def settle_ladders() -> None:
    """Send what is due on ladders: challenges without an answer, entries that do not play."""
    now = timezone.now()
    due = deadlines.overdue_challenges(now)
    for challenge_id in task_failures.ready_ids(expire_challenge.name, due, now=now):
        resend(expire_challenge, challenge_id)
    stages = deadlines.ladders_with_inactivity()
    for stage_id in task_failures.ready_ids(drop_inactive.name, stages, now=now):
        resend(drop_inactive, stage_id)


@shared_task(name="tournaments.jobs.expire_challenge")
def expire_challenge(challenge_id: int) -> None:
    if Challenge.objects.filter(pk=challenge_id).exists():
        deadlines.expire_challenge(challenge_id=challenge_id, now=timezone.now())


@shared_task(name="tournaments.jobs.drop_inactive")
def drop_inactive(stage_id: int) -> None:
    if Stage.objects.filter(pk=stage_id).exists():
        deadlines.drop_inactive(stage_id=stage_id, now=timezone.now())


@shared_task(name="tournaments.jobs.pair_arenas")
def pair_arenas() -> None:
    """Send a pass for every running arena."""
    now = timezone.now()
    for stage_id in task_failures.ready_ids(pair_arena.name, running_arenas(), now=now):
        resend(pair_arena, stage_id)


@shared_task(name="tournaments.jobs.pair_arena")
def pair_arena(stage_id: int) -> None:
    if Stage.objects.filter(pk=stage_id).exists():
        passes.run_pass(stage_id=stage_id, now=timezone.now())
