"""Text and numbers that nothing can store or compute with, sent to every address.

None of them is a fault of the service: each is refused, as a problem document under the API.
Every address is asked, with each of its filters, bodies, form fields and gaps filled so, with
hostile headers and files, on whichever database the tests run. Of the admin each kind of page is
asked once. Headers, files and fields are read in few places, so each address meets one in THIN of
them, the next address the next ones; the long test sends all to all.
"""

import json
import logging
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.test import Client

from tests import hostile
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.database import rolled_back
from tests.flows.events import draft_world
from tests.flows.events.test_drafts_are_hidden import filters_asked
from tests.flows.security.addresses import (
    ANYTHING,
    GAP,
    Address,
    every_address,
    no_admin_page_twice,
)
from tests.hostile import CURSORS, HEADERS, HUGE, JSON_VALUES, TEXTS, UNREADABLE

pytestmark = pytest.mark.slow
ASKING = "organiser"
PROBLEM = "application/problem+json"
FORM = "application/x-www-form-urlencoded"
MARK = "a mark that stands for a value"
THIN = 4


class Sent(NamedTuple):
    """A request. body: bytes as they are sent, or None."""

    method: str
    path: str
    body: bytes | None = None
    kind: str = "application/json"
    headers: dict[str, str] = {}  # never written to


@pytest.fixture
def world(db, caplog):
    caplog.set_level(logging.CRITICAL)
    found = draft_world.make_world()
    draft_world.add_drafts(found)
    return found


def faults(world: Any, requests: Iterator[Sent]) -> tuple[list[Any], int]:
    """What was answered by a fault, or refused otherwise than in the shape of its address."""
    client: Any = world.clients[ASKING]
    client.raise_request_exception = False
    session = client.cookies["sessionid"].value
    wrong: list[Any] = []
    count = 0
    for sent in requests:
        count += 1
        cache.clear()
        client.cookies = SimpleCookie({"sessionid": session})  # its row stays
        with rolled_back():
            answer = client.generic(
                sent.method.upper(), sent.path, sent.body or b"", content_type=sent.kind,
                headers=sent.headers,
            )  # fmt: skip
        shown = (sent.method, sent.path[:120], (sent.body or b"")[:160], answer.status_code)
        if answer.status_code >= 500 and answer.status_code != 503:
            wrong.append((*shown, repr(getattr(answer, "exc_info", ["?"] * 2)[1])[:200]))
        elif (
            answer.status_code >= 400
            and sent.path.startswith("/api/v1/")
            and answer.headers.get("Content-Type") != PROBLEM
        ):
            wrong.append((*shown, answer.headers.get("Content-Type")))
    return wrong, count


def readings(world: Any) -> Iterator[Sent]:
    values = draft_world.values_of(world)
    for address in no_admin_page_twice():
        path = next(iter(address.filled(values)))
        for name in sorted(filters_asked(address)):
            for text in CURSORS if name == "cursor" else TEXTS:
                yield Sent("get", f"{path}?{name}={text}")
        for text in UNREADABLE:  # of a name that nobody asks for, so it is no number either
            yield Sent("get", f"{path}?unknown={text}")
        yield Sent("get", f"{path}?%00=1")


def addresses(world: Any) -> Iterator[Sent]:
    values = draft_world.values_of(world)
    for address in no_admin_page_twice():
        if address.pattern in ANYTHING:
            continue
        path = next(iter(address.filled(values)))
        parts = path.split("/")
        for at, gap in enumerate(address.pattern.split("/"), start=1):
            if GAP.search(gap):
                for text in hostile.GAPS:
                    asked = "/".join([*parts[:at], text, *parts[at + 1 :]])
                    yield Sent("get", asked)
                    yield Sent("post", asked, b"{}" if address.in_api else b"do=x", _type(address))


def headers(world: Any, thin: int = THIN) -> Iterator[Sent]:
    """To every address headers, with a request that reads and one that writes."""
    values = draft_world.values_of(world)
    for at, address in enumerate(no_admin_page_twice()):
        path = next(iter(address.filled(values)))
        for name, text in HEADERS[at % thin :: thin]:
            yield Sent("get", path, headers={name: text})
            if address.in_api:
                yield Sent("post", path, b"{}", headers={name: text})


def multiparts(world: Any, thin: int = THIN) -> Iterator[Sent]:
    """To every page forms of several parts."""
    values = draft_world.values_of(world)
    fields = {name: str(value) for name, value in draft_world.form_of(world).items()}
    fields |= dict.fromkeys(("do", "line", "name", "text"), "1")
    every = list(hostile.multiparts(fields))
    pages = (each for each in no_admin_page_twice() if not each.in_api)
    for at, address in enumerate(pages):
        path = next(iter(address.filled(values)))
        if takes_forms(world, path):
            for body, kind in every[at % thin :: thin]:
                yield Sent("post", path, body, kind)


def takes_forms(world: Any, path: str) -> bool:
    """Whether the page reads a form at all: else each of them would be refused alike."""
    with rolled_back():
        return bool(world.clients[ASKING].post(path).status_code != 405)


def _type(address: Address) -> str:
    return "application/json" if address.in_api else FORM


