"""How many queries a result costs: at most twenty, and two for a savepoint of the test."""

from typing import Any

import pytest

from games.models import Game
from games.services import confirm_game
from games.services.result_rows import result_job
from ratings.services import ensure_default_pools
from tests.builders import acting, actor_of, players_at, slot_at
from tests.flows.records import FIRST_BY_ROAD
from tests.slots import enter_result, rule, submit
from tournaments.actor import SYSTEM
from tournaments.choices import SlotStatus
from tournaments.models import JournalLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def slot(round_):
    ensure_default_pools([("tak", 5)])  # those of the first game of a club are made once
    return slot_at(round_)


def is_decided(slot):
    slot.refresh_from_db()
    return slot.state == SlotStatus.DECIDED


def test_a_result_of_the_desk(slot, boss, django_assert_max_num_queries):
    with django_assert_max_num_queries(19):
        enter_result(slot, {"result": "R-0"}, actor=acting(boss))
    assert is_decided(slot)


def test_a_claim_and_its_confirmation(round_, slot, django_assert_max_num_queries):
    first, second = players_at(round_)
    with django_assert_max_num_queries(15):
        submit(actor_of(first), slot, claim={"result": "R-0"})
    by_opponent, game_id = actor_of(second), Game.objects.get().pk
    with django_assert_max_num_queries(22):
        confirm_game(actor=by_opponent, game_id=game_id)
    assert is_decided(slot)
    lines = JournalLine.objects.filter(subject=f"slot:{slot.pk}").order_by("pk")
    actions = [line.action for line in lines]
    assert actions[-4:] == ["game.submitted", "slot.state", "result.recorded", "game.confirmed"]


def test_a_ruling_over_a_counted_result(slot, boss, django_assert_max_num_queries):
    enter_result(slot, {"result": "R-0"}, actor=acting(boss))
    with django_assert_max_num_queries(22):
        rule(slot, {"kind": "adjudicated", "result": "0-R"}, actor=acting(boss))
    assert slot.results.get(current=True).outcome == "0-R"


def test_a_record_from_the_desk(slot, boss, django_assert_max_num_queries):
    with django_assert_max_num_queries(22):
        submit(acting(boss), slot, record=FIRST_BY_ROAD)
    assert is_decided(slot)


def test_a_list_reads_only_the_pairings_that_it_names(event, round_, slot):
    by_table = {"table": 1, "number": 1, "result": "R-0"}
    unknown = {"table": 99, "number": 1, "result": "R-0"}
    judging: Any = result_job(SYSTEM, event, round_.number).read([by_table, unknown])
    known = judging.results.known
    assert {pairing for pairing, _number in known.slots} == {slot.pairing_id}
    assert known.marks.keys() == {each.slot_id for each in known.slots.values()}
