"""Un-published, withdrawn, paired again, opened again: while nothing hangs on a round."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.builders import (
    acting,
    context_of,
    decide,
    decide_round,
    make_event,
    make_user,
    proof_of,
    published_round,
    re_pair_round,
    slot_at,
)
from tests.paths import ROOT
from tests.slots import rule
from tournaments import engine_process, selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import NotAllowed, NotFound
from tournaments.integrity import check_event
from tournaments.models import GameSlot, JournalLine, Publication, Round
from tournaments.proof import parts, proof
from tournaments.recompute import refresh_standings
from tournaments.services import journal_checks
from tournaments.services.events import events
from tournaments.services.events.states import ReasonNeeded, WrongState
from tournaments.services.rounds import draft_edits, pairing_jobs, results, rounds
from tournaments.services.rounds.pairing_jobs import NoNextRoundYet, RoundImpossible
from tournaments.services.rounds.results import RoundNotOpen
from tournaments.services.rounds.rounds import (
    ROUND_TRANSITIONS,
    LaterRound,
    RoundHasGames,
    StageGoneOn,
    WrongRoundState,
)
from tournaments.services.stages import stages

WHY = "the wrong list"
TAKE_BACK = (rounds.unpublish_round, rounds.withdraw_round, re_pair_round)


def back(event, number=1, reason=WHY, actor=SYSTEM):
    return rounds.unpublish_round(actor=actor, event_id=event.pk, number=number, reason=reason)


def withdraw(event, number=1, reason=WHY):
    rounds.withdraw_round(actor=SYSTEM, event_id=event.pk, number=number, reason=reason)


def reopen(event, number=1, reason=WHY):
    return rounds.reopen_round(actor=SYSTEM, event_id=event.pk, number=number, reason=reason)


def close(event, number=1):
    return rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)


def test_a_round_is_a_draft_again_and_seen_by_nobody_else():
    event = make_event()
    published_round(event)
    version = event.results_version
    assert back(event).state == "draft"
    event.refresh_from_db()
    assert event.results_version == version + 1
    assert list(selectors.event_rounds(event, ANONYMOUS)) == []
    assert not selectors.visible_pairings(ANONYMOUS).exists()
    with pytest.raises(NotFound):
        selectors.round_view(event, 1, ANONYMOUS)
    line = JournalLine.objects.get(action="round.unpublished")
    assert (line.text, line.before) == (WHY, {"proof": Round.objects.get().proof_hash})
    back(event)
    assert JournalLine.objects.filter(action="round.unpublished").count() == 1
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    refresh_standings(event.pk)
    assert check_event(event.pk) == []


def test_no_result_can_be_written_to_a_draft_again():
    event = make_event()
    slot = slot_at(published_round(event))
    back(event)
    with pytest.raises(RoundNotOpen):
        decide(slot)
    with pytest.raises(RoundNotOpen):
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="reported")
    with pytest.raises(RoundNotOpen):
        ruled(slot)


def ruled(slot, **outcome):
    return rule(slot, outcome or {"kind": "double_forfeit"}, reason="seen")


@pytest.mark.parametrize("take_back", TAKE_BACK)
@pytest.mark.parametrize("state", ["reported", "disputed"])
def test_a_round_of_which_somebody_said_something_stays(take_back, state):
    event = make_event()
    slot = slot_at(published_round(event), 2)
    results.set_slot_state(actor=SYSTEM, context=context_of(slot), state=state)
    with pytest.raises(RoundHasGames):
        take_back(actor=SYSTEM, event_id=event.pk, number=1, reason=WHY)
    assert Round.objects.get().state == "published"


@pytest.mark.parametrize("take_back", TAKE_BACK)
def test_a_result_that_was_taken_back_is_still_a_fact(take_back):
    event = make_event()
    slot = slot_at(published_round(event))
    decide(slot)
    with pytest.raises(RoundHasGames):
        take_back(actor=SYSTEM, event_id=event.pk, number=1, reason=WHY)
    results.withdraw_result(actor=SYSTEM, context=context_of(slot), reason="wrong table")
    with pytest.raises(RoundHasGames):
        take_back(actor=SYSTEM, event_id=event.pk, number=1, reason=WHY)


@pytest.mark.parametrize("take_back", TAKE_BACK)
def test_what_other_apps_keep_about_its_games_keeps_the_round(take_back):
    event = make_event()
    ruled(slot_at(published_round(event)), kind="postponed")
    assert slot_at(Round.objects.get()).state == "postponed"
    with pytest.raises(RoundHasGames):
        take_back(actor=SYSTEM, event_id=event.pk, number=1, reason=WHY)
    assert Round.objects.get().state == "published"


def test_games_that_are_only_postponed_do_not_keep_a_round():
    event = make_event()
    slot = slot_at(published_round(event))
    results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="postponed")
    withdraw(event)
    assert not Round.objects.exists()


def test_only_the_last_round_is_taken_back():
    event = make_event()
    first = published_round(event)
    for slot in GameSlot.objects.filter(pairing__round=first):
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="postponed")
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(LaterRound, match="Round 2 was made after round 1"):
        back(event)
    withdraw(event, 2)
    back(event)
    assert Round.objects.get().state == "draft"


def test_a_withdrawn_round_is_gone_and_can_still_be_proved():
    event = make_event(entries=5, stages=[{"system": "swiss", "options": {"rounds": 3}}])
    document = published_round(event).proof
    withdraw(event)
    assert not Round.objects.exists()
    refresh_standings(event.pk)
    assert check_event(event.pk) == []
    line = JournalLine.objects.get(action="round.withdrawn")
    before: dict[str, Any] = line.before or {}
    assert (before["document"], before["state"]) == (document, "published")
    kept = parts.join(before["document"], before["staff"])
    again = proof.pair_again(kept, run_engine=engine_process.run_engine)
    assert proof.pairs_of(again) == kept["pairs"]
    assert journal_checks.check_scope(f"event:{event.slug}") == []
    with pytest.raises(NotFound):
        withdraw(event)
    assert published_round(event).number == 1


def test_a_draft_is_withdrawn_with_a_reason_too():
    event = make_event()
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()
    withdraw(event)
    version = event.results_version
    event.refresh_from_db()
    assert (Round.objects.count(), event.results_version) == (0, version)


def test_a_round_is_paired_again_with_another_seed():
    event = make_event(entries=9, stages=[{"system": "swiss", "options": {"rounds": 3}}])
    first = published_round(event)
    made = re_pair_round(actor=SYSTEM, event_id=event.pk, number=1, reason=WHY, seed=5)
    assert (made.number, made.state, proof_of(made)["seed"]) == (1, "draft", 5)
    assert not Round.objects.filter(pk=first.pk).exists()
    assert JournalLine.objects.get(action="round.withdrawn").text == WHY


def test_pairing_again_that_is_refused_leaves_the_round():
    event = make_event()
    first = published_round(event)
    for slot in GameSlot.objects.filter(pairing__round=first):
        results.set_slot_state(actor=SYSTEM, context=context_of(slot), state="postponed")
    second = published_round(event)
    results.set_slot_state(actor=SYSTEM, context=context_of(slot_at(first)), state="open")
    with pytest.raises(NoNextRoundYet):
        re_pair_round(actor=SYSTEM, event_id=event.pk, number=2, reason=WHY)
    second.refresh_from_db()
    assert second.state == "published"


def test_an_edited_draft_that_went_back_is_edited_on():
    event = make_event()
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    edit = {"kind": "swap", "a": 1, "b": 2}
    draft_edits.edit_draft(actor=SYSTEM, event_id=event.pk, number=1, edits=[edit])
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    back(event)
    draft_edits.edit_draft(actor=SYSTEM, event_id=event.pk, number=1, edits=[edit])
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert len(proof_of(Round.objects.get())["edits"]) == 2
    assert check_event(event.pk) == []


def test_the_times_that_publishing_set_go_with_it():
    event = make_event(stages=[{"system": "round_robin", "options": {"days": 7}}])
    round_ = published_round(event)
    assert round_.opens_at is not None
    assert round_.closes_at == round_.opens_at + timedelta(days=7)
    back(event)
    taken = Round.objects.get()
    assert (taken.opens_at, taken.closes_at) == (None, None)
    assert slot_at(taken).due_at is None
    said = timezone.now() + timedelta(days=30)
    Round.objects.update(closes_at=said)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert back(event).closes_at == said


def test_a_closed_round_opens_again_and_its_table_stays():
    event = make_event(entries=2)
    round_ = published_round(event)
    decide_round(round_)
    close(event)
    assert reopen(event).state == "published"
    reopen(event)
    assert JournalLine.objects.get(action="round.reopened").text == WHY
    close(event)
    assert Publication.objects.count() == 1
    reopen(event)
    forfeit = results.Outcome("forfeit", winner=2)
    results.record_result(
        actor=SYSTEM, context=context_of(slot_at(round_)), outcome=forfeit, reason="wrong slip"
    )
    refresh_standings(event.pk)
    assert Publication.objects.count() == 1
    close(event)
    first, second = Publication.objects.order_by("version")
    assert first.document != second.document
    assert check_event(event.pk) == []


def test_a_round_stays_closed_once_a_later_one_is_published():
    event = make_event()
    decide_round(published_round(event))
    close(event)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    reopen(event)
    close(event)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    with pytest.raises(LaterRound):
        reopen(event)


def test_a_round_that_decided_who_goes_on_stays():
    two = [{"system": "round_robin"}, {"system": "knockout", "options": {"places": 2}}]
    event = make_event(entries=3, games=1, stages=two)
    for number in (1, 2, 3):
        decide_round(published_round(event), favourites=True)
        close(event, number)
    stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(StageGoneOn):
        reopen(event, 3)


def test_a_finished_event_keeps_its_rounds():
    event = make_event(entries=2)
    decide_round(published_round(event))
    close(event)
    events.finish(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(WrongState):
        reopen(event)


def test_taking_back_needs_staff_and_a_reason():
    event = make_event()
    published_round(event)
    with pytest.raises(NotAllowed):
        back(event, actor=acting(make_user()))
    for take_back in (*TAKE_BACK, rounds.reopen_round):
        with pytest.raises(ReasonNeeded):
            take_back(actor=SYSTEM, event_id=event.pk, number=1, reason=" ")


SERVICES = {
    "publish": lambda event: rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1),
    "close": close,
    "reopen": reopen,
    "unpublish": back,
    "discard": lambda event: rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1),
}


def in_state(state):
    """An event with round 1 in a state; of one pairing that is a bye for each, so all is legal."""
    event = make_event(entries=2)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[1], [2]])
    for name in {"draft": (), "published": ("publish",), "closed": ("publish", "close")}[state]:
        SERVICES[name](event)
    return event


@pytest.mark.parametrize("name", list(ROUND_TRANSITIONS))
@pytest.mark.parametrize("state", ["draft", "published", "closed"])
def test_every_transition_of_a_round_from_every_state(name, state):
    event = in_state(state)
    needed, to = ROUND_TRANSITIONS[name]
    refused = (WrongRoundState, rounds.NotDraft)
    if state == needed:
        SERVICES[name](event)
        expected = [to] if to else []
    elif state == to or (name, state) == ("publish", "closed"):
        SERVICES[name](event)  # repeating is harmless
        expected = [state]
    else:
        with pytest.raises(refused):
            SERVICES[name](event)
        expected = [state]
    assert list(Round.objects.values_list("state", flat=True)) == expected


def test_the_table_is_drawn_in_the_docs():
    text = ROOT.joinpath("docs", "rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (\w+) \|", text, re.M)
    drawn = {name: (needed, None if to == "gone" else to) for name, needed, to in rows}
    assert {name: drawn.get(name) for name in ROUND_TRANSITIONS} == ROUND_TRANSITIONS


def test_a_round_that_cannot_be_paired_again_says_why_in_its_job():
    event = make_event(stages=[{"system": "manual"}])
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[1, 2], [3, 4]])
    with pytest.raises(RoundImpossible, match="no pairs yet"):
        re_pair_round(actor=SYSTEM, event_id=event.pk, number=1, reason=WHY)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[1, 3], [2, 4]])
    again = re_pair_round(
        actor=SYSTEM, event_id=event.pk, number=1, reason=WHY, by_hand=[[1, 4], [2, 3]]
    )
    assert proof_of(again)["input"]["by_hand"] == [[1, 4], [2, 3]]
