"""How many queries a decision costs: at most twenty, and none of them twice for nothing.

The first and the last statement are the savepoint of the test.
"""

from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

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


@pytest.fixture
def agreed(round_, slot):
    """A slot that counts what both players say."""
    first, second = players_at(round_)
    submit(actor_of(first), slot, claim={"result": "R-0"})
    confirm_game(actor=actor_of(second), game_id=Game.objects.get().pk)
    return slot


@contextmanager
def at_most(number):
    """Within, so many statements besides the savepoint, and the journal is written once."""
    with CaptureQueriesContext(connection) as captured:
        yield
    statements = [query["sql"] for query in captured.captured_queries]
    assert len(statements) - 2 <= number, "\n".join(each[:100] for each in statements)
    assert [each[:9] for each in statements].count("SAVEPOINT") == 1
    for table in ("tournaments_journalline", "tournaments_change"):
        assert sum(each.startswith(f'INSERT INTO "{table}"') for each in statements) == 1


def is_decided(slot):
    slot.refresh_from_db()
    return slot.state == SlotStatus.DECIDED


def last_actions(slot, number):
    lines = JournalLine.objects.filter(subject=f"slot:{slot.pk}").order_by("seq")
    return [line.action for line in lines][-number:]


def test_a_result_of_the_desk(slot, boss):
    with at_most(17):
        enter_result(slot, {"result": "R-0"}, actor=acting(boss))
    assert is_decided(slot)


def test_a_claim_and_its_confirmation(round_, slot):
    first, second = players_at(round_)
    with at_most(13):
        submit(actor_of(first), slot, claim={"result": "R-0"})
    by_opponent, game_id = actor_of(second), Game.objects.get().pk
    with at_most(20):
        confirm_game(actor=by_opponent, game_id=game_id)
    assert is_decided(slot)
    wanted = ["game.submitted", "slot.state", "result.recorded", "game.confirmed"]
    assert last_actions(slot, 4) == wanted


def test_two_equal_claims(round_, slot):
    first, second = players_at(round_)
    submit(actor_of(first), slot, claim={"result": "R-0"})
    with at_most(20):
        submit(actor_of(second), slot, claim={"result": "R-0"})
    assert is_decided(slot)


def test_two_claims_that_differ(round_, slot):
    first, second = players_at(round_)
    submit(actor_of(first), slot, claim={"result": "R-0"})
    with at_most(15):
        submit(actor_of(second), slot, claim={"result": "0-R"})
    assert last_actions(slot, 3) == ["game.submitted", "slot.state", "slot.disputed"]


def test_a_record_after_an_agreed_claim(round_, agreed):
    by_player = actor_of(players_at(round_)[0])
    with at_most(24):  # a game, a result and a rated game replace others, a casual game might too
        submit(by_player, agreed, record=FIRST_BY_ROAD)
    assert agreed.results.get(current=True).facts["proven"]


def test_a_ruling_over_a_counted_result(slot, boss):
    enter_result(slot, {"result": "R-0"}, actor=acting(boss))
    with at_most(19):
        rule(slot, {"kind": "adjudicated", "result": "0-R"}, actor=acting(boss))
    assert slot.results.get(current=True).outcome == "0-R"


@pytest.mark.parametrize(
    ("outcome", "most"),
    [
        ({"kind": "adjudicated", "result": "0-R"}, 20),
        ({"kind": "forfeit", "winner": 1}, 18),
        ({"kind": "cancelled"}, 18),
        ({"kind": "postponed"}, 19),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_a_ruling_over_an_agreed_game(agreed, boss, outcome, most):
    with at_most(most):
        rule(agreed, outcome, actor=acting(boss))
    assert last_actions(agreed, 1) == ["slot.ruled"]


def test_a_record_from_the_desk(slot, boss):
    with at_most(20):
        submit(acting(boss), slot, record=FIRST_BY_ROAD)
    assert is_decided(slot)


def test_a_list_reads_only_the_pairings_that_it_names(event, round_, slot):
    by_table = {"table": 1, "number": 1, "result": "R-0"}
    unknown = {"table": 99, "number": 1, "result": "R-0"}
    judging: Any = result_job(SYSTEM, event, round_.number).read([by_table, unknown])
    known = judging.results.known
    assert {pairing for pairing, _number in known.slots} == {slot.pairing_id}
    assert known.marks.keys() == {each.slot_id for each in known.slots.values()}
