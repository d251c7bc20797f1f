"""The match that is played for stakes."""

import pytest

from tests.games.stakes.staked_table import Table


@pytest.fixture
def table():
    return Table()
