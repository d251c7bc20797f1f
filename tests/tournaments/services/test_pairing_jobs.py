"""Pairing as a job: claimed once, cancelled, lost, refused; a whole draft or none."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.models.functions import Now

from tests.builders import (
    acting,
    decide_round,
    make_event,
    make_user,
    played_round,
    published_round,
)
from tournaments import jobs
from tournaments.actor import SYSTEM
from tournaments.engine_process import PairingCancelled
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import JournalLine, PairingJob, Round
from tournaments.pairing import SYSTEMS
from tournaments.services.events import events
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.rounds.drafts import RoundBreaksRules
from tournaments.services.rounds.pairing_jobs import PairingLost, PairingUnderWay, RoundImpossible
from tournaments.services.stages import stages


def asked(event):
    return pairing_jobs.request_pairing(actor=SYSTEM, event_id=event.pk)


def test_a_job_makes_one_draft_however_often_its_message_comes():
    event = make_event()
    job = asked(event)
    jobs.pair_round(job.pk)
    jobs.pair_round(job.pk)
    job.refresh_from_db()
    assert (job.state, job.progress) == ("done", 100)
    assert job.round == Round.objects.get(event=event)


def test_one_job_at_a_time():
    event = make_event()
    asked(event)
    with pytest.raises(PairingUnderWay):
        asked(event)


def test_a_cancelled_job_writes_nothing_however_late_it_is_run():
    event = make_event()
    job = asked(event)
    cancelled = pairing_jobs.cancel_pairing(actor=SYSTEM, event_id=event.pk)
    assert (cancelled.pk, cancelled.state) == (job.pk, "cancelled")
    assert pairing_jobs.run_pairing(job.pk) is None
    assert not Round.objects.filter(event=event).exists()
    assert JournalLine.objects.filter(action="pairing.cancelled").count() == 1
    with pytest.raises(PairingCancelled):
        pairing_jobs.round_of_job(cancelled)
    pairing_jobs.cancel_pairing(actor=SYSTEM, event_id=event.pk)
    assert JournalLine.objects.filter(action="pairing.cancelled").count() == 1
    assert pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk).number == 1


def test_a_refusal_is_kept_with_its_words():
    event = make_event(entries=2)
    decide_round(published_round(event))
    with pytest.raises(RoundImpossible, match="everybody has met everybody"):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    job = pairing_jobs.latest_job(event)
    assert (job.state, job.error) == ("failed", "no_rounds_left")
    assert "everybody has met everybody" in pairing_jobs.problem_text(job)
    with pytest.raises(RoundImpossible, match="everybody has met everybody"):
        pairing_jobs.round_of_job(job)


def running(job, *, silent_for, attempts, left=60):
    """As a process leaves it that took the job and has been silent since."""
    PairingJob.objects.filter(pk=job.pk).update(
        state="running",
        attempts=attempts,
        heartbeat_at=Now() - timedelta(seconds=silent_for),
        ends_at=Now() + timedelta(seconds=left),
    )


def state_of(job):
    job.refresh_from_db()
    return job.state, job.error


def test_a_job_whose_process_died_is_given_to_another_and_pairs_the_same_round():
    event = make_event()
    job = asked(event)
    running(job, silent_for=10, attempts=1)
    assert pairing_jobs.give_up_lost_jobs() == 0
    running(job, silent_for=16, attempts=1)
    assert pairing_jobs.give_up_lost_jobs() == 1
    assert state_of(job) == ("waiting", "")
    assert pairing_jobs.unclaimed_jobs(jobs.RESEND_AFTER) == [job.pk]
    jobs.pair_round(job.pk)
    assert state_of(job) == ("done", "")
    assert job.round.number == 1


def test_a_job_that_lost_two_processes_is_given_up():
    event = make_event()
    job = asked(event)
    running(job, silent_for=16, attempts=2)
    assert pairing_jobs.give_up_lost_jobs() == 1
    assert state_of(job) == ("failed", PairingLost.code)
    assert pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk).number == 1


def test_a_job_whose_time_is_over_is_given_up_though_its_process_lives():
    job = asked(make_event())
    running(job, silent_for=1, attempts=1, left=-1)
    assert pairing_jobs.give_up_lost_jobs() == 1
    assert state_of(job) == ("failed", PairingLost.code)


def test_a_process_that_has_lost_its_job_writes_nothing():
    event = make_event()
    job = asked(event)
    mine = pairing_jobs._claim(job.pk)
    assert mine
    running(job, silent_for=0, attempts=2)  # another has it
    with pytest.raises(PairingCancelled):
        pairing_jobs._compute(mine)
    assert not Round.objects.filter(event=event).exists()
    assert state_of(job) == ("running", "")


def test_a_waiting_job_is_found_again():
    event = make_event()
    job = asked(event)
    assert pairing_jobs.unclaimed_jobs(timedelta(seconds=10)) == []
    PairingJob.objects.filter(pk=job.pk).update(asked_at=Now() - timedelta(seconds=11))
    assert pairing_jobs.unclaimed_jobs(timedelta(seconds=10)) == [job.pk]


def test_pairing_by_hand_is_checked_and_proved():
    event = make_event(entries=5)
    made = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[3, 1], [5, 2], [4]])
    assert made.proof
    assert made.proof["engine"] == "manual"
    assert [pair["seats"] for pair in made.proof["pairs"]] == [[3, 1], [5, 2], [4]]
    assert rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1).state == "published"


def test_a_hand_that_leaves_somebody_out_is_refused_and_nothing_is_half_done():
    event = make_event(entries=4)
    with pytest.raises(RoundBreaksRules, match="Entry 4"):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[1, 2], [3]])
    assert not Round.objects.filter(event=event).exists()
    assert pairing_jobs.latest_job(event).state == "failed"


def test_who_may_ask_cancel_and_look():
    event = make_event()
    stranger = acting(make_user())
    with pytest.raises(NotAllowed):
        pairing_jobs.request_pairing(actor=stranger, event_id=event.pk)
    asked(event)
    with pytest.raises(NotAllowed):
        pairing_jobs.cancel_pairing(actor=stranger, event_id=event.pk)
    with pytest.raises(NotAllowed):
        pairing_jobs.get_pairing_job(actor=stranger, event=event)


def test_an_event_that_never_paired_has_no_job():
    with pytest.raises(NotFound):
        pairing_jobs.cancel_pairing(actor=SYSTEM, event_id=make_event().pk)


def test_a_draft_that_breaks_a_rule_is_not_published_and_stays():
    event = make_event(entries=4, games=1, stages=[{"system": "swiss", "options": {"rounds": 3}}])
    first = played_round(event)
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    draft.seats.update(leg=2)  # out of the way: nobody sits twice in a leg
    for table in (1, 2):
        again = first.pairings.get(table=table).seats.order_by("order")
        for seat, old in zip(
            draft.pairings.get(table=table).seats.order_by("order"), again, strict=True
        ):
            seat.entry, seat.leg = old.entry, 1
            seat.save()
    with pytest.raises(RoundBreaksRules, match="have met before, in round 1"):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_no_legal_pairing_offers_three_ways_and_each_of_them_helps():
    """Two entries have met; a Swiss has no second round for them."""
    swiss = [{"system": "swiss", "options": {"rounds": 3}}]
    event = make_event(entries=2, games=1, stages=swiss)
    decide_round(published_round(event))
    with pytest.raises(RoundImpossible) as refused:
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    for way in ("Allow rematches from round 2", "pair by hand", "end the stage"):
        assert way in str(refused.value)
    made = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[1, 2]])
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=made.number)
    stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options={"rematches_from": 2})
    again = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=again.number)
    stages.end_stage(actor=SYSTEM, event_id=event.pk)
    events.finish(actor=SYSTEM, event_id=event.pk)


def test_a_job_that_an_outage_interrupts_is_given_back_at_once(monkeypatch):
    def lose_connection(state, *, seed, run_engine):
        raise OperationalError("the connection is lost")

    event = make_event()
    job = asked(event)
    monkeypatch.setitem(SYSTEMS, job.stage.system, lose_connection)
    with pytest.raises(OperationalError):
        jobs.pair_round(job.pk)
    assert state_of(job) == ("waiting", "")
    monkeypatch.undo()
    jobs.pair_round(job.pk)
    assert state_of(job) == ("done", "")
