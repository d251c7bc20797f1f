"""Settings, marks and fixtures of all tests."""

import copy
import gc
import logging
import os
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
from _pytest import runner
from django.conf import settings as project
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from hypothesis import settings

from config.running.call_stack import call_with_room
from tests.builders import make_event, make_user, published_round
from tests.kept.askers import read_once
from tests.kept.databases import (
    keep_migrated,
    kept_world,
    put_back_after_threads,
    put_migrated,
)
from tests.processes.pairing_server import pairing_server

# The examples are the same in every run, so a failure comes from the change at hand. A fifth of
# them is enough for every day, .ci/run makes twice as many (`landing`); all are made with
# `--hypothesis-profile=again`, and `--hypothesis-profile=search` looks for new ones. Slow machines
# are no failure.
settings.register_profile("again", deadline=None, derandomize=True)
settings.register_profile("daily", deadline=None, derandomize=True, max_examples=20)
settings.register_profile("landing", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("search", deadline=None)
settings.load_profile("daily")

# Every test of these folders uses the database; tests of other folders are marked one by one.
WITH_DATABASE = {
    "api", "api/requests", "config", "config/access", "config/oauth", "config/pages/desk",
    "config/pages/desk/results",
    "config/pages/desk/setup", "config/pages/event", "config/pages/game",
    "config/pages/me", "config/pages/paper", "config/pages/player", "flows/events", "flows/formats",
    "flows/hostile",
    "flows/security", "games/stakes", "games/undo", "tournaments/journal", "tournaments/services",
}  # fmt: skip


def pytest_itemcollected(item):
    """Mark the tests of folders that use the database, unless they say how they use it."""
    folder = item.path.parent.relative_to(Path(__file__).parent)
    if folder.as_posix() in WITH_DATABASE and item.get_closest_marker("django_db") is None:
        item.add_marker("django_db")


def pytest_addoption(parser):
    help_text = "leave out the tests that use no database: another database changes none of them"
    parser.addoption("--with-database", action="store_true", help=help_text)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Slow tests come first; with `--with-database`, leave out the tests that use none.

    At the end every process has something small to take. Those that commit stay behind the others.
    """
    items.sort(key=lambda item: not item.get_closest_marker("slow") or commits(item))
    if not config.getoption("--with-database"):
        return
    left_out = [item for item in items if not uses_database(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if uses_database(item)]


def commits(item):
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


def uses_database(item):
    """Whether a test has the mark for it, or a fixture that reaches it."""
    fixtures = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """As pytest runs a test; a fifth of the processor time of many a test is saved so."""
    return call_with_room(partial(runner.pytest_runtest_protocol, item, nextitem))


def pytest_collection_finish():
    """Freeze what is imported: scanning it again and again costs a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True)
def _forget_other_tests():
    """Throttles count in the cache, and a request leaves its language in its thread."""
    yield
    cache.clear()
    translation.deactivate()


@pytest.fixture
def no_log():
    """For walks with thousands of refusals: writing a line with a traceback for each takes time."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def known_askers():
    """For walks that roll every request back."""
    with read_once():
        yield


@pytest.fixture(scope="session", autouse=True)
def _cheap_pairing(request, tmp_path_factory):
    """Swiss rounds are paired by children of one server, where any test uses the database."""
    if not any(item.get_closest_marker("django_db") for item in request.session.items):
        yield
        return
    address = tmp_path_factory.mktemp("pairing") / "socket"
    with (
        pairing_server(address) as command,
        override_settings(PAIRING_COMMAND=command),
    ):
        yield


@pytest.fixture(scope="session")
def chromium():
    """The one browser of this process. Where no test uses it, what it needs may be missing."""
    from tests.browsing import running_chromium

    # Django takes the event loop of playwright for async code, in which it allows no query.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with running_chromium():
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request, tmp_path_factory, django_db_modify_db_settings_parallel_suffix
):
    """Keep the database of browser tests in a file, where each thread has its own connection.

    In memory all threads would share the connection, and so the transaction, of the test.
    """
    database = project.DATABASES["default"]
    served = any(item.get_closest_marker("browser") for item in request.session.items)
    if served and database["ENGINE"] == "config.sqlite":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")


@pytest.fixture(scope="session")
def _migrated(request, django_db_modify_db_settings):
    """On SQLite the database is found as the tests before migrated it; `--create-db` forgets it."""
    if connection.vendor == "sqlite" and not request.config.getvalue("create_db"):
        return put_migrated()
    return None


@pytest.fixture(scope="session")
def django_db_keepdb(request, _migrated):
    """Django takes the database that it finds, and applies what is missing."""
    return _migrated is not None or request.config.getvalue("reuse_db")


@pytest.fixture(scope="session")
def django_db_setup(request, django_db_setup, django_db_blocker):
    """As pytest-django does it; what was migrated on SQLite is kept for the next process."""
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite" and not request.config.getvalue("nomigrations"):
            keep_migrated()
        put_back = put_back_after_threads()
    with patch.object(TransactionTestCase, "_fixture_teardown", put_back):
        yield


@pytest.fixture(scope="module")
def made_world(request, django_db_setup, django_db_blocker):
    """What `make_world` of a module makes, once for its tests, which share its objects."""
    with django_db_blocker.unblock(), kept_world(request.module.make_world) as made:
        yield made


@pytest.fixture
def made(made_world, db):
    """A copy of it for one test, whose changes of the database are rolled back."""
    return copy.deepcopy(made_world)


@pytest.fixture
def boss():
    """The organiser of `event`."""
    return make_user("boss")


@pytest.fixture
def desk(client, boss):
    """The browser of the organiser."""
    client.force_login(boss)
    return client


@pytest.fixture
def event(boss, request):
    """The cup of four that `boss` organises; EVENT of a module says what differs in it."""
    return make_event(organiser=boss, slug="cup", **getattr(request.module, "EVENT", {}))


@pytest.fixture
def round_(event):
    """The first round of `event`, published."""
    return published_round(event)


@pytest.fixture
def cache_outside(db, settings):
    """A cache outside the process, as a service without Redis has it."""
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.FailSoftDatabaseCache", "LOCATION": "some_cache"}
    }
    call_command("createcachetable", verbosity=0)
    cache.clear()
    yield
    cache.clear()