def bodies(world: Any) -> Iterator[Sent]:
    """Each body of the table with each of its values, and keys, replaced in turn."""
    ids = draft_world.bodies_of(world)
    paths = {each.name: each for each in every_address() if each.in_api}
    values = draft_world.values_of(world)
    for (name, method), rows in TABLE.items():
        if method == "get":
            continue
        path = next(iter(paths[name].filled(values)))
        match = {"If-Match": f'"v{"9" * 5000}-x"'}
        yield Sent(method, path, b"{}", headers=match)
        yield Sent(method, path, b"\xff\xfe{}")
        yield Sent(method, path, b'{"name": "\xed\xa0\x80"}')
        for value in JSON_VALUES:
            yield Sent(method, path, value.encode())
            yield Sent(method, path, f'{{"name": {value}}}'.encode())
        body = filled(rows[0].body, ids)
        for marked in marks(body):
            text = json.dumps(marked)
            for value in JSON_VALUES:
                yield Sent(method, path, text.replace(f'"{MARK}"', value).encode())


def marks(body: Any) -> Iterator[Any]:
    """The body with each value inside it replaced by a mark, one at a time."""
    if isinstance(body, dict):
        for name, value in body.items():
            yield {**body, name: MARK}
            for inner in marks(value):
                yield {**body, name: inner}
    elif isinstance(body, list):
        for at, value in enumerate(body):
            for inner in [MARK, *marks(value)]:
                yield [*body[:at], inner, *body[at + 1 :]]


def settings(world: Any) -> Iterator[Sent]:
    """Every setting of a new event, inside the objects that services check."""
    objects = {
        "match": ("tiebreaks", "games", "points", "rank_by", "scoring", "postponed", "stakes"),
        "ruleset": ("name", "size", "half_komi", "stones", "capstones", "opening"),
        "registration": ("limit", "opens_at", "clubs", "byes", "note"),
        "confirm": ("policy", "hours"),
        "time_control": ("class", "minutes"),
    }
    for field, names in objects.items():
        for name in names:
            for value in JSON_VALUES:
                body = f'{{"slug": "x", "name": "X", "{field}": {{"{name}": {value}}}}}'
                yield Sent("post", "/api/v1/events/", body.encode())
    for value in JSON_VALUES:
        for name in ("rounds", "legs", "groups", "top_moves", "bar", "places"):
            stage = f'{{"system": "swiss", "options": {{"{name}": {value}}}}}'
            body = f'{{"slug": "x", "name": "X", "stages": [{stage}]}}'
            yield Sent("post", "/api/v1/events/", body.encode())
        body = f'{{"slug": "x", "name": "X", "stages": [{{"system": {value}}}]}}'
        yield Sent("post", "/api/v1/events/", body.encode())
        for name in ("by", "best"):
            body = f'{{"slug": "s", "name": "S", "scoring": {{"{name}": {value}}}}}'
            yield Sent("post", "/api/v1/clubs/lantern/series/", body.encode())


def forms(world: Any, thin: int = THIN) -> Iterator[Sent]:
    """To every page forms with all the fields there are: all hostile, and one of them."""
    values = draft_world.values_of(world)
    fields = {name: str(value) for name, value in draft_world.form_of(world).items()}
    fields |= dict.fromkeys(("do", "line", "leg", "table", "user", "zone", "limit", "name"), "1")
    names = list(fields)
    pages = (each for each in every_address() if not each.in_api and not each.in_admin)
    for at, address in enumerate(pages):
        path = next(iter(address.filled(values)))
        if not takes_forms(world, path):
            continue
        for text in ("%00", "%ED%A0%80", HUGE, "9" * 19, "nan", "%C2%B2"):
            body = "&".join(f"{name}={text}" for name in fields)
            yield Sent("post", path, body.encode(), FORM)
        for name in names[at % thin :: thin]:
            body = "&".join(f"{n}={HUGE if n == name else v}" for n, v in fields.items())
            yield Sent("post", path, body.encode(), FORM)
        yield Sent("post", path, b"%00=1", FORM)


THINNED = [headers, forms, multiparts]
KINDS = [readings, addresses, bodies, settings, *THINNED]


@pytest.mark.parametrize("kind", KINDS)
def test_no_request_is_a_fault(world, kind):
    assert_no_fault(world, kind(world))


@pytest.mark.long
@pytest.mark.parametrize("kind", THINNED)
def test_all_of_them_at_every_address_are_no_fault(world, kind):
    assert_no_fault(world, kind(world, thin=1))


def assert_no_fault(world: Any, requests: Iterator[Sent]) -> None:
    wrong, count = faults(world, requests)
    print(f"{count} requests")
    assert count > 300
    assert wrong == [], f"{len(wrong)} of {count}\n" + "\n".join(map(str, wrong[:40]))


def test_admin_forms_refuse_what_nothing_can_store(client: Client, world):
    """Django's own pages: what is typed into them reaches the database too."""
    client.raise_request_exception = False
    for text, at_login, inside in (("%00", 400, 400), (HUGE, 200, 302)):
        for path, status in (("/admin/login/", at_login), ("/admin/", inside)):
            answer = client.post(path, f"username={text}", content_type=FORM)
            assert answer.status_code == status, (text, path)
