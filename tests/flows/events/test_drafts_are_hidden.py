"""Nothing of a draft is visible to the public, by any address.

Every address of the service is asked by everybody who is not staff of the event, once with a
draft round and a draft event there and once without them: the answers are the same, to the last
letter of body and headers. So no name, number, count, version or ETag betrays a draft. Without
the drafts a request is sent again where a query of it has other rows than with them, or where it
wrote (`tests/kept/queries.py`). The addresses are found by walking the resolver, their filters
from the schema of the API and from the code of the pages: a new one is asked too, or the test says
what it needs.

Not here: that an address which a draft event has taken is refused to another event.
"""

import ast
import ipaddress
import re
import sys
from collections.abc import Iterator
from copy import copy
from functools import cache
from itertools import count, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache as counted
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

import config.pages
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.database import rolled_back
from tests.flows.events import draft_world
from tests.flows.events.draft_world import DraftWorld
from tests.flows.security.addresses import Address, every_address
from tests.kept.queries import Changes, noted_queries
from tournaments.api.lists import ListApiView

# The player sits in the draft.
READERS = [("anonymous", "player"), ("stranger", "elsewhere")]
# Who sees the least and the most of them: they ask by every filter, and by HEAD.
FILTERING = {"anonymous", "player"}
WRITERS = [("player",), ("anonymous", "stranger")]
# Other in every answer, and not about what is asked for.
PASSING = {"X-Request-ID", "RateLimit-Reset", "Set-Cookie", "Date", "Expires"}
TOKEN = re.compile(rb'(csrfmiddlewaretoken" value=|"X-CSRFTOKEN"\] = |"X-CSRFToken": ?)"\w+"')
FORMATS = ("application/x-ndjson", "text/csv")
_addresses = count(int(ipaddress.ip_address("10.0.0.1")))


class Asked(NamedTuple):
    who: str
    method: str
    path: str
    accept: str = "*/*"
    body: Any = None
    as_form: bool = False


class Answer(NamedTuple):
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


make_world = draft_world.make_world


@pytest.fixture
def world(db, made_world, no_log, known_askers):
    """One world for all walks; each of them takes its drafts back."""
    return made_world


def ask(world: DraftWorld, asked: Asked) -> Answer:
    """The answer, without what differs between any two answers; nothing that it did stays."""
    counted.clear()  # thousands of requests of one client
    # From elsewhere each time: guesses from one address are limited.
    here = str(ipaddress.ip_address(next(_addresses)))
    given: dict[str, Any] = {"HTTP_ACCEPT": asked.accept, "REMOTE_ADDR": here}
    if asked.body is not None:
        given |= {"data": asked.body, "format": "multipart" if asked.as_form else "json"}
    client = world.clients[asked.who]
    cookies = copy(client.cookies)
    with rolled_back():
        response = getattr(client, asked.method)(asked.path, **given)
    client.cookies = cookies
    if asked.method != "get" and response.status_code == 201:
        return Answer(201, (), b"")  # what is made has an address of its own each time
    content = b"".join(response.streaming_content) if response.streaming else response.content
    headers = tuple((k, v) for k, v in sorted(response.items()) if k not in PASSING)
    return Answer(response.status_code, headers, TOKEN.sub(rb"\1", content))


def compare(world: DraftWorld, questions: Any) -> list[tuple[Asked, Answer, Answer]]:
    """The questions that are answered otherwise with the drafts than without them.

    questions: made of the world with its drafts.
    """
    with rolled_back():
        draft_world.add_drafts(world)
        answers = []
        for asked in questions(world):
            with noted_queries() as queries:
                seen = ask(world, asked)
            answers.append((asked, queries, seen))
        changes = Changes(queries for _asked, queries, _seen in answers)
    changes.find()
    again = [(asked, seen) for asked, queries, seen in answers if changes.may_change(queries)]
    both = [(asked, seen, ask(world, asked)) for asked, seen in again]
    return [(asked, seen, plain) for asked, seen, plain in both if seen != plain]


def readings(world: DraftWorld, people: tuple[str, ...]) -> Iterator[Asked]:
    """Every GET: plain, in every format, by every filter; HEAD where it has an ETag of its own.

    The admin asks everybody who is not site staff to sign in: the player is asked alone.
    """
    values, filters = draft_world.values_of(world), draft_world.filters_of(world)
    for address in every_address():
        view = getattr(address.view, "cls", None)
        asking = [who for who in people if who == "player" or not address.in_admin]
        for path, who in product(address.filled(values), asking):
            yield Asked(who, "get", path)
            if view is not None and issubclass(view, ListApiView):
                for accept in FORMATS:
                    yield Asked(who, "get", path, accept=accept)
            if who not in FILTERING:
                continue
            for name in filters_asked(address):
                for value in filters[name]:
                    yield Asked(who, "get", f"{path}?{name}={value}")
            if hasattr(getattr(view, "get", address.view), "is_stored"):
                yield Asked(who, "head", path)


