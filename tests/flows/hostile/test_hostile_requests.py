"""Text and numbers that nothing can store or compute with, sent to every address.

None of them is a fault of the service: each is refused, as a problem document under the API.
Every address is asked, with each of its filters, bodies, form fields and gaps filled so, with
hostile headers and files, on whichever database the tests run. Of the admin each kind of page is
asked once. Filters, values of bodies, headers, files and fields are read in few places, so each
address meets one in `thin` of them, the next address the next ones; the long test sends all to
all. Where they can, values stand together in one request (`sending.py`).
"""

import json
from collections.abc import Iterator
from itertools import count, zip_longest
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve

from tests import hostile
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.database import rolled_back
from tests.flows.events import draft_world
from tests.flows.events.test_drafts_are_hidden import filters_asked
from tests.flows.hostile.marked_bodies import MARK, is_read, marks, with_leaves
from tests.flows.hostile.sending import (
    Sender,
    Sent,
    Together,
    forms_read_by_views,
    refused_anywhere,
    refused_in_path,
)
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
FORM = "application/x-www-form-urlencoded"
THIN, THIN_FILTERS, THIN_BODIES = 6, 3, 2
WHO_ASKS = {"Authorization", "Cookie"}
READ = [value for value in JSON_VALUES if is_read(value)]


make_world = draft_world.make_world_with_drafts


@pytest.fixture
def world(db, made_world, no_log, known_askers):
    """One world for all walks, which roll every request back."""
    return made_world


def readings(world: Any, thin: int = THIN_FILTERS) -> Iterator[Sent | Together]:
    """Every filter, and names that nobody asks for."""
    values = draft_world.values_of(world)
    anywhere = refused_anywhere(world.clients[ASKING], [*TEXTS, *CURSORS, *UNREADABLE])
    unknown = {f"unknown{at}": text for at, text in enumerate(UNREADABLE)}
    for turn, address in enumerate(no_admin_page_twice()):
        path = next(iter(address.filled(values)))
        for texts in [*hostile_filters(filters_asked(address), turn, thin), unknown]:
            early = {name: text for name, text in texts.items() if text in anywhere}
            if early:
                yield Sent("get", _query(path, early))
            if len(early) < len(texts):
                yield _together(path, {n: text for n, text in texts.items() if n not in early})
        yield Sent("get", f"{path}?%00=1")


def _together(path: str, texts: dict[str, str]) -> Together:
    return Together(
        tuple(texts), lambda names: Sent("get", _query(path, {n: texts[n] for n in names}))
    )


def hostile_filters(names: set[str], turn: int, thin: int) -> Iterator[dict[str, str]]:
    """Texts to be asked with, until each name has had those of its turn.

    A wrong cursor and a wrong format are refused without a name, so they stand alone.
    """
    lists = {}
    for place, name in enumerate(sorted(names), start=turn):
        lists[name] = (CURSORS if name == "cursor" else TEXTS)[place % thin :: thin]
    for name in sorted(lists.keys() & {"cursor", "format"}):
        yield from ({name: text} for text in lists.pop(name))
    for texts in zip_longest(*lists.values()):
        asked = zip(lists, texts, strict=True)
        yield {name: text for name, text in asked if text is not None}


def _query(path: str, texts: dict[str, str]) -> str:
    return f"{path}?" + "&".join(f"{name}={text}" for name, text in texts.items())


def addresses(world: Any) -> Iterator[Sent]:
    """Every gap filled so. Of the texts that do not come to the view of the address, refused
    before or no address at all, each gap meets one.
    """
    values, turn = draft_world.values_of(world), count()
    refused = refused_in_path(world.clients[ASKING], hostile.GAPS)
    for address in no_admin_page_twice():
        if address.pattern in ANYTHING:
            continue
        path = next(iter(address.filled(values)))
        parts = path.split("/")
        for at, gap in enumerate(address.pattern.split("/"), start=1):
            if not GAP.search(gap):
                continue
            asked = {t: "/".join([*parts[:at], t, *parts[at + 1 :]]) for t in hostile.GAPS}
            apart = [t for t in asked if t in refused or not comes_to(address, asked[t])]
            one = apart[next(turn) % len(apart)] if apart else None
            for text, there in asked.items():
                if text not in apart or text == one:
                    yield Sent("get", there)
                    yield Sent("post", there, b"{}" if address.in_api else b"do=x", _type(address))


