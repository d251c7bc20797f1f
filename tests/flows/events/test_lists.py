"""Lists are judged as one row after the other would be, and written at once."""

from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.planning import EventPlan, Person, plan_event
from games.models import Game
from games.services.result_rows import result_job
from ratings.services.entry_rows import entry_job
from tests.builders import (
    acting,
    decide,
    drafted_round,
    make_event,
    make_player,
    make_user,
    slot_at,
)
from tests.clients import api_client
from tests.flows.events.list_worlds import entry_world, result_world
from tests.flows.events.written_rows import WRITES, dump, statements, undone
from tests.flows.records import FIRST_BY_ROAD
from tournaments.actor import SYSTEM
from tournaments.models import Entry, Event, JournalHead, Player, Result
from tournaments.services import journal_checks
from tournaments.services.bulk import Given, run_one_by_one
from tournaments.services.events import events
from tournaments.services.events.events import NewEvent
from tournaments.services.people import people
from tournaments.services.rounds import rounds

API = "/api/v1/events/spring/"
ENTRIES, RESULTS = "entries", "results"
MOST_A_ROW = {ENTRIES: 4, RESULTS: 12}  # statements, of 200 rows
ADDRESS = {ENTRIES: "entries/bulk/", RESULTS: "rounds/1/results/"}


def send(user, what, rows, query="", status=200):
    answer = api_client(user).post(f"{API}{ADDRESS[what]}{query}", {what: rows}, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def rows_without_ids(report):
    """What is said of the rows, but for the ids of what they made."""
    return [{**row, "id": None} for row in report["rows"]]


def chosen(rows):
    return st.lists(st.sampled_from(range(rows)), max_size=rows)


def one_by_one(user, what, rows):
    """The report of a list that is written row by row."""
    actor, event = acting(user), Event.objects.get(slug="spring")
    job = entry_job(actor, event) if what == ENTRIES else result_job(actor, event, 1)
    return named(run_one_by_one([Given(row) for row in rows], job))


def named(report):
    """A report with what its ids name, which does not differ each time."""
    rows = [{**row, "id": name_of(row["id"])} for row in report["rows"]]
    return {**report, "rows": rows}


def name_of(made):
    if made is None or "." in made:
        return made  # of a game that has a result
    if made.isdigit():
        return Entry.objects.get(pk=made).player.name
    return str(Game.objects.get(public_id=made).slot)


def assert_same(user, what, rows):
    """A list does what its rows do one by one, or nothing and says the same of each."""
    before = dump()
    alone, after_alone = undone(lambda: one_by_one(user, what, rows))
    assert undone(lambda: named(send(user, what, rows))) == (alone, after_alone)
    tried, untouched = undone(lambda: send(user, what, rows, "?dry_run=1"))
    assert (rows_without_ids(tried), untouched) == (rows_without_ids(alone), before)
    together, after = undone(lambda: send(user, what, rows, "?all_or_nothing=1"))
    assert rows_without_ids(together) == rows_without_ids(alone)
    assert together["undone"] == bool(alone["refused"])
    assert not alone["refused"] or after == before
    good = [row for row, line in zip(rows, alone["rows"], strict=True) if line["ok"]]
    wanted, made = undone(lambda: one_by_one(user, what, good))
    assert undone(lambda: named(send(user, what, good, "?all_or_nothing=1"))) == (wanted, made)
    assert [row["id"] is None for row in wanted["rows"]] == [False] * len(good)


def lists_of(rows, *, examples=1):
    """The whole list as it is, then some of its rows in any order, for so many examples."""
    yield rows
    picks: list[list[int]] = []

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(chosen(len(rows)))
    def pick(indexes):
        picks.append(indexes)

    pick()
    for indexes in picks:
        yield [rows[at] for at in indexes]


@pytest.mark.parametrize(
    ("state", "staff"), [("registration", False), ("running", True), ("finished", False)]
)
def test_a_list_of_entries_does_what_its_rows_do_one_by_one(state, staff):
    boss = make_user("boss", staff=staff)
    _event, rows = entry_world(boss, state=state)
    for each in lists_of(rows):
        assert_same(boss, ENTRIES, each)


STAKES = {"stakes": {"scheme": "tavern", "limit": 500, "min_age": None}}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "match"),
    [
        ("round_robin", {}),
        ("round_robin", {"rank_by": "board_plus_reserve"}),
        ("knockout", {}),
        ("round_robin", STAKES),
    ],
)
def test_a_list_of_results_does_what_its_rows_do_one_by_one(system, match):
    boss = make_user("boss")
    _event, rows = result_world(boss, system=system, match=match)
    for each in lists_of(rows):
        assert_same(boss, RESULTS, each)


