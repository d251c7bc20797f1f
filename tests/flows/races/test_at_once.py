"""Many people press the same button at once. On a server only: SQLite takes one at a time."""

from games.models import Game
from games.services import confirm_game
from ratings.models import RatedGame
from tests.builders import actor_of
from tests.database import at_once, in_threads
from tests.flows.events.test_a_match import Table
from tests.flows.records import FIRST_BY_ROAD
from tournaments.models import JournalLine, Result
from tournaments.services import journal_checks

pytestmark = in_threads


def test_one_game_counts_once_however_often_it_is_confirmed():
    table = Table()
    game = table.send(table.one, FIRST_BY_ROAD)
    at_once(lambda _n: confirm_game(actor=actor_of(table.two), game_id=game.pk))
    assert Result.objects.count() == RatedGame.objects.count() == 1
    assert journal_checks.check_scope(f"event:{table.event.slug}") == []


def test_both_players_send_and_confirm_at_once_and_nobody_waits_in_a_circle():
    table = Table()
    game = table.send(table.one, FIRST_BY_ROAD)

    def act(number):
        if number % 2:
            return confirm_game(actor=actor_of(table.two), game_id=game.pk)
        return table.send(table.two, FIRST_BY_ROAD)

    at_once(act)
    assert Game.objects.filter(state="confirmed").count() == 1
    assert Result.objects.filter(current=True).count() == 1
    assert JournalLine.objects.filter(action="result.recorded").count() == 1
