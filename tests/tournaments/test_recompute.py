"""The stored table: rebuilt when stale, written once, found by beat."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import (
    context_of,
    decide_round,
    make_event,
    played_round,
    published_round,
    slot_at,
    tak_facts,
)
from tournaments import recompute, selectors, tasks
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.models import GameSlot, Publication, Round, Standings
from tournaments.services.rounds import results, rounds
from tournaments.services.rounds.results import bump_results

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
    assert tasks.repair_standings() == [event.pk for event in events]
    for event in events:
        tasks.refresh_standings(event.pk)
        event.refresh_from_db()
        assert event.standings_version == event.results_version > 0
    assert Standings.objects.count() == 2


def test_a_result_sends_one_refresh_after_commit(django_capture_on_commit_callbacks):
    event = make_event(entries=2)
    slot = slot_at(published_round(event))
    with django_capture_on_commit_callbacks() as sent:
        results.record_result(
            actor=SYSTEM, context=context_of(slot), outcome=results.Outcome("played", "R-0")
        )
    assert len(sent) == 2  # the table, and the positions of changes


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
    round_ = played_round(event)
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


def closed_rounds(rounds_played=2):
    """An event of four with so many rounds closed; every favourite won."""
    event = make_event(entries=4, games=1)
    for number in range(1, rounds_played + 1):
        decide_round(published_round(event), favourites=True)
        recompute.refresh_standings(event.pk)
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    return event


def versions_of(event, number):
    kept = Publication.objects.filter(event=event, after_round=number).order_by("version")
    return list(kept.values_list("version", flat=True))


def test_a_correction_publishes_the_tables_after_it_again_and_says_what_changed():
    event = closed_rounds()
    old = selectors.published_table(event, 1)
    slot = slot_at(Round.objects.get(event=event, number=1))
    other = "R-0" if slot.results.get().outcome == "0-R" else "0-R"
    outcome = results.Outcome("played", other, facts=tak_facts(other))
    results.record_result(
        actor=SYSTEM, context=context_of(slot), outcome=outcome, reason="wrong slip"
    )
    recompute.refresh_standings(event.pk)
    assert [len(versions_of(event, number)) for number in (1, 2)] == [2, 2]
    assert selectors.published_table(event, 1, old["version"]) == old
    latest = selectors.publications(event)[1]
    moved = {change["entry"] for change in latest["changes"] if change["column"] == "rank"}
    assert moved == {entry.number for entry in event.entries.filter(seats__pairing__slots=slot)}
    recompute.refresh_standings(event.pk)
    assert [len(versions_of(event, number)) for number in (1, 2)] == [2, 2]
    assert check_event(event.pk) == []


def test_a_correction_of_the_second_round_leaves_the_first_table_alone():
    event = closed_rounds()
    slot = slot_at(Round.objects.get(event=event, number=2))
    results.record_result(
        actor=SYSTEM,
        context=context_of(slot),
        outcome=results.Outcome("double_forfeit"),
        reason="neither",
    )
    recompute.refresh_standings(event.pk)
    assert [len(versions_of(event, number)) for number in (1, 2)] == [1, 2]


def test_a_new_result_publishes_nothing_again():
    event = closed_rounds()
    decide_round(published_round(event))
    recompute.refresh_standings(event.pk)
    assert [len(versions_of(event, number)) for number in (1, 2)] == [1, 1]


def test_a_refresh_writes_the_table_once_and_an_equal_one_not_at_all():
    event = closed_rounds()
    for changed, written in ((True, 1), (False, 0)):
        if changed:
            decide_round(published_round(event))
        else:
            bump_results(event.pk)
        with CaptureQueriesContext(connection) as asked:
            assert recompute.refresh_standings(event.pk)
        writes = [q["sql"] for q in asked if q["sql"].startswith(("INSERT", "UPDATE"))]
        assert sum('"document" = ' in sql for sql in writes) == written
        assert sum('"scores" = ' in sql for sql in writes) == written
        assert sum('"tournaments_standings"' in sql for sql in writes) == 1


def test_scores_of_every_match_and_round_are_stored_with_the_table():
    """A match of two games, both won by the same: 2 match points, 2 games, 29 + 29 on 5x5."""
    event = make_event(entries=3, games=2)
    decide_round(published_round(event), favourites=True)
    recompute.refresh_standings(event.pk)
    document = selectors.scores_document(event)
    match, bye = document["matches"]
    assert match["match_points_x2"] == [2, 0]
    assert match["game_points_x2"] == [4, 0]
    assert match["bpr"] == [58, 0]
    assert (bye["table"], bye["match_points_x2"], bye["game_points_x2"]) == (None, [2], [4])
    assert {"round": 1, "entry": match["seats"][0], "bpr": 58} | {
        "match_points_x2": 2,
        "game_points_x2": 4,
    } in document["rounds"]
