"""Every address of the API, every method, everybody: only what the table says."""

from itertools import cycle
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.permissions import AllowAny, IsAuthenticated

from config.api.urls import urlpatterns
from tests.api.rows import Row, filled
from tests.api.table import NOT_WALKED, TABLE
from tests.api.table_world import world_of_the_table
from tests.api.world import WHO
from tests.database import rolled_back
from tests.kept.databases import kept_world

METHODS = ("get", "post", "put", "patch", "delete")
NAMES = sorted(str(pattern.name) for pattern in urlpatterns if pattern.name not in NOT_WALKED)
PATH_OF = {name: rows[0].path for (name, _method), rows in TABLE.items()}
VIEWS: dict[str, Any] = {
    str(pattern.name): getattr(pattern.callback, "cls", None) for pattern in urlpatterns
}
SAFE_FOR_ANYBODY = {
    name for name, view in VIEWS.items() if AllowAny in getattr(view, "permission_classes", ())
} | {"schema"}


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), kept_world(world_of_the_table) as made:
        yield made


@pytest.fixture
def world(db, made, no_log):
    """One world for all walks, which roll every request back."""
    return made


def ask(world, who, method, row: Row):
    cache.clear()  # hundreds of requests from one address
    with rolled_back():
        return getattr(world.clients[who], method)(
            "/api/v1/" + row.path.format(**world.ids),
            filled(row.body, world.ids),
            **({"format": "json"} if method != "get" else {}),
        )


def test_every_address_has_a_row():
    assert set(NAMES) == {name for name, _method in TABLE}


@pytest.mark.slow
def test_everybody_gets_what_the_table_says(world):
    wrong = []
    for (name, method), rows in TABLE.items():
        for row in rows:
            for who, expected in zip(WHO, row.statuses.split(), strict=True):
                response = ask(world, who, method, row)
                if response.status_code != int(expected):
                    said = getattr(response, "data", None)
                    wrong.append(
                        (name, method, row.path, who, expected, response.status_code, said)
                    )
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.slow
def test_no_address_answers_a_method_that_has_no_row(world):
    """A view that answers a method answers it to all accounts, if only by a refusal: one is asked,
    another one each time.
    """
    wrong, accounts = [], cycle(WHO[1:])
    for name in NAMES:
        row = Row(PATH_OF[name], "", {})
        for method in METHODS:
            if (name, method) in TABLE:
                continue
            for who in ("anonymous", next(accounts)):
                closed = 401 if _asks_for_account(name, who, method) else 405
                response = ask(world, who, method, row)
                if response.status_code != closed:
                    wrong.append((name, method, who, closed, response.status_code))
    assert not wrong, "\n".join(map(str, wrong))


def _asks_for_account(name, who, method):
    return (
        who == "anonymous"
        and name not in SAFE_FOR_ANYBODY
        and (method != "get" or IsAuthenticated in VIEWS[name].permission_classes)
    )
