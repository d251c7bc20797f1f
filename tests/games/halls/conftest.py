"""The cup of `returns.py`, made once for the modules that need it."""

import copy

import pytest

from tests.games.halls.returns import make_cup
from tests.kept.databases import kept_world


@pytest.fixture(scope="module")
def kept_cup(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), kept_world(make_cup) as event:
        yield event


@pytest.fixture
def cup_in_hall(kept_cup, db):
    """The event at the server, for one test."""
    return copy.deepcopy(kept_cup)
