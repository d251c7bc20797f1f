"""Celery tasks of tournaments; each calls one service, and beat or a view sends it."""

import time
from datetime import timedelta

from celery import shared_task
from django.conf import settings

from tournaments.choices import JobStatus
from tournaments.enqueue import enqueue, resend
from tournaments.errors import DomainError
from tournaments.models import PairingJob, Round
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
