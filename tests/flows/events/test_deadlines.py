"""A proven record confirms itself after the hours the event gives; a claim never does."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import jobs
from games.models import Game
from games.services import deadlines, dispute_game
from tests.builders import actor_of
from tests.flows.events.test_a_match import Table
from tests.flows.records import FIRST_BY_ROAD, FIRST_RESIGNS, SECOND_BY_ROAD
from tests.slots import enter_result
from tournaments.models import JournalLine


@pytest.fixture
def table():
    return Table(confirm={"policy": "opponent", "hours": 24})


def in_hours(hours):
    return timezone.now() + timedelta(hours=hours)


def test_a_proven_record_waits_a_day_and_counts(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    assert deadlines.overdue_games(in_hours(23)) == []
    assert deadlines.overdue_games(in_hours(25)) == [game.pk]
    assert not deadlines.confirm_overdue(game_id=game.pk, now=in_hours(23))
    assert deadlines.confirm_overdue(game_id=game.pk, now=in_hours(25))
    assert not deadlines.confirm_overdue(game_id=game.pk, now=in_hours(25)), "once is enough"
    assert table.slot().state == "decided"


def test_a_record_is_due_at_its_very_moment(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    assert deadlines.overdue_games(game.confirm_by_at) == [game.pk]
    assert deadlines.confirm_overdue(game_id=game.pk, now=game.confirm_by_at)


def test_the_journal_says_that_the_time_confirmed_it(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    assert deadlines.confirm_overdue(game_id=game.pk, now=in_hours(25))
    line = JournalLine.objects.get(action="game.confirmed")
    assert (line.actor["kind"], line.after) == ("system", {"game": game.public_id, "by": "time"})


def test_of_two_records_of_a_player_the_last_one_confirms_itself(table):
    first, last = (table.send(table.one, moves) for moves in (FIRST_BY_ROAD, SECOND_BY_ROAD))
    assert deadlines.overdue_games(in_hours(25)) == [last.pk]
    assert not deadlines.confirm_overdue(game_id=first.pk, now=in_hours(25))
    assert deadlines.confirm_overdue(game_id=last.pk, now=in_hours(25))
    assert table.slot().results.get(current=True).outcome == "0-R"


def test_a_record_that_the_desk_passed_over_waits_no_longer(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    enter_result(table.slot(), {"result": "0-R"})
    assert deadlines.overdue_games(in_hours(25)) == []
    assert not deadlines.confirm_overdue(game_id=game.pk, now=in_hours(25))
    assert table.slot().results.get(current=True).outcome == "0-R"


def test_a_resignation_is_only_claimed_and_never_confirms_itself(table):
    game = table.send(table.two, FIRST_RESIGNS)
    assert game.confirm_by_at is None
    assert deadlines.overdue_games(in_hours(1000)) == []


def test_a_disputed_game_waits_for_a_ruling(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    dispute_game(actor=actor_of(table.two), game_id=game.pk, text="no")
    assert not deadlines.confirm_overdue(game_id=game.pk, now=in_hours(25))


def test_a_record_that_is_sent_for_a_disputed_game_waits_for_a_ruling_too(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    dispute_game(actor=actor_of(table.two), game_id=game.pk, text="no")
    again = table.send(table.one, SECOND_BY_ROAD)
    assert deadlines.overdue_games(in_hours(25)) == [again.pk]
    assert not deadlines.confirm_overdue(game_id=again.pk, now=in_hours(25))
    assert table.slot().state == "disputed"


def test_the_job_confirms_what_is_due(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    assert jobs.confirm_overdue() == 0
    Game.objects.filter(pk=game.pk).update(confirm_by_at=timezone.now())
    assert jobs.confirm_overdue() == 1
