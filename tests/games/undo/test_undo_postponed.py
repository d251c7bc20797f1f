"""Undo of postponements: a game is due again when it was before."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.builders import published_round, slot_at
from tests.games.undo.undoing import assert_consistent, undo_last
from tests.slots import enter_result, postpone
from tournaments.services.rounds import deadlines

WEEK = timedelta(days=7)
START = datetime(2026, 11, 2, 18, tzinfo=UTC)


@pytest.fixture
def round_(event, boss, actor):
    round_ = published_round(event, organiser=boss)
    move_end(actor, round_, START + WEEK)
    return round_


def move_end(actor, round_, closes_at):
    event_id, number = round_.event_id, round_.number
    deadlines.set_round_times(
        actor=actor, event_id=event_id, number=number, opens_at=START, closes_at=closes_at
    )
    round_.refresh_from_db()


def due(slot):
    slot.refresh_from_db()
    return slot.state, slot.due_at


@pytest.mark.parametrize("many", [False, True])
def test_a_game_that_was_postponed_is_due_as_before(actor, event, round_, many):
    slot, end = slot_at(round_), round_.closes_at
    postpone(slot, end + WEEK, actor=actor, many=many)
    postpone(slot, end + 2 * WEEK, actor=actor, many=many)
    assert due(slot) == ("postponed", end + 2 * WEEK)
    undo_last(actor, event)
    assert due(slot) == ("postponed", end + WEEK)
    undo_last(actor, event)
    assert due(slot) == ("open", end)
    assert_consistent(event)


def test_a_game_of_a_round_whose_end_was_moved_meanwhile_is_due_at_its_end(actor, event, round_):
    slot = slot_at(round_)
    postpone(slot, round_.closes_at + 3 * WEEK, actor=actor)
    move_end(actor, round_, round_.closes_at + WEEK)
    undo_last(actor, event)
    assert due(slot) == ("open", round_.closes_at)


def test_a_result_that_was_withdrawn_by_postponing_counts_again(actor, event, round_):
    slot, end = slot_at(round_), round_.closes_at
    enter_result(slot, {"result": "R-0"}, actor=actor)
    postpone(slot, end + WEEK, actor=actor)
    undo_last(actor, event)
    assert due(slot) == ("decided", end)
    assert slot.results.get(current=True).outcome == "R-0"
    assert_consistent(event)
