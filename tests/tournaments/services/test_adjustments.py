"""Penalties and bonuses: in the table from their round on, and taken back on record."""

import pytest

from tests.builders import (
    acting,
    actor_of,
    entry_of,
    make_event,
    make_user,
    played_round,
    published_round,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.integrity import check_event
from tournaments.models import Adjustment, Publication
from tournaments.recompute import refresh_standings
from tournaments.services.events import adjustments
from tournaments.services.events.adjustments import NotInStage
from tournaments.services.events.states import ReasonNeeded, WrongState
from tournaments.services.stages.stages import begin_next_stage


def rows(event):
    """Points that rank and what of them was adjusted, by entry number, in half points."""
    refresh_standings(event.pk)
    document = selectors.standings_document(event)
    return {
        row["entry"]: (row["primary_x2"], row.get("adjusted_x2", 0)) for row in document["rows"]
    }


def give(event, number, points_x2, *, after_round=1, actor=SYSTEM, reason="phone rang"):
    return adjustments.adjust_points(
        actor=actor,
        entry_id=entry_of(event, number).pk,
        after_round=after_round,
        points_x2=points_x2,
        reason=reason,
    )


def test_a_penalty_and_a_bonus_are_in_the_table_and_in_its_derivation():
    event = make_event(entries=4)
    played_round(event, favourites=True)
    assert rows(event) == {1: (2, 0), 2: (2, 0), 3: (0, 0), 4: (0, 0)}
    give(event, 1, -1)
    give(event, 4, 3)
    assert rows(event) == {1: (1, -1), 2: (2, 0), 3: (0, 0), 4: (3, 3)}
    derived = selectors.standings_derivation(event, 1).lines[0].as_json()
    assert "Changed by the arbiter after round 1" in str(derived)
    assert check_event(event.pk) == []


def test_it_counts_from_its_round_on():
    event = make_event(entries=4)
    played_round(event, favourites=True)
    give(event, 1, -2, after_round=2)
    assert rows(event)[1] == (2, 0)
    played_round(event, favourites=True)
    assert rows(event)[1] == (2, -2)


def test_what_is_cancelled_stays_on_record_and_counts_no_more():
    event = make_event(entries=4)
    played_round(event, favourites=True)
    made = give(event, 1, -2)
    for _again in range(2):
        adjustments.cancel_adjustment(actor=SYSTEM, adjustment_id=made.pk, reason="not his phone")
    assert rows(event)[1] == (2, 0)
    (kept,) = selectors.adjustments(event)
    assert (kept["points_x2"], kept["reason"]) == (-2, "phone rang")
    assert kept["cancelled_at"] is not None


def test_a_closed_round_is_published_again_with_it():
    event = make_event(entries=4)
    played_round(event, favourites=True)
    refresh_standings(event.pk)
    give(event, 1, -1)
    refresh_standings(event.pk)
    kept = Publication.objects.filter(event=event, after_round=1).order_by("version")
    assert [row.document["rows"][0]["entry"] for row in kept] == [1, 2]


def test_two_alike_are_two():
    event = make_event(entries=4)
    played_round(event, favourites=True)
    give(event, 1, -1)
    give(event, 1, -1)
    assert rows(event)[1] == (0, -2)


def test_the_next_round_is_paired_by_it():
    event = make_event(entries=4, stages=[{"system": "monrad", "options": {"rounds": 3}}])
    played_round(event, favourites=True)  # 1 - 2, 3 - 4
    give(event, 1, -2)
    published_round(event)
    state, _version = selectors.event_state(event.pk)
    assert {frozenset(p.seats) for p in state.played if p.round == 2} == {
        frozenset({3, 1}),
        frozenset({2, 4}),
    }


def test_each_belongs_to_the_stage_of_its_round():
    stages = [{"system": "round_robin"}, {"system": "knockout", "options": {"places": 2}}]
    event = make_event(entries=4, stages=stages)
    for _round in range(3):
        played_round(event, favourites=True)
    begin_next_stage(actor=SYSTEM, event_id=event.pk)
    for after_round in (0, 2):
        assert give(event, 4, 2, after_round=after_round).stage_entry.stage.number == 1
    with pytest.raises(NotInStage):
        give(event, 4, 2, after_round=4)
    assert give(event, 1, 2, after_round=4).stage_entry.stage.number == 2


def test_only_staff_and_only_with_a_reason_while_the_event_runs():
    boss = make_user()
    event = make_event(entries=4, organiser=boss)
    give(event, 1, -1, actor=acting(boss), after_round=0)
    with pytest.raises(NotAllowed):
        give(event, 1, 2, actor=actor_of(entry_of(event, 1).player))
    for wrong in (0, 1001, -1001):
        with pytest.raises(InvalidInput):
            give(event, 1, wrong)
    with pytest.raises(InvalidInput):
        give(event, 1, 1, after_round=-1)
    with pytest.raises(ReasonNeeded):
        give(event, 1, 1, reason="  ")
    with pytest.raises(NotFound):
        adjustments.cancel_adjustment(actor=SYSTEM, adjustment_id=0, reason="why")
    made = Adjustment.objects.get()
    type(event).objects.filter(pk=event.pk).update(state="finished")
    with pytest.raises(WrongState):
        adjustments.cancel_adjustment(actor=SYSTEM, adjustment_id=made.pk, reason="late")
