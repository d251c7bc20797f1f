"""The agreed or proposed time of a game that is postponed, also once that is undone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import acting, actor_of, make_event, make_user, published_round, slot_at
from tests.database import just_before_lock
from tests.games.undo.undoing import assert_consistent, undo_last
from tests.slots import enter_result, postpone
from tournaments.actor import SYSTEM
from tournaments.models import GameSlot
from tournaments.services.rounds import times

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def boss():
    return make_user()


@pytest.fixture
def round_(boss):
    """It closes in a week."""
    stages = [{"system": "round_robin", "options": {"days": 7}}]
    event = make_event(games=1, stages=stages, organiser=boss)
    return published_round(event, organiser=boss)


def set_time(slot, play_at):
    times.set_time(actor=SYSTEM, slot_id=slot.pk, play_at=play_at)


def propose(slot, play_at, now):
    first = slot.pairing.seats.get(order=1).entry.player
    times.propose_time(actor=actor_of(first), slot_id=slot.pk, play_at=play_at, now=now)


def time_of(slot):
    return GameSlot.objects.values_list("play_at", "proposed_by").get(pk=slot.pk)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("days", [14, None])
def test_an_agreed_or_proposed_time_in_the_round_is_gone_once_the_game_is_postponed(
    round_, now, many, days
):
    agreed, proposed = slot_at(round_, 1), slot_at(round_, 2)
    set_time(agreed, now + 2 * DAY)
    propose(proposed, now + 3 * DAY, now)
    for slot in (agreed, proposed):
        postpone(slot, days and now + days * DAY, many=many)
        assert time_of(slot) == (None, None)


@pytest.mark.parametrize("many", [False, True])
def test_a_game_keeps_the_time_for_which_it_is_postponed(round_, now, many):
    named, after_round = slot_at(round_, 1), slot_at(round_, 2)
    for slot in (named, after_round):
        set_time(slot, now + 14 * DAY)
    postpone(named, now + 14 * DAY, many=many)
    postpone(after_round, None, many=many)
    for slot in (named, after_round):
        assert time_of(slot) == (now + 14 * DAY, None)


def test_a_time_after_the_round_does_not_hold_if_the_game_is_due_at_another(round_, now):
    slot = slot_at(round_)
    set_time(slot, now + 14 * DAY)
    postpone(slot, now + 21 * DAY)
    assert time_of(slot) == (None, None)


def test_a_time_that_has_passed_does_not_hold(round_, now):
    slot = slot_at(round_)
    GameSlot.objects.filter(pk=slot.pk).update(play_at=now - DAY)
    postpone(slot, now - DAY)
    assert time_of(slot) == (None, None)


@pytest.mark.parametrize("many", [False, True])
def test_a_postponement_that_is_repeated_keeps_the_time_agreed_on_since(round_, now, many):
    slots = {slot_at(round_, 1): now + 14 * DAY, slot_at(round_, 2): None}
    for slot, until in slots.items():
        postpone(slot, until, many=many)
        propose(slot, now + 5 * DAY, now)
        postpone(slot, until, many=many)
        assert time_of(slot) == (now + 5 * DAY, 1)
        postpone(slot, now + 21 * DAY, many=many)
        assert time_of(slot) == (None, None)


@pytest.mark.parametrize("many", [False, True])
def test_undo_of_a_postponement_brings_the_time_back(round_, boss, now, many):
    agreed, proposed = slot_at(round_, 1), slot_at(round_, 2)
    set_time(agreed, now + 2 * DAY)
    propose(proposed, now + 3 * DAY, now)
    for slot, expected in ((agreed, (now + 2 * DAY, None)), (proposed, (now + 3 * DAY, 1))):
        postpone(slot, now + 14 * DAY, actor=acting(boss), many=many)
        undo_last(acting(boss), round_.event)
        assert time_of(slot) == expected
    assert_consistent(round_.event)


@pytest.mark.parametrize(("since", "kept"), [(5, True), (10, False)])
def test_a_time_agreed_on_since_stays_where_the_game_is_due_after_it(
    round_, boss, now, since, kept
):
    slot = slot_at(round_)
    postpone(slot, now + 14 * DAY, actor=acting(boss))
    propose(slot, now + since * DAY, now)
    undo_last(acting(boss), round_.event)
    assert time_of(slot) == ((now + since * DAY, 1) if kept else (None, None))


def test_a_game_whose_result_is_withdrawn_by_postponing_has_no_time_either(round_, boss, now):
    slot = slot_at(round_)
    set_time(slot, now + 2 * DAY)
    enter_result(slot, {"result": "R-0"})
    postpone(slot, None, actor=acting(boss))
    assert time_of(slot) == (None, None)
    undo_last(acting(boss), round_.event)
    assert time_of(slot) == (now + 2 * DAY, None)


def test_a_time_agreed_on_while_games_are_being_postponed_is_gone_too(round_, boss, now):
    slot, locked = slot_at(round_), 'WHERE "tournaments_gameslot"."id" IN'
    here = GameSlot.objects.filter(pk=slot.pk)
    with just_before_lock(lambda: here.update(play_at=now + DAY), query=locked):
        postpone(slot, None, actor=acting(boss), many=True)
    assert time_of(slot) == (None, None)
    undo_last(acting(boss), round_.event)
    assert time_of(slot) == (now + DAY, None)
