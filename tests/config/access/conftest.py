"""An installation where somebody can sign up."""

import pytest

from tests.builders import make_user


@pytest.fixture
def installed():
    """An installation that has its first account."""
    return make_user("first", staff=True)
