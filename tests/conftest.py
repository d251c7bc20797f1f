"""For all tests. Builders stand beside the tests that use them."""

import gc

import pytest
from django.conf import settings as project
from django.core.cache import cache
from django.utils import translation
from hypothesis import settings

# How long an example takes is the machine's affair, not the code's. The examples are the same in
# every run, so that a red one speaks of the change at hand; `--hypothesis-profile=search` looks
# for new ones.
settings.register_profile("again", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("again")


def pytest_collection_finish():
    """What is imported stays to the end; looking through it again and again costs a tenth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True)
def _no_memory_of_other_tests():
    """Throttles count in the cache, and a request leaves its language behind in its thread."""
    yield
    cache.clear()
    translation.deactivate()


@pytest.fixture
def queries_beside_the_browser(monkeypatch):
    """Playwright keeps a loop running in the thread of a test, which Django takes for async."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request, tmp_path_factory):
    """Pages in a browser are served by threads. In memory they would all write through the one
    connection of the test, transactions mixed; in a file each has its own, as in the service.
    """
    database = project.DATABASES["default"]
    served = any(item.get_closest_marker("browser") for item in request.session.items)
    if served and database["ENGINE"] == "config.sqlite":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")
