"""For all tests. Builders stand beside the tests that use them."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_memory_of_other_tests():
    """Throttles count in the cache; no test may be refused for what another one sent."""
    yield
    cache.clear()
