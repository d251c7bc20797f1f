"""The world of the table of requests; each test takes back what it does."""

import pytest

from tests.api.table_world import world_of_the_table
from tests.kept.databases import kept_world


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), kept_world(world_of_the_table) as made:
        yield made
