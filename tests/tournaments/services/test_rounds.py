"""Pairing, publishing and closing rounds."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.builders import (
    acting,
    context_of,
    decide_round,
    drafted_round,
    finish_round,
    make_event,
    make_user,
    published_round,
    slot_at,
)
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import NotAllowed, NotFound
from tournaments.integrity import check_event
from tournaments.models import GameSlot, Publication, Round
from tournaments.recompute import refresh_standings
from tournaments.services.entries import absences
from tournaments.services.events import events
from tournaments.services.events.states import GamesUndecided
from tournaments.services.rounds import deadlines, draft_edits, pairing_jobs, results, rounds
from tournaments.services.rounds.pairing_jobs import NoNextRoundYet, RoundImpossible
from tournaments.services.rounds.rounds import DraftExists, NotDraft, RoundUndecided


def test_a_round_robin_from_the_first_round_to_the_end():
    event = make_event(entries=4)
    for number in (1, 2, 3):
        round_ = published_round(event)
        assert round_.number == number
        finish_round(round_)
    with pytest.raises(RoundImpossible):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    events.finish(actor=SYSTEM, event_id=event.pk)
    refresh_standings(event.pk)
    assert check_event(event.pk) == []
    kept = Publication.objects.filter(event=event).order_by("pk")
    assert [(row.kind, row.after_round) for row in kept] == [
        ("standings", 1),
        ("standings", 2),
        ("standings", 3),
        ("final", 3),
    ]


def test_games_alternate_the_first_move():
    round_ = published_round(make_event(games=4, entries=2))
    slots = GameSlot.objects.filter(pairing__round=round_).order_by("number")
    assert [slot.first_seat for slot in slots] == [1, 2, 1, 2]


def test_an_odd_field_gives_a_bye_without_slots():
    round_ = published_round(make_event(entries=3))
    bye = round_.pairings.get(kind="bye_allocated")
    assert (bye.table, bye.seats.count(), bye.slots.count()) == (None, 1, 0)


def test_no_next_round_while_games_are_undecided_but_postponed_ones_may_wait():
    event = make_event(entries=4)
    first = published_round(event)
    with pytest.raises(NoNextRoundYet) as refused:
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    assert "4" in str(refused.value)
    results.set_slot_state(actor=SYSTEM, context=context_of(slot_at(first)), state="postponed")
    with pytest.raises(RoundUndecided):
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    for slot in GameSlot.objects.filter(pairing__round=first, state="open"):
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="postponed")
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk).number == 2
    with pytest.raises(GamesUndecided):
        events.finish(actor=SYSTEM, event_id=event.pk)


def test_only_staff_see_a_draft_and_only_they_pair():
    organiser, stranger = make_user(), make_user()
    event = make_event(organiser=organiser)
    with pytest.raises(NotAllowed):
        pairing_jobs.pair_round(actor=acting(stranger), event_id=event.pk)
    pairing_jobs.pair_round(actor=acting(organiser), event_id=event.pk)
    for actor in (ANONYMOUS, acting(stranger)):
        assert list(selectors.event_rounds(event, actor)) == []
        assert list(selectors.visible_pairings(actor)) == []
        with pytest.raises(NotFound):
            selectors.round_view(event, 1, actor)
    shown = selectors.round_view(event, 1, acting(organiser))
    assert shown["state"] == "draft"
    assert selectors.visible_pairings(acting(organiser)).count() == 2


def test_one_draft_at_a_time_and_it_can_be_discarded():
    event = make_event()
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(DraftExists):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1)
    assert not Round.objects.exists()
    published_round(event)
    with pytest.raises(NotDraft):
        rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1)


def test_publishing_and_closing_twice_changes_nothing():
    event = make_event(entries=2)
    round_ = published_round(event)
    version = event.results_version
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    finish_round(round_)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    event.refresh_from_db()
    assert event.results_version == version + 2
    assert Publication.objects.count() == 1


def test_a_withdrawn_entry_is_not_paired():
    event = make_event(entries=4)
    gone = event.entries.get(number=4)
    absences.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, from_round=1)
    round_ = published_round(event)
    assert not round_.seats.filter(entry=gone).exists()
    assert round_.pairings.filter(kind="bye_allocated").count() == 1


def test_a_round_reads_in_a_bounded_number_of_queries(django_assert_max_num_queries):
    event = make_event(entries=10)
    round_ = published_round(event)
    decide_round(round_)
    with django_assert_max_num_queries(12):
        shown = selectors.round_view(event, 1, ANONYMOUS)
    pairing = shown["pairings"][0]
    assert set(pairing) == {
        *("id", "event", "round", "leg", "table", "kind", "group", "bracket", "seats", "slots")
    }
    assert [seat["name"] for seat in pairing["seats"]] == ["Ada", "Jon"]
    assert pairing["slots"][0]["result"] == "R-0"
    assert pairing["slots"][0]["score"]["board"] == {"first": 29, "second": 0}


def test_what_is_done_to_a_round_leaves_that_of_another_event_as_it_is():
    """Each event numbers its rounds from 1, and a service changes that of its own event alone."""
    other, event = make_event(entries=2), make_event(entries=2)
    stays = drafted_round(other)
    here: Any = {"actor": SYSTEM, "event_id": event.pk, "number": 1}
    seen = [list(rows.values()) for rows in (Round.objects.all(), GameSlot.objects.all())]
    drafted_round(event)
    rounds.discard_draft(**here)
    drafted_round(event)
    deadlines.set_round_times(**here, closes_at=timezone.now() + timedelta(days=1))
    draft_edits.edit_draft(**here, edits=[{"kind": "turn", "table": 1}])
    draft_edits.undo_edits(**here)
    rounds.publish_round(**here)
    rounds.unpublish_round(**here, reason="too early")
    finish_round(rounds.publish_round(**here))
    assert rounds.reopen_round(**here, reason="a late slip").event_id == event.pk
    ours, slots = Round.objects.filter(event=other), GameSlot.objects.filter(pairing__round=stays)
    assert [list(rows.values()) for rows in (ours, slots)] == seen
