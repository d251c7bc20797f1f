"""The event in which most pairs of features meet."""

import pytest

from tests.builders import make_event
from tests.flows.pairs.world import SWISS


@pytest.fixture
def event():
    return make_event(entries=6, games=1, stages=SWISS, slug="cup")
