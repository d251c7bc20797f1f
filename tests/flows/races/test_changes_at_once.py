"""A reader of the feed misses nothing while many write: some slowly, some taking it back.

On SQLite the writers are processes that share a file; on a server they are processes too.
"""

import os
import subprocess
import sys

import pytest
from django.db import connection

from tests.database import at_once, needs_server
from tests.paths import ROOT
from tests.processes.feed_writer import WRITERS, written_by
from tournaments.actor import SYSTEM
from tournaments.models import Change
from tournaments.selectors.events import feed
from tournaments.services.feed.numbering import number_changes

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def database_url(tmp_path):
    """The database of this test as other processes reach it; of SQLite a copy in a file."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        path = tmp_path / "feed.sqlite3"
        return f"sqlite:///{path}"
    server = connection.settings_dict
    password = f":{server['PASSWORD']}" if server["PASSWORD"] else ""
    return f"postgres://{server['USER']}{password}@{server['HOST']}:{server['PORT']}/{name}"


def run(*arguments, url, tmp_path):
    environment = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(tmp_path), "REDIS_URL": ""}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "-m", "tests.processes.feed_writer", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def read_while_they_write(url, tmp_path, *, by_row_id=False):
    """What a reader has seen when all have written; with `by_row_id` in the order of the rows."""
    if url.startswith("sqlite"):
        run("prepare", url=url, tmp_path=tmp_path).communicate(timeout=120)
    writers = [run("write", str(number), url=url, tmp_path=tmp_path) for number in range(WRITERS)]
    reader = run("read", *(["by_row_id"] if by_row_id else []), url=url, tmp_path=tmp_path)
    numberers = [run("number", url=url, tmp_path=tmp_path) for _number in range(2)]
    said = reader.communicate(timeout=120)[0]
    for each in (*writers, *numberers):
        each.communicate(timeout=60)
    assert [each.returncode for each in (*writers, *numberers, reader)] == [0] * (WRITERS + 3)
    return said.split()


def test_each_change_is_read_once_and_in_one_order(database_url, tmp_path):
    seen = read_while_they_write(database_url, tmp_path)
    wanted = [each for writer in range(WRITERS) for each in written_by(writer)]
    assert sorted(seen) == sorted(wanted)
    for writer in range(WRITERS):  # what one after the other committed is read in that order
        assert [each for each in seen if each in written_by(writer)] == written_by(writer)


def test_a_reader_by_row_id_misses_changes(database_url, tmp_path):
    """The test above sees a gap where there is one."""
    if connection.vendor == "sqlite":
        pytest.skip("writers wait for each other before they take an id")
    seen = read_while_they_write(database_url, tmp_path, by_row_id=True)
    wanted = [each for writer in range(WRITERS) for each in written_by(writer)]
    assert set(seen) < set(wanted)


@needs_server
def test_numbering_by_many_at_once_gives_each_position_once():
    for _try in range(3):
        Change.objects.bulk_create(
            Change(kind="event", action="event.edited") for _each in range(300)
        )
        assert sum(at_once(lambda _n: number_changes())) == 300
    positions = Change.objects.order_by("position").values_list("position", flat=True)
    assert list(positions) == list(range(1, 901))


def test_a_position_is_never_given_twice():
    Change.objects.bulk_create(Change(kind="event", action="event.edited") for _each in range(2500))
    assert number_changes() == 2500
    assert number_changes() == 0
    positions = list(Change.objects.order_by("pk").values_list("position", flat=True))
    assert positions == list(range(1, 2501))
    pages, after = [], 0
    while (page := feed.read_changes(SYSTEM, feed.FeedFilter(), after=after, limit=500)).changes:
        pages += page.changes
        after = page.next
    assert [feed.read_cursor(change["cursor"]) for change in pages] == positions
