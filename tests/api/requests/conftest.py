"""The world of the table of requests, made once for a module; each test takes back what it does."""

import pytest

from tests.api.table_world import world_of_the_table
from tests.database import rolled_back


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), rolled_back():
        yield world_of_the_table()
