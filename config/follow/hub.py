"""New changes are read once for all followers; each follower has their own place in the feed."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from django.db import close_old_connections

from config.access import token_actors
from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.selectors.events import feed

T = TypeVar("T")
POLL_SECONDS = 1.0
RETRY_SECONDS = 5.0  # after an error of the database
BATCH = 500
RECENT = 1_000  # changes in memory; who is further behind reads from the database
PAGE = 100

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Follower:
    """position: of the last change that was sent or filtered out."""

    actor: Actor
    wanted: feed.FeedFilter
    position: int


class Hub:
    """All followers of this process. Everything but the queries runs in one event loop."""

    def __init__(self) -> None:
        self.followers: set[Follower] = set()
        # One thread, so one connection to the database.
        self._thread = ThreadPoolExecutor(1)
        self._recent: deque[tuple[int, Document]] = deque(maxlen=RECENT)
        self._position = 0
        self._arrived = asyncio.Event()
        # What each actor may see of the latest changes; the same question is asked once.
        self._visible: dict[object, asyncio.Future[frozenset[int]]] = {}

    async def in_thread(self, do: Callable[..., T], *arguments: object) -> T:
        """Run something that uses the database."""

        def run() -> T:
            close_old_connections()
            return do(*arguments)

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def poll_forever(self) -> None:
        """Read new changes, and end the streams of tokens that are no longer valid."""
        started = False
        while True:
            pause = POLL_SECONDS
            try:
                if not started:
                    self._position = await self.in_thread(feed.feed_position, feed.LATEST)
                    started = True
                await self._poll()
            except Exception:  # a database that is away, or a fault: followers stay
                log.exception("The feed cannot be read; the next try is in some seconds.")
                pause = RETRY_SECONDS
            await asyncio.sleep(pause)

    async def _poll(self) -> None:
        held = {each.actor for each in self.followers if token_actors.has_token(each.actor)}
        read = await self.in_thread(_read_new, self._position, held)
        ended = held - read.living
        self.followers -= {each for each in self.followers if each.actor in ended}
        if read.page.changes:
            self._recent += [(feed.read_cursor(each["cursor"]), each) for each in read.page.changes]
            self._position = read.page.next
            self._visible.clear()
        if read.page.changes or ended:
            self._arrived.set()
            self._arrived = asyncio.Event()

    async def stream(self, follower: Follower, *, quiet_seconds: float) -> AsyncIterator[str]:
        """Server-sent events until the follower is taken out; a comment after a quiet time."""
        yield f"retry: {int(RETRY_SECONDS * 1000)}\n\n"
        while follower in self.followers:
            arrived = self._arrived
            changes = await self._next_changes(follower)
            if follower not in self.followers:
                return
            if changes:
                yield "".join(map(_as_event, changes))
            if changes or follower.position < self._position:
                continue
            try:
                await asyncio.wait_for(arrived.wait(), quiet_seconds)
            except TimeoutError:
                # The id lets a client that lost its connection go on from here.
                yield f": quiet\nid: {feed.write_cursor(follower.position)}\n\n"

    async def _next_changes(self, follower: Follower) -> list[Document]:
        """What the follower may see of the changes after their position, which moves on."""
        if follower.position < self._position and not self._has_all_after(follower.position):
            page = await self.in_thread(_read_page, follower)
            follower.position = page.next
            return page.changes
        new = [(place, each) for place, each in self._recent if place > follower.position]
        if not new:
            return []
        follower.position = new[-1][0]
        wanted = [(place, each) for place, each in new if follower.wanted.matches(each)]
        visible = await self._visible_positions(follower, [place for place, _each in wanted])
        return [each for place, each in wanted if place in visible]

    def _has_all_after(self, position: int) -> bool:
        return bool(self._recent) and self._recent[0][0] <= position + 1

    async def _visible_positions(self, follower: Follower, positions: list[int]) -> frozenset[int]:
        if not positions:
            return frozenset()
        event = follower.wanted.event
        key = (follower.actor, event, tuple(positions))
        if key not in self._visible:
            asked = self.in_thread(_visible_positions, follower.actor, positions, event)
            self._visible[key] = asyncio.ensure_future(asked)
        return await asyncio.shield(self._visible[key])


@dataclass(frozen=True, slots=True)
class _Read:
    page: feed.FeedPage
    living: set[Actor]


def _read_new(after: int, held: set[Actor]) -> _Read:
    page = feed.all_changes(after=after, limit=BATCH)
    return _Read(page, token_actors.living(held) if held else set())


def _read_page(follower: Follower) -> feed.FeedPage:
    return feed.read_changes(follower.actor, follower.wanted, after=follower.position, limit=PAGE)


def _visible_positions(actor: Actor, positions: list[int], event: str) -> frozenset[int]:
    return feed.visible_positions(actor, positions, event_slug=event)


def _as_event(change: Document) -> str:
    text = json.dumps(change, ensure_ascii=False, separators=(",", ":"))
    return f"id: {change['cursor']}\nevent: {change['kind']}\ndata: {text}\n\n"
