"""The process that serves followers: its application is asked as its server asks it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.db import connections

from config.access import tokens
from config.access.token_actors import write_ticket
from config.follow import app, hub
from tests.builders import make_event, make_user
from tests.clients import api_client
from tournaments.actor import Actor
from tournaments.models import Change, Event
from tournaments.selectors.events import feed
from tournaments.services.feed.numbering import number_changes

SECONDS = 60  # until a test gives up
THREADS: list[ThreadPoolExecutor] = []


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """Queries use the connection of the test, and nobody waits for a second."""
    monkeypatch.setattr(hub.Hub, "in_thread", lambda _hub, do, *arguments: ask(do, *arguments))
    monkeypatch.setattr(hub, "POLL_SECONDS", 0.01)


@pytest.fixture(autouse=True)
def _one_connection():
    """The thread of the queries uses the connection of the test, and so sees its transaction."""
    ours = connections["default"]
    ours.inc_thread_sharing()
    with ThreadPoolExecutor(
        1, initializer=connections.__setitem__, initargs=("default", ours)
    ) as one:
        THREADS.append(one)
        yield
        THREADS.pop()
    ours.dec_thread_sharing()


async def ask(do, *arguments):
    """What a function answers that uses the database."""
    return await asyncio.get_running_loop().run_in_executor(THREADS[-1], do, *arguments)


class Client:
    """One request, and what is sent for it."""

    def __init__(self, application, query="", *, method="GET", path="/follow/", **headers):
        self.scope = {
            "type": "http", "method": method, "path": path, "query_string": query.encode(),
            "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()],
        }  # fmt: skip
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.requests: asyncio.Queue[Any] = asyncio.Queue()
        self.requests.put_nowait({"type": "http.request"})
        self.task = asyncio.ensure_future(application(self.scope, self.requests.get, self.sent.put))
        self.text = ""

    async def start(self):
        begun = await asyncio.wait_for(self.sent.get(), SECONDS)
        return begun["status"], dict(begun["headers"])

    async def body(self):
        part = await asyncio.wait_for(self.sent.get(), SECONDS)
        self.text += part["body"].decode()
        return part

    async def read_until(self, word):
        """What came until a word of an event has come."""
        while word not in self.text:
            await self.body()
        return self.text

    async def ends(self):
        """The stream is over."""
        while (await self.body()).get("more_body"):
            pass
        await asyncio.wait_for(self.task, SECONDS)

    async def leave(self):
        self.requests.put_nowait({"type": "http.disconnect"})
        await asyncio.wait_for(self.task, SECONDS)


@asynccontextmanager
async def serving():
    """The application between the start and the end of its server."""
    application = app.Application()
    orders: asyncio.Queue[Any] = asyncio.Queue()
    said: asyncio.Queue[Any] = asyncio.Queue()
    orders.put_nowait({"type": "lifespan.startup"})
    life = asyncio.ensure_future(application({"type": "lifespan"}, orders.get, said.put))
    assert (await said.get())["type"] == "lifespan.startup.complete"
    try:
        yield application
    finally:
        orders.put_nowait({"type": "lifespan.shutdown"})
        await asyncio.wait_for(life, SECONDS)


def change(action, *, event="cup", public=True):
    Change.objects.create(kind=action.partition(".")[0], action=action, event=event, public=public)
    number_changes()


def events_in(text):
    """The fields of each event that a stream has sent."""
    blocks = [block for block in text.split("\n\n") if "data: " in block]
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def run(scenario):
    asyncio.run(scenario())


@pytest.mark.django_db
def test_new_changes_are_sent_as_the_list_has_them():
    make_event(slug="cup", entries=2)
    number_changes()
    start = api_client(None).get("/api/v1/changes/?since=latest").json()["next"]

    async def scenario():
        async with serving() as application:
            client = Client(application, "kind=round")
            status, headers = await client.start()
            assert (status, headers[b"content-type"]) == (200, b"text/event-stream")
            await ask(change, "event.edited")
            await ask(change, "round.closed")
            sent = events_in(await client.read_until("round.closed"))
            await client.leave()
            return sent

    (sent,) = asyncio.run(scenario())
    (_edited, listed) = api_client(None).get(f"/api/v1/changes/?since={start}").json()["results"]
    assert json.loads(sent["data"]) == listed
    assert (sent["id"], sent["event"]) == (listed["cursor"], "round")


@pytest.mark.django_db
def test_who_comes_back_goes_on_after_the_last_id():
    make_event(slug="cup", entries=2)
    number_changes()
    first, second, *_rest = api_client(None).get("/api/v1/changes/").json()["results"]

    async def scenario():
        async with serving() as application:
            client = Client(application, "since=latest", last_event_id=first["cursor"])
            await client.start()
            sent = events_in(await client.read_until(second["cursor"]))
            assert sent[0]["id"] == second["cursor"]
            await client.leave()

    run(scenario)


@pytest.mark.django_db
def test_each_follower_sees_what_they_may_see(boss):
    make_event(slug="cup", entries=2, organiser=boss)
    number_changes()
    _token, secret = tokens.create_token(username="boss")

    async def scenario():
        async with serving() as application:
            anybody = Client(application)
            staff = Client(application, authorization=f"Bearer {secret}")
            for client in (anybody, staff):
                await client.start()
            await ask(lambda: change("round.paired", public=False))
            await ask(change, "round.published")
            await ask(lambda: Event.objects.update(visibility="private"))
            await ask(change, "round.closed")
            await ask(lambda: change("list.published", event=""))
            await staff.read_until("list.published")
            await anybody.read_until("list.published")
            assert "round.paired" in staff.text
            assert "round.closed" in staff.text
            assert "round.paired" not in anybody.text
            assert "round.closed" not in anybody.text
            for client in (anybody, staff):
                await client.leave()

    run(scenario)


@pytest.mark.django_db
def test_a_revoked_token_ends_its_stream():
    make_user("ada")
    token, secret = tokens.create_token(username="ada")

    async def scenario():
        async with serving() as application:
            by_header = Client(application, authorization=f"Bearer {secret}")
            by_ticket = Client(application, f"ticket={write_ticket(Actor.of_token(token))}")
            for client in (by_header, by_ticket):
                assert (await client.start())[0] == 200
            await ask(lambda: tokens.revoke_token(username="ada", token_id=token.pk))
            for client in (by_header, by_ticket):
                await client.ends()
            refused = Client(application, authorization=f"Bearer {secret}")
            assert (await refused.start())[0] == 401

    run(scenario)


@pytest.mark.django_db
def test_no_more_follow_than_may(settings):
    settings.FOLLOWERS = 1

    async def scenario():
        async with serving() as application:
            first = Client(application)
            await first.start()
            second = Client(application)
            status, headers = await second.start()
            assert (status, headers[b"retry-after"]) == (503, b"60")
            assert json.loads((await second.body())["body"])["code"] == "too_many_followers"
            await first.leave()
            third = Client(application)
            assert (await third.start())[0] == 200
            await third.leave()

    run(scenario)


@pytest.mark.django_db
def test_a_quiet_stream_says_where_it_is(monkeypatch):
    monkeypatch.setattr(app, "QUIET_SECONDS", 0.01)

    async def scenario():
        async with serving() as application:
            client = Client(application)
            await client.start()
            assert f"id: {feed.write_cursor(0)}\n\n" in await client.read_until(": quiet\nid: ")
            await client.leave()

    run(scenario)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("kind=weather", 400, "invalid"),
        ("colour=red", 400, "invalid"),
        ("since=abc", 400, "invalid_cursor"),
        (f"since={feed.write_cursor(99)}", 410, "changes_forgotten"),
        ("ticket=abc", 401, "authentication_failed"),
    ],
)
def test_wrong_requests_are_refused(query, status, code):
    async def scenario():
        async with serving() as application:
            client = Client(application, query)
            assert (await client.start())[0] == status
            assert json.loads((await client.body())["body"])["code"] == code

    run(scenario)


def test_other_addresses_and_methods():
    async def scenario():
        async with serving() as application:
            asked = {("GET", "/healthz"): 200, ("GET", "/admin/"): 404,
                     ("POST", "/follow/"): 405, ("OPTIONS", "/follow/"): 204}  # fmt: skip
            for (method, path), status in asked.items():
                assert (await Client(application, method=method, path=path).start())[0] == status

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub.Hub, "poll_forever", _nothing)
        run(scenario)


async def _nothing(_hub):
    """In place of reading the feed."""
