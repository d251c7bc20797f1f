"""The demo club."""

import pytest
from django.test import override_settings

from config.demo.records import GameStock, stored_games
from config.management.commands.demo import create_demo
from tests.config.demo_day import TODAY
from tests.kept.databases import kept_world


@pytest.fixture(scope="session")
def stock():
    return GameStock(stored_games())


def make_demo():
    create_demo(GameStock(stored_games()), today=TODAY)


@pytest.fixture(scope="module")
def made_demo(django_db_setup, django_db_blocker):
    """Made once for all tests, of which each takes back what it changes."""
    with (
        django_db_blocker.unblock(),
        override_settings(ON_ONE_MACHINE=True),
        kept_world(make_demo),
    ):
        yield


@pytest.fixture
def demo(made_demo, db, settings):
    settings.ON_ONE_MACHINE = True
