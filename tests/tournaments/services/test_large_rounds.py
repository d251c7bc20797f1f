"""Rounds of a thousand players: each statement is one that SQLite takes, and no transaction has a
statement for each player."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import drafted_round, make_event
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.models import Entry, Player, Round, Seat
from tournaments.services.events import events
from tournaments.services.rounds import drafts, rounds

MOST_STATEMENTS = 100  # of a service, for a thousand players


def event_of(players):
    """An event with registration open; its players are written at once."""
    event = make_event(entries=0, state="open", games=1)
    made = [Player(name=f"P{at:04}", public_id=f"e{event.pk}p{at:05}") for at in range(players)]
    rows = Player.objects.bulk_create(made)
    Entry.objects.bulk_create(
        Entry(event=event, player=player, rating=at, state="in") for at, player in enumerate(rows)
    )
    return event


def statements_of(service, **what):
    with CaptureQueriesContext(connection) as made:
        service(**what)
    return len(made)


def test_a_round_robin_of_a_thousand_is_published_and_taken_back():
    event = event_of(1000)
    of_event = {"actor": SYSTEM, "event_id": event.pk}
    of_round = {**of_event, "number": 1}
    assert statements_of(events.start, **of_event) < MOST_STATEMENTS
    round_ = drafted_round(event)
    assert statements_of(rounds.publish_round, **of_round) < MOST_STATEMENTS
    round_.refresh_from_db()
    assert round_.state == "published"
    assert round_.pairings.count() == 500
    assert len(drafts.stored_round(round_).pairings) == 500
    view = selectors.round_view(event, 1, SYSTEM)
    assert len(view["pairings"]) == 500
    assert statements_of(rounds.unpublish_round, **of_round, reason="x") < MOST_STATEMENTS
    assert statements_of(rounds.withdraw_round, **of_round, reason="x") < MOST_STATEMENTS
    assert not event.rounds.exists()


def test_the_statements_of_a_start_do_not_grow_with_its_players():
    counts = [
        statements_of(events.start, actor=SYSTEM, event_id=event_of(players).pk)
        for players in (10, 400)
    ]
    assert counts[1] - counts[0] < 10  # what is written in batches


def test_rows_that_thousands_refer_to_are_read_in_one_statement():
    event = event_of(2500)
    entries = list(Entry.objects.filter(event=event).prefetch_related("player"))
    assert len({entry.player.name for entry in entries}) == 2500


def test_a_draft_is_judged_before_anything_is_locked():
    """Between the lock and the end of the transaction nothing reads the pairings again."""
    event = event_of(40)
    events.start(actor=SYSTEM, event_id=event.pk)
    drafted_round(event)
    with CaptureQueriesContext(connection) as made:
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    written = [query["sql"] for query in made.captured_queries]
    begin = max(at for at, sql in enumerate(written) if sql.startswith("SAVEPOINT"))
    read = [at for at, sql in enumerate(written) if 'FROM "tournaments_seat"' in sql]
    assert read
    assert all(at < begin for at in read)


def test_a_draft_that_changes_before_it_is_locked_is_judged_again():
    event = event_of(4)
    events.start(actor=SYSTEM, event_id=event.pk)
    round_ = drafted_round(event)
    changed: list[bool] = []

    def change(execute, sql, params, many, context):
        if sql.startswith("SAVEPOINT") and not changed:
            changed.append(True)
            Seat.objects.filter(round=round_, order=1).delete()
            Round.objects.filter(pk=round_.pk).update(proof_hash="of another draft")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(change), pytest.raises(drafts.RoundBreaksRules):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert changed
    round_.refresh_from_db()
    assert round_.state == "draft"
