"""The stored table: rebuilt when stale, written once, found by beat."""

import pytest

from tests.builders import decide_round, make_event, published_round, slot_at
from tournaments import recompute, tasks
from tournaments.actor import SYSTEM
from tournaments.check import check_event
from tournaments.models import GameSlot, Publication, Round, Standings
from tournaments.services import results, rounds

pytestmark = pytest.mark.django_db


def test_a_table_is_written_once_for_each_version():
    event = make_event(entries=4)
    assert recompute.refresh_standings(event.pk)
    assert not recompute.refresh_standings(event.pk)
    decide_round(published_round(event))
    assert recompute.refresh_standings(event.pk)
    event.refresh_from_db()
    assert event.standings_version == event.results_version


def test_beat_finds_every_stale_table():
    events = [make_event(entries=2) for _ in range(2)]
    tasks.repair_standings()
    for event in events:
        event.refresh_from_db()
        assert event.standings_version == event.results_version > 0
    assert Standings.objects.count() == 2


def test_a_result_sends_one_refresh_after_commit(django_capture_on_commit_callbacks):
    event = make_event(entries=2)
    slot = slot_at(published_round(event))
    with django_capture_on_commit_callbacks() as sent:
        results.record_result(
            actor=SYSTEM, slot_id=slot.pk, outcome=results.Outcome("played", "R-0")
        )
    assert len(sent) == 1


def test_a_table_that_was_tampered_with_is_found_and_rebuilt():
    event = make_event(entries=2)
    decide_round(published_round(event))
    recompute.refresh_standings(event.pk)
    assert check_event(event.pk) == []
    stored = Standings.objects.get()
    stored.document["rows"][0]["bpr"] += 1
    stored.save()
    assert check_event(event.pk) == [
        f"{event.slug}: the stored standings differ from those rebuilt"
    ]


def test_check_finds_each_kind_of_tampering():
    event = make_event(entries=4)
    round_ = published_round(event)
    decide_round(round_)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert check_event(event.pk) == []

    GameSlot.objects.filter(pk=slot_at(round_).pk).update(state="open", first_seat=2)
    Publication.objects.update(sha256="0")
    said = "\n".join(check_event(event.pk))
    assert "against its results" in said
    assert "not those that were proved" in said
    assert "publication standings 1 was changed" in said

    document = dict(Round.objects.get().proof or {})
    document["input"]["entrants"].pop()
    Round.objects.update(proof=document)
    assert "the proof was changed" in "\n".join(check_event(event.pk))


def test_a_proof_names_nobody():
    event = make_event(entries=4)
    published_round(event)
    proof = str(Round.objects.get().proof)
    assert not [name for name in ("Ada", "Bo", "Cleo", "Dag") if name in proof]