@pytest.mark.slow
def test_many_lists_do_what_their_rows_do_one_by_one():
    boss = make_user("boss")
    with transaction.atomic():
        _event, rows = entry_world(boss, state="registration")
        for each in lists_of(rows, examples=20):
            assert_same(boss, ENTRIES, each)
        transaction.set_rollback(True)
    _event, rows = result_world(boss, system="round_robin", match={})
    for each in lists_of(rows, examples=20):
        assert_same(boss, RESULTS, each)


def registering(players):
    """An event before its start, and rows: players who are known, and as many new ones."""
    boss = make_user("boss")
    event = make_event(slug="spring", organiser=boss, entries=0, state="registration")
    known = [Player(name=f"K{at}", public_id=f"e{event.pk}k{at}") for at in range(players // 2)]
    Player.objects.bulk_create(known)
    rows = [{"player": player.public_id, "rating": 1500} for player in known]
    rows += [{"name": f"N{at}", "new": True, "family": "F"} for at in range(players - len(known))]
    return boss, rows


def playing(tables):
    """A round of that many games, and a row of each: entered, ruled and recorded."""
    boss = make_user("boss")
    event = make_event(slug="spring", organiser=boss, entries=0, state="registration", games=1)
    made = [Player(name=f"K{at}", public_id=f"e{event.pk}k{at}") for at in range(2 * tables)]
    Entry.objects.bulk_create(
        Entry(event=event, player=player, rating=at, state="in")
        for at, player in enumerate(Player.objects.bulk_create(made))
    )
    events.start(actor=SYSTEM, event_id=event.pk)
    round_ = drafted_round(event)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=round_.number)
    ends: list[dict[str, Any]] = [
        {"result": "R-0"},
        {"kind": "forfeit", "winner": 1, "reason": "late"},
        {"kind": "adjudicated", "result": "0-1", "reason": "clock"},
        {"record": FIRST_BY_ROAD},
    ]
    return boss, [{"table": at + 1, **ends[at % len(ends)]} for at in range(tables)]


@pytest.mark.parametrize("query", ["", "?all_or_nothing=1"])
@pytest.mark.slow
@pytest.mark.parametrize(("what", "world"), [(ENTRIES, registering), (RESULTS, playing)])
def test_the_statements_of_a_list_grow_by_batches_and_not_by_rows(what, world, query):
    """What a list is judged by is read before the lock, and its rows are written together."""
    counts = []
    for number in (50, 200):
        with transaction.atomic():
            boss, rows = world(number)
            read, written = statements(lambda: send(boss, what, rows, query))  # noqa: B023
            transaction.set_rollback(True)
        counts.append((len(read), len(written)))
    (few_read, few_written), (many_read, many_written) = counts
    assert few_written < 100
    assert many_read + many_written <= 200 * MOST_A_ROW[what]
    assert many_written - few_written <= 150 / 10
    assert many_read - few_read <= 150 / 10


@pytest.mark.parametrize(("what", "world"), [(ENTRIES, registering), (RESULTS, playing)])
def test_a_dry_run_takes_no_lock_and_writes_nothing(what, world):
    boss, rows = world(50)
    for query in ("?dry_run=1", "?dry_run=1&all_or_nothing=1"):
        read, written = statements(lambda: send(boss, what, rows, query))  # noqa: B023
        assert (written, read != []) == ([], True)
    assert len(read) < 60


def test_neighbours_of_rows_that_are_written_alone_are_written_together():
    boss, rows = playing(40)
    for table in (11, 31):
        decide(slot_at(Event.objects.get().rounds.get(), table), "0-R")
    corrections = [{**row, "reason": "read wrongly"} for row in rows]
    _read, written = statements(lambda: send(boss, RESULTS, corrections))
    assert Result.objects.filter(current=True).count() == 40
    assert Result.objects.filter(revision=2).count() == 2
    assert len(written) < 220  # three sets and two corrections


@pytest.mark.parametrize(("what", "world"), [(ENTRIES, registering), (RESULTS, playing)])
def test_a_list_with_a_refused_row_takes_no_lock(what, world):
    boss, rows = world(50)
    bad = {ENTRIES: {"player": "none"}, RESULTS: {"table": 999, "result": "R-0"}}[what]
    reports = []
    _read, written = statements(
        lambda: reports.append(send(boss, what, [*rows, bad], "?all_or_nothing=1"))
    )
    assert (reports[0]["undone"], reports[0]["refused"], written) == (True, 1, [])


def first_time(act):
    """Run `act` when the list is about to take its lock, once: somebody else was faster."""
    acted: list[bool] = []

    def wrapper(execute, sql, params, many, context):
        if sql.startswith(WRITES) and not acted:
            acted.append(True)
            act()
        return execute(sql, params, many, context)

    return connection.execute_wrapper(wrapper), acted


def test_a_list_of_results_is_judged_again_if_somebody_was_faster():
    boss, rows = playing(6)
    lists, acted = first_time(lambda: decide(slot_at(Event.objects.get().rounds.get(), 1), "0-R"))
    with lists:
        report = send(boss, RESULTS, rows, "?all_or_nothing=1")
    assert acted
    codes = [row["error"] and row["error"]["code"] for row in report["rows"]]
    assert codes == ["correction_needs_reason", *[None] * 5]
    assert (report["undone"], Result.objects.count()) == (True, 1)


def test_a_list_of_entries_is_judged_again_if_somebody_was_faster():
    boss, rows = registering(6)
    lists, acted = first_time(lambda: people.create_player(actor=SYSTEM, name="n1"))
    with lists:
        report = send(boss, ENTRIES, rows, "?all_or_nothing=1")
    assert acted
    assert (report["done"], report["undone"], Player.objects.count()) == (6, False, 6)
    assert Entry.objects.get(player__name="n1").family == "F"


def test_what_can_be_done_is_judged_again_if_somebody_was_faster():
    boss, rows = playing(6)
    lists, acted = first_time(lambda: decide(slot_at(Event.objects.get().rounds.get(), 1), "0-R"))
    with lists:
        report = send(boss, RESULTS, rows)
    assert acted
    codes = [row["error"] and row["error"]["code"] for row in report["rows"]]
    assert codes == ["correction_needs_reason", *[None] * 5]
    assert Result.objects.count() == 6


@contextmanager
def others_always_faster():
    """Somebody changes the event whenever a transaction begins."""
    event = Event.objects.get()

    def change(execute, sql, params, many, context):
        if sql.startswith("SAVEPOINT") and not changing:
            changing.append(True)
            event.match = {**event.match, "late_x2": len(changed) % 2}
            event.save(update_fields=["match"])
            changed.append(True)
            changing.clear()
        return execute(sql, params, many, context)

    changed: list[bool] = []
    changing: list[bool] = []
    with connection.execute_wrapper(change):
        yield
    assert changed


def test_a_list_that_is_all_or_nothing_ends_when_others_are_always_faster():
    boss, rows = registering(2)
    with others_always_faster():
        refused = send(boss, ENTRIES, rows, "?all_or_nothing=1", status=409)
    assert refused["code"] == "conflict"
    assert not Entry.objects.exists()


@pytest.mark.parametrize(("what", "world"), [(ENTRIES, registering), (RESULTS, playing)])
def test_what_can_be_done_is_done_when_others_are_always_faster(what, world):
    boss, rows = world(8)
    with others_always_faster():
        report = send(boss, what, rows)
    assert (report["done"], report["refused"]) == (8, 0)


def test_the_chains_of_the_journal_hold_after_a_list():
    boss, rows = registering(30)
    send(boss, ENTRIES, rows, "?all_or_nothing=1")
    for scope in ("event:spring", "site"):
        assert JournalHead.objects.get(scope=scope).seq >= 15
        assert journal_checks.check_scope(scope) == []


def test_the_statements_of_a_new_event_do_not_grow_with_its_players():
    boss = acting(make_user("boss", staff=True))
    known = make_player("Known")
    counts = []
    for number in (10, 200):
        people_of = [Person("Known", known.public_id), *(Person(f"P{at}") for at in range(number))]
        plan = EventPlan(
            NewEvent("", "Open", stages=[{"system": "swiss"}], ruleset={"size": 5}),
            people=people_of,
        )
        with CaptureQueriesContext(connection) as made:
            event = plan_event(actor=boss, plan=plan)
        assert event.entries.count() == number + 1
        counts.append(len(made))
    # Nine rows or more in a statement: SQLite takes 999 values in one, and a journal line has many.
    assert counts[1] - counts[0] <= 190 / 9
