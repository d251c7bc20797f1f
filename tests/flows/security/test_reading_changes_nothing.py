"""A GET with a token that may only read writes nothing, at any address of the API.

The derived tables are stale here, so an address that brought them up to date would be found.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F, Model
from rest_framework.test import APIClient

from config.access.tokens import create_token
from config.models import ApiToken
from ratings.models import Pool
from tests.flows.events import draft_world
from tests.flows.security.addresses import Address, every_address
from tournaments.models import Event, User

WRITE = re.compile(r'\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b[^"]*"(\w+)"', re.IGNORECASE)


@contextmanager
def written_tables() -> Iterator[list[str]]:
    """The tables that any statement writes to, one for each statement."""
    found: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        if match := WRITE.match(sql):
            found.append(match[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield found


def table_of(model: type[Model]) -> str:
    return str(model._meta.db_table)


@pytest.fixture
def world(db, caplog):
    """A played round, a draft round and a draft event; every derived table is out of date."""
    caplog.set_level("CRITICAL")
    made = draft_world.make_world()
    draft_world.add_drafts(made)
    Event.objects.update(results_version=F("results_version") + 1)
    Pool.objects.update(ledger_version=F("ledger_version") + 1)
    return made


@pytest.fixture
def readers(world):
    """A site administrator, the organiser and a player, each with a token that may only read."""
    root = User.objects.create_superuser(username="root")
    found = {}
    for user in (root, world.boss, world.ada.user):
        _token, secret = create_token(username=user.get_username(), scopes=("read",))
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        client.get("/api/v1/me/")  # notes that the token was used, once in ten minutes
        found[user.get_username()] = client
    return found


def read_addresses() -> list[Address]:
    return [
        address
        for address in every_address()
        if address.in_api and hasattr(getattr(address.view, "cls", None), "get")
    ]


@pytest.mark.slow
def test_no_get_of_the_api_by_a_read_token_writes_a_row(world, readers):
    values = draft_world.values_of(world)
    wrong, answered = [], 0
    for address in read_addresses():
        for path, (who, client) in product(address.filled(values), readers.items()):
            for method in ("get", "head", "options") if who == "olga" else ("get",):
                cache.clear()  # no throttle, and nothing is known from the request before
                with written_tables() as tables:
                    answer = getattr(client, method)(path)
                answered += answer.status_code == 200
                if tables:
                    wrong.append((who, method, path, sorted(set(tables))))
    assert not wrong, "\n".join(map(str, wrong))
    assert answered > 300


def test_the_watch_sees_what_is_written(world, readers):
    """A token that was never used is written to: so the walk above would see a write."""
    _token, secret = create_token(username="olga", scopes=("read",))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    with written_tables() as tables:
        client.get("/api/v1/me/")
    assert tables == [table_of(ApiToken)]
