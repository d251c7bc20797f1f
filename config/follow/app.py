"""The ASGI application: `uvicorn config.follow.app:application`. See docs/api.md, Changes."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.follow.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  # needs the setup
from django.utils import translation  # noqa: E402
from django.utils.translation import gettext as _  # noqa: E402

from config.follow.hub import Follower, Hub  # noqa: E402
from config.follow.requests import Refused, Scope, follower_of, language_of  # noqa: E402

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

QUIET_SECONDS = 15.0  # then a comment keeps proxies from closing the connection
SEND_SECONDS = 60.0  # a follower who takes nothing for so long is dropped
RETRY_AFTER = b"60"
PATHS = ("/follow/", "/follow")
# Anybody may read from any site; no cookie is looked at.
COMMON = (
    (b"access-control-allow-origin", b"*"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)
PREFLIGHT = (
    (b"access-control-allow-methods", b"GET"),
    (b"access-control-allow-headers", b"Authorization, Last-Event-ID"),
)


class Application:
    """Serves one kind of request: a stream of changes."""

    def __init__(self) -> None:
        self._hub: Hub | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Poll the feed while the server runs."""
        await receive()
        self._hub = Hub()
        polling = asyncio.create_task(self._hub.poll_forever())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        polling.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/healthz":
            await _send_whole(send, HTTPStatus.OK, b'{"status": "ok"}')
        elif scope["path"] not in PATHS:
            await _refuse(send, Refused(HTTPStatus.NOT_FOUND, "not_found", "/follow/"))
        elif scope["method"] == "OPTIONS":
            await _send_whole(send, HTTPStatus.NO_CONTENT, b"", *PREFLIGHT)
        elif scope["method"] != "GET":
            refused = Refused(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed", "GET")
            await _refuse(send, refused, (b"allow", b"GET, OPTIONS"))
        else:
            await self._follow(scope, receive, send)

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        hub = self._hub
        assert hub is not None  # the server started
        try:
            _require_room(hub, scope)
            follower = await hub.in_thread(follower_of, scope)
            _require_room(hub, scope)  # others may have come meanwhile
        except Refused as refused:
            full = refused.status == HTTPStatus.SERVICE_UNAVAILABLE
            await _refuse(send, refused, *([(b"retry-after", RETRY_AFTER)] if full else []))
            return
        hub.followers.add(follower)
        sending = asyncio.ensure_future(_stream(hub, follower, send))
        gone = asyncio.ensure_future(_wait_until_gone(receive))
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            hub.followers.discard(follower)
            for task in (sending, gone):
                task.cancel()
                with suppress(asyncio.CancelledError, TimeoutError, OSError):
                    await task


def _require_room(hub: Hub, scope: Scope) -> None:
    """:raises Refused: as many follow as may."""
    if len(hub.followers) < settings.FOLLOWERS:
        return
    with translation.override(language_of(scope)):
        detail = _("Too many follow the changes already. Try again in a minute.")
        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "too_many_followers", detail)


async def _stream(hub: Hub, follower: Follower, send: Send) -> None:
    """Send until the follower is taken out; :raises TimeoutError: they take nothing."""
    headers = [*COMMON, (b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    async for text in hub.stream(follower, quiet_seconds=QUIET_SECONDS):
        part = {"type": "http.response.body", "body": text.encode(), "more_body": True}
        await asyncio.wait_for(send(part), SEND_SECONDS)
    await send({"type": "http.response.body", "body": b""})


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, refused: Refused, *headers: tuple[bytes, bytes]) -> None:
    await _send_whole(
        send, refused.status, refused.document(), *headers, media=b"application/problem+json"
    )


async def _send_whole(
    send: Send,
    status: HTTPStatus,
    body: bytes,
    *headers: tuple[bytes, bytes],
    media: bytes = b"application/json",
) -> None:
    every = [*COMMON, *headers, (b"content-type", media)]
    await send({"type": "http.response.start", "status": int(status), "headers": every})
    await send({"type": "http.response.body", "body": body})


application = Application()
