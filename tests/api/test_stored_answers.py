"""An answer that a write changes is never answered by 304 or by what was stored before.

Every address whose answer is stored is read around every kind of write. What a write has to do with
an address is not assumed: it is read again where a query of it has other rows than before
(`tests/kept/queries.py`), be it one of the stored answer or one that makes the answer.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import override_settings
from django.utils import timezone

from config.api.urls import urlpatterns
from games.models import Game
from games.services import deadlines
from ratings import recompute as ratings
from ratings.services import lists
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.api.table_world import world_of_the_table
from tests.api.world import WHO
from tests.database import rolled_back
from tests.kept.databases import kept_world
from tests.kept.queries import Changes, Queries, noted_queries
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings
from tournaments.services.people import forgetting

pytestmark = pytest.mark.slow
ROUNDS = ("rounds/1/", "rounds/2/", "rounds/3/")
OF_EVENT = ("", "standings/", "crosstable/", "ratings/?pool=tak", *ROUNDS)
# Besides spring, whose addresses are in the table: events of the games that are written to.
OTHER_EVENTS = ("counting", "board")
STORED = {
    str(pattern.name)
    for pattern in urlpatterns
    if hasattr(getattr(getattr(pattern.callback, "cls", None), "get", None), "is_stored")
}
# The whole answer is stored, and what is asked for is made of it.
IN_PART = [
    "pairings/{open_pairing}/?expand=players,games",
    "events/board/rounds/1/?expand=players,games&fields=pairings",
    "pairings/?event=counting&expand=games,players",
    "events/counting/standings/?fields=rows,version",
]
READ = [*IN_PART, "pairings/{open_pairing}/"] + [
    rows[0].path for (name, method), rows in TABLE.items() if method == "get" and name in STORED
]
WRITES = [
    (f"{name} {number}", method, row)
    for (name, method), rows in TABLE.items()
    for number, row in enumerate(rows)
    if method != "get" and any(status[0] == "2" for status in row.statuses.split())
]
# Writes without an address of their own: by workers, by commands, by pages.
SERVICES = {
    "refresh_standings": lambda world: refresh_standings(world.events["spring"].pk),
    "refresh_series": lambda world: ratings.refresh_series(selectors.get_series("season").pk),
    "replay": lambda world: ratings.replay_stale_pools(),
    "publish_list": lambda world: lists.publish_list(actor=SYSTEM, slug="tak", on=date.today()),
    "confirm_overdue": lambda world: deadlines.confirm_overdue(
        game_id=_game(world).pk, now=timezone.now() + timedelta(days=99)
    ),
    "forget": lambda world: forgetting.forget_player(
        actor=world.actor("site_staff"), player=world.players["third"].public_id
    ),
}


COUNTED = re.compile(":1:(?:throttle|limit)-")
# Of this process, so that what it holds can be copied.
CACHE = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "stored answers",
    "OPTIONS": {"MAX_ENTRIES": 10_000},
}


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """One world for all writes; each of them is rolled back."""
    with (
        override_settings(CACHES={"default": CACHE}),
        django_db_blocker.unblock(),
        kept_world(world_of_the_table) as made,
    ):
        yield made


def _memory() -> Any:
    """The cache of this module, whose rows can be copied."""
    return caches["default"]


@dataclass
class Before:
    """What each address answers before any write, by which queries, and what the cache holds."""

    answers: dict[str, Any]
    queries: dict[str, list[Queries]]
    stored: dict[str, bytes]
    changes: Changes


@pytest.fixture(scope="module")
def before(world):
    written = ["", *(row.path.format(**world.ids) for _name, _method, row in WRITES)]
    paths = sorted({path for each in written for path in addresses(world, each)})
    cache.clear()
    read(world, paths[:1])  # notes that the token was used, once in ten minutes
    cache.clear()
    queries: dict[str, list[Queries]] = {path: [] for path in paths}
    answers = read(world, paths, queries=queries)
    stored = dict(_memory()._cache)
    etags = {path: etag for path, (_status, etag, _body) in answers.items()}
    from_cache = read(world, paths, etags, queries)
    assert from_cache == {path: _unchanged(answer) for path, answer in answers.items()}
    return Before(answers, queries, stored, Changes(chain.from_iterable(queries.values())))


def _answers_in(rows):
    """What the cache holds but for the counts of the rate limits."""
    return {key: row for key, row in rows.items() if not COUNTED.match(key)}


def _unchanged(answer):
    """What is answered to somebody who has this answer."""
    return (304, answer[1], b"") if answer[1] else answer


@pytest.fixture(autouse=True)
def _warm_cache(before):
    """Each write finds the answers in the cache that the addresses had before."""
    cache.clear()
    _memory()._cache.update(before.stored)
    _memory()._expire_info.update(dict.fromkeys(before.stored))


def _game(world):
    return Game.objects.get(public_id=world.ids["game"])


def addresses(world, written):
    """What is read around a write: the event in its path, or others; rounds, players, lists."""
    parts = written.split("/")
    slugs = parts[1:2] if parts[0] == "events" and parts[1] else OTHER_EVENTS
    of_events = {f"events/{slug}/{end}" for slug in slugs for end in OF_EVENT}
    return sorted(of_events | {path.format(**world.ids) for path in READ})


def read(world, paths, etags=None, queries=None):
    """Status, ETag and body of each address, for site staff, who may read everything.

    queries: to which those of each address are added.
    """
    client = world.clients["site_staff"]
    found = {}
    for path in paths:
        asked = {"If-None-Match": etags[path]} if etags and etags[path] else {}
        with noted_queries() as noted:
            answer = client.get(f"/api/v1/{path}", headers=asked)
        found[path] = (answer.status_code, answer.get("ETag"), answer.content)
        if queries is not None:
            queries[path].append(noted)
    return found


def require_no_stale_answer(world, before, paths, write):
    """Write, and compare what is stored of the addresses with what is read without a cache."""
    with noted_queries() as written:
        write()
    before.changes.find(written)
    if _answers_in(_memory()._cache) == _answers_in(before.stored):
        may_change = before.changes.may_change
        paths = [path for path in paths if any(map(may_change, before.queries[path]))]
    stored = read(world, paths, {path: before.answers[path][1] for path in paths})
    cache.clear()
    now = read(world, paths)
    wrong = []
    for path in paths:
        _status, etag, body = before.answers[path]
        expected = now[path] if now[path][2] != body or not etag else (304, etag, b"")
        if stored[path] != expected:
            wrong.append((path, before.answers[path], stored[path], now[path]))
    assert not wrong, "\n\n".join("\n  ".join(map(str, each)) for each in wrong)


@pytest.mark.parametrize(("name", "method", "row"), WRITES, ids=[name for name, *_ in WRITES])
def test_no_request_leaves_a_stale_answer(world, before, name, method, row):
    allowed = {
        who: int(status)
        for who, status in zip(WHO, row.statuses.split(), strict=True)
        if status[0] == "2" and who != "anonymous"
    }
    who = "organiser" if "organiser" in allowed else next(iter(allowed))

    def write():
        path, body = row.path.format(**world.ids), filled(row.body, world.ids)
        answer = getattr(world.clients[who], method)(f"/api/v1/{path}", body, format="json")
        assert answer.status_code == allowed[who], answer.content

    with rolled_back():
        paths = addresses(world, row.path.format(**world.ids))
        require_no_stale_answer(world, before, paths, write)


@pytest.mark.parametrize("name", SERVICES)
def test_no_service_leaves_a_stale_answer(world, before, name):
    with rolled_back():
        paths = addresses(world, "")
        require_no_stale_answer(world, before, paths, lambda: SERVICES[name](world))
