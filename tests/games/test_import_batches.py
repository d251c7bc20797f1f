"""A batch of records is stored as the same records one after the other."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from celery.signals import before_task_publish
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games import services
from games.models import Game, GamePlayer, Import
from games.services.people import merge_players
from ratings import tasks
from ratings.models import Pool, Posting, RatedGame
from ratings.services import ensure_default_pools
from tests.builders import make_player
from tests.paths import ROOT
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import DomainError
from tournaments.models import Handle, JournalLine, Player
from tournaments.services import journal_checks
from tournaments.services.people import handles

pytestmark = pytest.mark.django_db
IMPORT = Actor("import")
MOVES = {
    "road": "1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0",
    "the same with a word": "1. a1 e5 {well}\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0",
    "given up": "1. a1 e5\n2. e4 a2 0-1",
    "broken off": "1. a1 e5",
    "refused": "1. a1 e5\n2. e5 a2",
    "not shown": "1. a1 e5 F-0",
}
NAMES = (
    "Ann", "ANN", " Ann  ", "Ben", "Bob", "Cid", "Old Cid", "Zed", "nick", "Dora  Day", "Dora Day",
    "White", "", "?", "guest7", "ı", "I", "ß", "SS", "é", "É", "x" * 101, "A" + " " * 250 + "B",
    " " * 201 + "Far", "ﷺ" * 20,
)  # fmt: skip
DAYS = ("2026.01.02", "2025.12.31", "", "2026.13.01", "1812.06.24")


def record(first="Ann", second="Ben", day="2026.01.02", moves="road"):
    tags = f'[Player1 "{first}"]\n[Player2 "{second}"]\n[Date "{day}"]\n[Size "5"]\n'
    return f"{tags}\n{MOVES[moves]}\n"


records = st.builds(
    record,
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.sampled_from(DAYS),
    st.sampled_from(list(MOVES)),
)
# Lists in which the same records come again.
lists = st.lists(records, min_size=1, max_size=5).flatmap(
    lambda few: st.lists(st.sampled_from(few), max_size=8)
)


@pytest.fixture
def known_people():
    """Names that are known, shared, merged, and handles here and elsewhere."""
    make_player("Ann", account=False)
    make_player("Bob", account=False)
    make_player("Bob", account=False)
    old, cid = make_player("Old Cid", account=False), make_player("Cid", account=False)
    merge_players(actor=SYSTEM, player=old.public_id, into=cid.public_id)
    zed = make_player("Zacharias", account=False)
    handles.add_handle(actor=SYSTEM, player_id=zed.pk, site="", name="Zed")
    handles.add_handle(actor=SYSTEM, player_id=zed.pk, site="ptn", name="Nick")


def one_by_one(sent):
    outcomes: list[tuple[str, tuple[str, ...], str]] = []
    for each in sent:
        try:
            done = services.import_record(actor=IMPORT, record=each)
        except DomainError as refused:
            outcomes.append(("refused", (), str(refused)))
        else:
            outcomes.append((done.kind, done.notes, str(done.error)))
    return outcomes


def in_batches(sent, size, **options):
    done = services.import_records(actor=IMPORT, batches=batches_of(sent, size), **options)
    return [(one.kind, one.notes, str(one.error)) for batch in done for one in batch]


def batches_of(sent, size):
    return [sent[at : at + size] for at in range(0, len(sent), size)]


def kinds(done):
    return [one.kind for batch in done for one in batch]


def stored():
    """Every row that an import writes, with no ids that are drawn and no times."""
    people = {row.public_id: number for number, row in enumerate(Player.objects.order_by("pk"))}
    games = {row.public_id: number for number, row in enumerate(Game.objects.order_by("pk"))}
    number_of: dict[int | None, int] = {
        row.pk: people[row.public_id] for row in Player.objects.all()
    }

    def subject(text):
        kind, _, key = text.partition(":")
        return kind, {"player": people, "game": games}.get(kind, {}).get(key, key)

    ledger = list(RatedGame.objects.order_by("pk"))
    return {
        "players": [
            (row.name, row.sort_name, row.folded_name, row.made_by_id, row.user_id)
            for row in Player.objects.order_by("pk")
        ],
        "handles": [
            (row.site, row.name_key, number_of[row.player_id])
            for row in Handle.objects.order_by("pk")
        ],
        "games": list(
            Game.objects.order_by("pk").values_list(
                "game", "ruleset", "played_on", "record", "record_hash", "moves_hash",
                "import_key", "claim", "verdict", "engine_version", "actor", "submitted_seat",
                "confirm_by_at", "state", "slot",
            )
        ),
        "seats": [
            (games[row.game.public_id], row.order, number_of.get(row.player_id), row.name_in_record)
            for row in GamePlayer.objects.select_related("game").order_by("pk")
        ],
        "journal": [
            (row.scope, row.seq, row.actor, row.action, subject(row.subject), row.before, row.after)
            for row in JournalLine.objects.order_by("pk")
        ],
        "ledger": [
            (
                subject(row.source), row.revision, row.voided_at, row.held, row.by_players,
                row.played_on, row.order_key.rpartition("|")[0], row.game, row.size, row.half_komi,
                row.time_class, row.facts, row.event_id,
            )
            for row in ledger
        ],
        "postings": [
            (ledger.index(row.rated_game), row.order, number_of[row.player_id], row.score_x2)
            for row in Posting.objects.select_related("rated_game").order_by("pk")
        ],
        "pools": [
            (row.slug, row.counts, row.system, (row.dirty_from or "").rpartition("|")[0])
            for row in Pool.objects.order_by("pk")
        ],
    }  # fmt: skip


@contextmanager
def taken_back():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.slow
@pytest.mark.usefixtures("known_people")
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.lists(records, max_size=2), sent=lists, size=st.sampled_from([1, 3, 8]))
@example(before=[], sent=[record("Eve", "x" * 101), record("Eve"), record("Eve")], size=8)
@example(before=[], sent=[record("ı"), record("I", "Cid")], size=8)
@example(before=[record()], sent=[record(), record(moves="the same with a word")], size=8)
def test_any_list_is_stored_as_its_records_one_by_one(before, sent, size):
    with taken_back():
        one_by_one(before)
        with taken_back():
            expected = one_by_one(sent), stored()
        found = in_batches(sent, size, processes=1), stored()
        assert journal_checks.check_scope("site") == []
    assert found == expected


def many(count):
    """Records of Ann and somebody new each, all of them rated."""
    return [record(second=f"N{number}") for number in range(count)]


def test_what_processes_prove_is_stored_in_order():
    sent = [*many(3), "nonsense", *many(5), "", *many(9)]
    with taken_back():
        expected = in_batches(sent, 4, processes=1), stored()
    assert (in_batches(sent, 4, processes=2), stored()) == expected


def test_an_import_that_ends_early_is_run_again():
    run = partial(services.import_records, actor=IMPORT, source="games/", processes=1)
    first = run(batches=batches_of(many(6), 2))
    assert [one.kind for one in next(first)] == ["rated"] * 2
    first.close()
    assert Game.objects.count() == 2
    (log,) = Import.objects.values("source", "state", "done", "total", "report")
    assert log == {
        "source": "games/", "state": "failed", "done": 2, "total": None, "report": [{"rated": 2}],
    }  # fmt: skip

    again = run(batches=batches_of(many(6), 3))
    assert kinds(again) == ["known"] * 2 + ["rated"] * 4
    *_first, last = Import.objects.order_by("pk").values("state", "done", "total", "report")
    assert last == {
        "state": "done", "done": 6, "total": 6, "report": [{"known": 2, "rated": 4}],
    }  # fmt: skip


def test_the_log_of_an_import_that_was_killed_says_so_when_it_is_run_again():
    killed = Import.objects.create(actor={}, source="games/", state="running", done=500)
    other = Import.objects.create(actor={}, source="others/", state="running")
    list(services.import_records(actor=IMPORT, batches=[many(1)], source="games/"))
    states = dict(Import.objects.values_list("pk", "state"))
    assert (states.pop(killed.pk), states.pop(other.pk)) == ("failed", "running")
    assert [*states.values()] == ["done"]


def test_each_pool_gets_one_task_at_the_end(django_capture_on_commit_callbacks):
    ensure_default_pools([("tak", 5)])
    sent = []

    def on_publish(sender="", **_message):
        sent.append(sender)

    before_task_publish.connect(on_publish)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            importing = services.import_records(
                actor=IMPORT, batches=batches_of(many(6), 2), processes=1
            )
            for number, _done in enumerate(importing, start=1):
                assert Pool.objects.get(slug="tak-5").ledger_version == 1 + number
    finally:
        before_task_publish.disconnect(on_publish)
    assert sent.count(tasks.replay_pool.name) == 2  # of all sizes, and of this one


def test_the_queries_grow_by_batches(django_assert_max_num_queries):
    ensure_default_pools([("tak", 5)])
    with django_assert_max_num_queries(25 + 3):  # one batch, and the pools at its end
        list(services.import_records(actor=IMPORT, batches=[many(30)]))


KILLED = """
import django, multiprocessing
django.setup()
from games.services.records.proving import prove_batches
def batches():
    while True:
        yield ["1. a1 e5"] * 20
for _proved in prove_batches(batches(), "standard", processes=2):
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
"""


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
def test_no_process_outlives_an_import_that_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", KILLED],
        cwd=ROOT, env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout
        children = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
    assert len(children) == 2
    end = time.monotonic() + 20
    while any(map(is_alive, children)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(is_alive, children))