def comes_to(address: Address, path: str) -> bool:
    try:
        return bool(resolve(RequestFactory().get(path).path_info).func is address.view)
    except Resolver404:
        return False


def headers(world: Any, thin: int = THIN) -> Iterator[Sent | Together]:
    """To every address headers, with a request that reads and one that writes."""
    values = draft_world.values_of(world)
    for at, address in enumerate(no_admin_page_twice()):
        path = next(iter(address.filled(values)))
        for chosen in by_name(HEADERS[at % thin :: thin]):
            for method in ("get", "post") if address.in_api else ("get",):
                yield _with_headers(method, path, chosen)


def by_name(listed: list[tuple[str, str]]) -> list[dict[str, str]]:
    """Headers that stand in one request. Those that say who asks stand alone: else nobody is
    known whom the others could be read for.
    """
    found: list[dict[str, str]] = [{}]
    for name, text in listed:
        free = (each for each in found if name not in each and not each.keys() & WHO_ASKS)
        place = None if name in WHO_ASKS else next(free, None)
        if place is None:
            found.append({name: text})
        else:
            place[name] = text
    return [each for each in found if each]


def _with_headers(method: str, path: str, chosen: dict[str, str]) -> Together:
    body = b"{}" if method == "post" else None
    return Together(tuple(chosen), lambda names: Sent(
        method, path, body, headers={name: chosen[name] for name in names}
    ))  # fmt: skip


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
    """Whether the view of a page reads a form at all: else each of them would be answered alike."""
    with rolled_back(), forms_read_by_views() as read:
        return world.clients[ASKING].post(path).status_code != 405 and bool(read)


def _type(address: Address) -> str:
    return "application/json" if address.in_api else FORM


def bodies(world: Any, thin: int = THIN_BODIES) -> Iterator[Sent | Together]:
    """Each body of the table with each of its values replaced.

    One parser reads the bodies of all addresses: what it refuses each address gets one of.
    """
    ids = draft_world.bodies_of(world)
    paths = {each.name: each for each in every_address() if each.in_api}
    values = draft_world.values_of(world)
    unread = [value for value in JSON_VALUES if not is_read(value)]
    for at, ((name, method), rows) in enumerate(TABLE.items()):
        if method == "get":
            continue
        path = next(iter(paths[name].filled(values)))
        yield Sent(method, path, b"{}", headers={"If-Match": f'"v{"9" * 5000}-x"'})
        yield Sent(method, path, b"\xff\xfe{}")
        yield Sent(method, path, b'{"name": "\xed\xa0\x80"}')
        body = filled(rows[0].body, ids)
        for value in [*READ[at % thin :: thin], unread[at % len(unread)]]:
            yield Sent(method, path, value.encode())
            yield with_leaves(method, path, {"name": "x", **(body or {})}, value)
            for marked in marks(body):
                yield Sent(method, path, json.dumps(marked).replace(f'"{MARK}"', value).encode())


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


THINNED = [readings, bodies, headers, forms, multiparts]
KINDS = [addresses, settings, *THINNED]


@pytest.mark.parametrize("kind", KINDS)
def test_no_request_is_a_fault(world, kind):
    assert_no_fault(world, kind(world))


@pytest.mark.long
@pytest.mark.parametrize("kind", THINNED)
def test_all_of_them_at_every_address_are_no_fault(world, kind):
    assert_no_fault(world, kind(world, thin=1))


def assert_no_fault(world: Any, requests: Iterator[Sent | Together]) -> None:
    sender = Sender(world.clients[ASKING])
    sender.send_all(requests)
    wrong = sender.wrong
    print(f"{sender.walked} values in {sender.requests} requests")
    assert sender.walked > 300
    assert wrong == [], f"{len(wrong)} faults\n" + "\n".join(map(str, wrong[:40]))


def test_admin_forms_refuse_what_nothing_can_store(client: Client, world):
    """Django's own pages: what is typed into them reaches the database too."""
    client.raise_request_exception = False
    for text, at_login, inside in (("%00", 400, 400), (HUGE, 200, 302)):
        for path, status in (("/admin/login/", at_login), ("/admin/", inside)):
            answer = client.post(path, f"username={text}", content_type=FORM)
            assert answer.status_code == status, (text, path)
