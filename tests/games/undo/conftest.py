"""The organiser who undoes."""

import pytest

from tests.builders import acting


@pytest.fixture
def actor(boss):
    """The organiser of `event` as an actor."""
    return acting(boss)
