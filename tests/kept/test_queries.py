"""A request is sent again where its answer may be another one, and only there."""

import pytest
from django.db import DatabaseError, connection, transaction

from tests.builders import make_club, make_player
from tests.database import rolled_back
from tests.kept.queries import Changes, noted_queries
from tournaments.models import Club, Player

pytestmark = pytest.mark.django_db


def noted(do):
    with noted_queries() as queries, transaction.atomic():
        do()
    return queries


def test_an_answer_may_change_where_a_row_of_its_queries_did():
    make_club("lantern")
    clubs = noted(lambda: list(Club.objects.all()))
    count = noted(Club.objects.count)
    players = noted(lambda: list(Player.objects.all()))
    changes = Changes([clubs, count, players])
    with noted_queries() as written:
        Club.objects.update(name="Another")
    for by in (None, written):
        changes.find(by)
        found = [changes.may_change(each) for each in (clubs, count, players)]
        assert found == [True, False, False], by


def test_what_was_written_names_each_table():
    clubs = noted(lambda: list(Club.objects.all()))
    players = noted(Player.objects.count)
    changes = Changes([clubs, players])
    with noted_queries() as written:
        make_club("lantern")
        make_player("Ada")
    changes.find(written)
    assert changes.may_change(clubs)
    assert changes.may_change(players)


def test_a_request_that_writes_may_always_be_answered_otherwise():
    def write():
        with rolled_back():
            make_club("lantern")

    writing = noted(write)
    changes = Changes([writing])
    changes.find()
    assert changes.may_change(writing)


def test_a_refused_query_may_be_answered_otherwise():
    def ask():
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")

    refused = noted(ask)
    changes = Changes([refused])
    changes.find()
    assert changes.may_change(refused)
