"""The room whose players open their links."""

import pytest

from tests.room import Room


@pytest.fixture
def room():
    return Room()
