"""Results as revisions: one counts, corrections say why, standings follow."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from tests.builders import (
    context_of,
    decide,
    drafted_round,
    entry_of,
    make_event,
    published_round,
    slot_at,
    tak_facts,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.models import Event, JournalLine, Result
from tournaments.recompute import refresh_standings
from tournaments.services.rounds import results
from tournaments.services.rounds.first_results import is_plain_round
from tournaments.services.rounds.results import (
    CorrectionNeedsReason,
    Outcome,
    RoundNotOpen,
    SlotDecided,
    SlotNotNeeded,
)


@pytest.fixture
def slot():
    return slot_at(published_round(make_event(entries=2)))


@pytest.mark.parametrize(
    ("system", "is_plain"), [("round_robin", True), ("swiss", True), ("knockout", False)]
)
def test_results_of_a_bracket_are_written_one_after_the_other(system, is_plain):
    event = make_event(stages=[{"system": system, "options": {}}])
    published_round(event)
    assert is_plain_round(event.pk, 1) is is_plain


def seats_of(result):
    return [seat.points_x2 for seat in result.seats.order_by("order")]


def record(slot, outcome, **about):
    context = context_of(slot)
    results.record_result(actor=SYSTEM, context=context, outcome=outcome, **about)
    return Result.objects.get(slot=slot, current=True)


@pytest.mark.parametrize(
    ("number", "outcome", "points"),
    [
        (1, Outcome("played", "R-0"), [2, 0]),
        (2, Outcome("played", "R-0"), [0, 2]),
        (1, Outcome("played", "0-F"), [0, 2]),
        (2, Outcome("adjudicated", "0-1"), [2, 0]),
        (1, Outcome("played", "1/2-1/2"), [1, 1]),
        (1, Outcome("forfeit", winner=2), [0, 2]),
        (2, Outcome("forfeit", winner=2), [0, 2]),
        (1, Outcome("double_forfeit"), [0, 0]),
        (1, Outcome("cancelled"), [0, 0]),
    ],
)
def test_points_go_to_seats_whoever_moved_first(number, outcome, points):
    slot = slot_at(published_round(make_event(entries=2)), number=number)
    assert seats_of(record(slot, outcome)) == points
    slot.refresh_from_db()
    assert slot.state == "decided"


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        (Outcome("played", "X-0"), "result"),
        (Outcome("played"), "result"),
        (Outcome("played", facts={"places_x2": (2, 2)}), "places"),
        (Outcome("played", facts={"places_x2": (2, 3, 1)}), "places"),
        (Outcome("forfeit", winner=3), "winner"),
        (Outcome("forfeit"), "winner"),
        (Outcome("won"), "kind"),
    ],
)
def test_an_outcome_that_makes_no_sense_is_refused_by_the_name_of_its_part(slot, outcome, field):
    with pytest.raises(InvalidInput) as refused:
        record(slot, outcome)
    assert refused.value.details["field"] == field
    assert not Result.objects.exists()


def test_recording_twice_changes_nothing(slot):
    first = record(slot, Outcome("played", "R-0"))
    before = Event.objects.get().results_version, JournalLine.objects.count()
    assert record(slot, Outcome("played", "R-0")) == first
    assert (Event.objects.get().results_version, JournalLine.objects.count()) == before


def test_two_forfeits_won_by_different_seats_are_different_results(slot):
    record(slot, Outcome("forfeit", winner=1))
    with pytest.raises(CorrectionNeedsReason):
        record(slot, Outcome("forfeit", winner=2))


def test_a_correction_is_a_new_revision_with_a_reason(slot):
    record(slot, Outcome("played", "R-0"))
    with pytest.raises(CorrectionNeedsReason):
        record(slot, Outcome("played", "0-R"))
    record(slot, Outcome("played", "0-R"), reason="the slip was read wrongly")
    rows = Result.objects.order_by("revision").values_list("revision", "current", "outcome")
    assert list(rows) == [(1, False, "R-0"), (2, True, "0-R")]


def test_a_record_adds_facts_to_the_same_end_without_asking_why(slot):
    record(slot, Outcome("played", "R-0"))
    added = record(slot, Outcome("played", "R-0", None, tak_facts("R-0")), source="game:abc")
    assert (added.revision, added.reason) == (2, "facts from game:abc")


def test_a_result_taken_back_leaves_the_slot_open(slot):
    record(slot, Outcome("played", "R-0"))
    with pytest.raises(CorrectionNeedsReason):
        results.withdraw_result(actor=SYSTEM, context=context_of(slot), reason="")
    results.withdraw_result(actor=SYSTEM, context=context_of(slot), reason="wrong table")
    results.withdraw_result(actor=SYSTEM, context=context_of(slot), reason="wrong table")
    slot.refresh_from_db()
    assert slot.state == "open"
    assert selectors.slot_context_by_id(slot.pk).current is None
    assert record(slot, Outcome("played", "0-R")).revision == 2


def test_the_state_of_evidence_never_touches_a_decided_slot(slot):
    results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="reported")
    with pytest.raises(InvalidInput) as refused:
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="decided")
    assert refused.value.details["field"] == "state"
    decide(slot)
    with pytest.raises(SlotDecided):
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="open")


def test_a_slot_reads_with_everything_that_deciding_it_needs(slot, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        context = selectors.slot_context(slot.pairing_id, 1)
    assert [seat.name for seat in context.seats] == ["Ada", "Bo"]
    assert (context.first_seat, context.round_number, context.table) == (1, 1, 1)
    assert context.ruleset["size"] == 5
    assert context.match["games"] == 2


def lines_of(action):
    lines = JournalLine.objects.filter(action=action).order_by("seq")
    return [(line.before, line.after, line.text) for line in lines]


def test_the_journal_has_what_counted_before_and_what_counts_now(slot):
    facts = tak_facts("R-0")
    record(slot, Outcome("played", "R-0"))
    record(slot, Outcome("played", "R-0", None, facts), source="game:abc")
    results.withdraw_result(actor=SYSTEM, context=context_of(slot), reason="wrong table")
    again = record(slot, Outcome("forfeit", winner=2))
    assert (again.revision, again.reason) == (3, "the earlier result was taken back")
    plain = {"revision": 1, "kind": "played", "outcome": "R-0", "facts": {}, "source": ""}
    proved = plain | {"revision": 2, "facts": facts, "source": "game:abc"}
    forfeit = plain | {"revision": 3, "kind": "forfeit", "outcome": "seat-2"}
    assert lines_of("result.recorded") == [
        (None, plain, ""),
        (plain, proved, "facts from game:abc"),
        (None, forfeit, "the earlier result was taken back"),
    ]
    assert lines_of("result.withdrawn") == [(proved, None, "wrong table")]


@pytest.mark.parametrize("source", ["game:abc", ""])
def test_other_facts_without_a_new_record_need_a_reason(slot, source):
    record(slot, Outcome("played", "R-0", None, tak_facts("R-0")), source="game:abc")
    with pytest.raises(CorrectionNeedsReason) as refused:
        record(slot, Outcome("played", "R-0", None, tak_facts("R-0", left=9)), source=source)
    assert refused.value.details == {"slot": slot.pk, "counted": "R-0"}


def test_the_end_of_a_postponed_game_stays_with_it_once_it_is_reported(slot):
    due = timezone.now() + timedelta(days=3)
    for _again in range(2):
        results.set_slot_state(
            actor=SYSTEM, context=context_of(slot), state="postponed", due_at=due
        )
    results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="reported")
    slot.refresh_from_db()
    assert (slot.state, slot.due_at) == ("reported", due)
    results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="postponed")
    slot.refresh_from_db()
    assert (slot.state, slot.due_at) == ("postponed", None)
    states = ["open", "postponed", "reported", "postponed"]
    assert lines_of("slot.state") == [(was, now, "") for was, now in pairwise(states)]


def test_many_games_are_postponed_as_one_by_one(slot):
    due = timezone.now() + timedelta(days=3)
    other = slot_at(slot.pairing.round, number=2)
    results.set_slot_state(actor=SYSTEM, context=context_of(other), state="postponed", due_at=due)
    contexts = [context_of(each) for each in (slot, other)]
    (note,) = results.postpone_slots(contexts, due_at=due).values()
    assert (note.subject, note.before, note.after) == (f"slot:{slot.pk}", "open", "postponed")
    later = due + timedelta(days=1)
    contexts = [context_of(each) for each in (slot, other)]
    assert set(results.postpone_slots(contexts, due_at=later)) == {slot.pk, other.pk}
    for each in (slot, other):
        each.refresh_from_db()
        assert (each.state, each.due_at) == ("postponed", later)


def test_a_game_of_a_draft_has_no_result_and_no_state():
    slot = slot_at(drafted_round(make_event(entries=2)))
    with pytest.raises(RoundNotOpen):
        record(slot, Outcome("played", "R-0"))
    with pytest.raises(RoundNotOpen):
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="reported")


def test_a_game_that_is_not_needed_has_no_state():
    slot = slot_at(published_round(make_event(entries=2)))
    type(slot).objects.filter(pk=slot.pk).update(state="unneeded")
    with pytest.raises(SlotNotNeeded) as refused:
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="reported")
    assert refused.value.details == {"number": 1}


def test_the_two_games_of_a_match_make_the_standings_of_tak_8_1():
    """Ada wins game 1 with 4 left: 25 + 4 = 29 (TAK-8.1, 5x5); Bo wins game 2 with 3: 28."""
    event = make_event(
        entries=2, match={"rank_by": "board_plus_reserve", "tiebreaks": ["MP", "WIN"]}
    )
    round_ = published_round(event)
    decide(slot_at(round_, number=1), "R-0", left=4)
    decide(slot_at(round_, number=2), "R-0", left=3)
    assert refresh_standings(event.pk)
    event.refresh_from_db()
    table = selectors.standings_document(event)
    assert table["fresh"]
    assert [
        (row["rank"], row["name"], row["bpr"], row["match_points_x2"]) for row in table["rows"]
    ] == [(1, "Ada", 29, 1), (2, "Bo", 28, 1)]
    assert entry_of(event, 1).player.name == "Ada"
