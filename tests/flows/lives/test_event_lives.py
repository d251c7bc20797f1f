"""Random lives of events, from registration to the last round, checked after every step.

The short ones are the same in every run. The long ones are new each time; what they find they
also shorten, which takes minutes.
"""

import os
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from games import services as games
from games.models import Dispute
from tests.builders import acting, actor_of
from tests.flows.events.test_a_match import Table
from tests.flows.lives.lives import PLANS, Life, People
from tests.flows.lives.lives_play import Games
from tests.flows.lives.lives_rules import Away, Ending, Registering, Stages
from tests.flows.records import FIRST_BY_ROAD

pytestmark = pytest.mark.django_db
USUAL: dict[str, Any] = {"deadline": None, "report_multiple_bugs": False, "print_blob": True}
REGISTRATIONS = [{}, {}, {"limit": 4}, {"approval": True}, {"check_in": True}]


class EventLives(Registering, Away, Games, Stages, Ending):
    """One life is one transaction; nothing of it stays."""

    people: People

    def __init__(self):
        super().__init__()
        self.whole = transaction.atomic()
        self.whole.__enter__()
        self.life = Life(self.people)

    @initialize(
        plan=st.sampled_from(PLANS),
        registration=st.sampled_from(REGISTRATIONS),
        confirm=st.sampled_from(["opponent", "majority", "all", "staff"]),
        so_far=st.sampled_from(["a round", "a round", "two rounds", "started", "open", "planned"]),
        walks=st.sampled_from([0, 0, 0, 1]),
    )
    def it_is_planned(self, plan, registration, confirm, so_far, walks):
        self.life.walks = walks
        self.life.plan(plan, registration, confirm)
        if so_far != "planned":
            self.life.begin(plan["entries"], start=so_far != "open")
        if so_far == "two rounds":
            self.the_next_round_is_played()
        if so_far.endswith(("round", "rounds")):
            self.life.next_round()

    def teardown(self):
        transaction.set_rollback(True)
        self.whole.__exit__(None, None, None)


def live(**about):
    """What was done and what was refused in the lives that were lived."""
    EventLives.people = people = People()
    run_state_machine_as_test(EventLives, settings=settings(**USUAL, **about))
    return people.said


def short_lives(number):
    phases = (Phase.explicit, Phase.generate)
    return live(max_examples=number, stateful_step_count=14, derandomize=True, phases=phases)


def test_a_few_short_lives():
    assert {"pair_round", "publish_round"} <= set(+short_lives(2))


@pytest.mark.slow
def test_short_lives():
    said = short_lives(12)
    assert {"looked everywhere", "pair_round", "publish_round", "enter_result"} <= set(+said)


@pytest.mark.slow
def test_long_lives():
    lives = int(os.environ.get("LIVES", "6"))
    live(max_examples=lives, stateful_step_count=40)


# What such lives have brought to light.


def test_a_disputed_game_that_is_voided_leaves_no_dispute_behind():
    table = Table()
    game = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, game)
    games.dispute_game(actor=actor_of(table.two), game_id=game.pk, text="I won that.")
    games.void_result(actor=acting(table.organiser), game_id=game.pk, reason="The wrong record")
    assert table.slot().state == "open"
    assert not Dispute.objects.filter(closed_at=None).exists()


def test_a_report_does_not_change_until_when_a_postponed_game_may_be_played():
    table = Table()
    until = datetime(2030, 5, 1, 18, tzinfo=UTC)
    table.rule({"kind": "postponed", "until": until})
    game = table.send(table.one, FIRST_BY_ROAD)
    assert (table.slot().state, table.slot().due_at) == ("reported", until)
    table.confirm(table.two, game)
    games.void_result(actor=acting(table.organiser), game_id=game.pk, reason="The wrong record")
    assert (table.slot().state, table.slot().due_at) == ("open", until)
