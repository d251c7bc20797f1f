"""Late games: which player has to act next, and which games the arbiter decides."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.services.rulings import lateness
from tests.builders import actor_of, make_event, players_at, published_round, slot_at
from tests.flows.events.test_card_tables import Evening
from tests.flows.records import FIRST_BY_ROAD
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.models import Event, GameSlot

pytestmark = pytest.mark.django_db

LONG_AFTER = timedelta(days=30)
A_WEEK = [{"system": "round_robin", "options": {"days": 7}}]


def test_of_a_reported_game_the_reporter_and_a_proven_record_are_named():
    event = make_event(games=1, stages=A_WEEK, entries=6)
    round_ = published_round(event)
    players = players_at(round_, 1)
    submit(actor_of(players[1]), slot_at(round_, 1), record=FIRST_BY_ROAD)
    submit(actor_of(players_at(round_, 2)[0]), slot_at(round_, 2), claim={"result": "R-0"})
    late = lateness.late_games(actor=SYSTEM, event=event, now=timezone.now() + LONG_AFTER)
    assert {game.slot.table: (game.reported_by, game.proven) for game in late} == {
        1: (2, True),
        2: (1, False),
        3: (None, False),
    }
    assert [(game.slot.table, [seat.order for seat in game.late]) for game in late] == [
        (1, [1]),
        (2, [2]),
        (3, [1, 2]),
    ]


def test_a_late_table_of_three_is_left_to_the_arbiter():
    evening = Evening()
    Event.objects.update(match={**evening.event.match, "late": "forfeit"})
    GameSlot.objects.update(due_at=timezone.now())
    now = timezone.now() + LONG_AFTER
    assert lateness.late_slots(now) == [evening.slot.pk]
    assert lateness.rule_late(slot_id=evening.slot.pk, now=now) is False
    assert evening.slot.state == "open"
