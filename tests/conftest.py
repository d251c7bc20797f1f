"""For all tests. Builders stand beside the tests that use them."""

import pytest
from django.core.cache import cache
from django.utils import translation


@pytest.fixture(autouse=True)
def _no_memory_of_other_tests():
    """Throttles count in the cache, and a request leaves its language behind in its thread."""
    yield
    cache.clear()
    translation.deactivate()
