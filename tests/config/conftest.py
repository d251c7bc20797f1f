"""The demo club."""

import pytest
from django.db import transaction
from django.test import override_settings

from config.demo.records import GameStock, stored_games
from config.management.commands.demo import create_demo
from tests.config.demo_day import TODAY


@pytest.fixture(scope="session")
def stock():
    return GameStock(stored_games())


@pytest.fixture(scope="module")
def made_demo(django_db_setup, django_db_blocker, stock):
    """Made once for all tests of a module, of which each takes back what it changes."""
    outer = transaction.atomic()
    vars(outer)["_from_testcase"] = True  # as Django marks those of a test
    with django_db_blocker.unblock(), override_settings(ON_ONE_MACHINE=True):
        outer.__enter__()
        create_demo(stock, today=TODAY)
    yield
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        outer.__exit__(None, None, None)


@pytest.fixture
def demo(made_demo, db, settings):
    settings.ON_ONE_MACHINE = True