def writings(world: DraftWorld, people: tuple[str, ...]) -> Iterator[Asked]:
    """Every POST and PATCH: of what the tables of the API send, and of a form for every page."""
    values, bodies = draft_world.values_of(world), draft_world.bodies_of(world)
    form = draft_world.form_of(world)
    for address in every_address():
        for path, who in () if address.in_admin else product(address.filled(values), people):
            if address.in_api:
                for method, body in _sent(address, bodies):
                    yield Asked(who, method, path, body=body)
            else:
                yield Asked(who, "post", path, body={}, as_form=True)
                yield Asked(who, "post", path, body=form, as_form=True)


def _sent(address: Address, bodies: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for (name, method), rows in TABLE.items():
        if name == address.name and method != "get":
            for row in rows:
                yield method, filled(row.body, bodies)


def filters_asked(address: Address) -> set[str]:
    """The names of what an address may be asked for behind the question mark."""
    if address.in_api:
        return _of_schema().get("/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", address.pattern), set())
    source = Path(sys.modules[address.view.__module__].__file__ or "")
    pages = Path(config.pages.__file__).parent
    return _read_by(source) if pages in source.parents else set()


@cache
def _of_schema() -> dict[str, set[str]]:
    filters = {}
    for path, operations in SchemaGenerator().get_schema(public=True)["paths"].items():
        given = operations.get("get", {}).get("parameters", [])
        filters[path] = {one["name"] for one in given if one.get("in") == "query"}
    return filters


@cache
def _read_by(source: Path) -> set[str]:
    """The names that a module reads from request.GET."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func) == "request.GET.get"
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def describe(differing: list[tuple[Asked, Answer, Answer]]) -> str:
    return "\n\n".join(
        f"{asked}\n  with: {_short(seen, plain)}\n  without: {_short(plain, seen)}"
        for asked, seen, plain in differing[:20]
    ) + f"\n{len(differing)} differ" * bool(differing)


def _short(answer: Answer, other: Answer) -> str:
    at = next(
        (i for i, (a, b) in enumerate(zip(answer.body, other.body, strict=False)) if a != b), 0
    )
    headers = set(answer.headers) - set(other.headers)
    return f"{answer.status} {headers} …{answer.body[max(0, at - 60) : at + 120]!r}"


def pages_of_the_cup(world: DraftWorld) -> Iterator[Asked]:
    """A few pages and answers that would show a draft first."""
    for path in (
        "/", "/events/", "/events/cup/", "/events/cup/rounds/2/", "/clubs/lantern/", "/me/",
        "/api/v1/events/", "/api/v1/events/cup/", "/api/v1/events/cup/rounds/",
        "/api/v1/events/cup/rounds/2/", "/api/v1/pairings/", "/api/v1/me/",
    ):  # fmt: skip
        yield Asked("player", "get", path)


@pytest.mark.slow
def test_the_pages_of_the_event_do_not_betray_a_draft(world):
    """The walk over every address is slow; this is its beginning."""
    differing = compare(world, pages_of_the_cup)
    assert not differing, describe(differing)


@pytest.mark.slow
def test_every_address_is_asked_by_every_filter(world):
    draft_world.add_drafts(world)
    assert {one.who for one in readings(world, ("player",))} == {"player"}


@pytest.mark.slow
@pytest.mark.parametrize("people", READERS)
def test_nothing_that_is_read_betrays_a_draft(world, people):
    differing = compare(world, lambda here: readings(here, people))
    assert not differing, describe(differing)


@pytest.mark.slow
@pytest.mark.parametrize("people", WRITERS)
def test_nothing_that_is_sent_betrays_a_draft(world, people):
    differing = compare(world, lambda here: writings(here, people))
    assert not differing, describe(differing)


@pytest.mark.slow
def test_the_same_walk_finds_what_staff_see(world):
    """What is compared above is not nothing: at these addresses staff get other answers."""
    api = (
        *("events", "event", "entries", "entry", "rounds", "round", "round-proof", "pairings"),
        *("pairing", "pairing-why", "event-pairing", "event-journal", "me", "round-results"),
    )
    pages = ("events", "event", "event-players", "manage", "manage-draft", "club")
    wanted = {f"api:{name}" for name in api} | {f"pages:{name}" for name in pages}

    def by_staff(world: DraftWorld) -> Iterator[Asked]:
        values = draft_world.values_of(world)
        for address in every_address():
            for path in address.filled(values):
                if resolve(path).view_name in wanted:
                    yield Asked("organiser", "get", path)

    found = {resolve(asked.path).view_name for asked, _seen, _plain in compare(world, by_staff)}
    assert found == wanted
