"""Two organisers press "pair" again and again: one round. On a server only."""

import time
from collections import Counter

import pytest

from tests.builders import acting, make_event, make_user
from tests.database import at_once, in_threads
from tournaments.actor import SYSTEM
from tournaments.engine_process import PairingCancelled
from tournaments.errors import DomainError
from tournaments.models import Pairing, PairingJob, Round
from tournaments.services import journal_checks
from tournaments.services.events import roles
from tournaments.services.rounds import pairing_jobs

pytestmark = in_threads
PRESSES = 20


@pytest.mark.parametrize("system", ["round_robin", "swiss"])
def test_twenty_presses_of_two_organisers_make_one_round(system):
    one, other = make_user(), make_user()
    event = make_event(entries=8, organiser=one, stages=[{"system": system}])
    roles.grant_event_role(actor=acting(one), event_id=event.pk, user_id=other.pk, role="arbiter")

    def press(number):
        try:
            pairing_jobs.pair_round(actor=acting((one, other)[number % 2]), event_id=event.pk)
        except DomainError as refusal:
            return refusal.code
        return "paired"

    answers = Counter(at_once(press, times=PRESSES))
    assert answers["paired"] == 1
    assert set(answers) <= {"paired", "draft_exists", "pairing_under_way"}
    assert sum(answers.values()) == PRESSES
    assert Round.objects.filter(event=event).count() == 1
    assert Pairing.objects.filter(round__event=event).count() == 4
    assert PairingJob.objects.filter(stage__event=event, state="done").count() == 1
    assert not PairingJob.objects.filter(state__in=pairing_jobs.ACTIVE_STATES).exists()
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def test_a_pairing_that_is_cancelled_while_it_runs_writes_nothing():
    event = make_event(entries=200, stages=[{"system": "swiss"}])
    job = pairing_jobs.request_pairing(actor=SYSTEM, event_id=event.pk)
    seen = []

    def act(number):
        if number == 0:
            with pytest.raises(PairingCancelled):
                pairing_jobs.run_pairing(job.pk)
            return
        while not PairingJob.objects.filter(pk=job.pk, state="running").exists():
            time.sleep(0.01)
        seen.append(pairing_jobs.cancel_pairing(actor=SYSTEM, event_id=event.pk).state)

    at_once(act, times=2)
    job.refresh_from_db()
    assert (seen, job.state, job.round) == (["cancelled"], "cancelled", None)
    assert not Round.objects.filter(event=event).exists()
    assert pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk).number == 1
