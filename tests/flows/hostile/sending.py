"""Requests with hostile values, many in one request as long as each of them is read."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from unittest.mock import patch

from django.core.cache import cache
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest

from tests.database import rolled_back

PROBLEM = "application/problem+json"
NOWHERE = "/nothing/here/"


class Sent(NamedTuple):
    """A request. body: bytes as they are sent, or None."""

    method: str
    path: str
    body: bytes | None = None
    kind: str = "application/json"
    headers: dict[str, str] = {}  # never written to


class Together(NamedTuple):
    """Places for hostile values, and the request that has them in some of the places."""

    places: tuple[Any, ...]
    fill: Callable[[tuple[Any, ...]], Sent]


class Sender:
    """Sends as one user. wrong: what was answered by a fault, or not in the shape of its address;
    walked: how many values were sent.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        client.raise_request_exception = False
        self.session = client.cookies["sessionid"].value
        self.wrong: list[Any] = []
        self.walked = self.requests = 0
        self._masking: Counter[Any] = Counter()
        self._refusals: dict[tuple[str, str, bytes | None], tuple[int, bytes]] = {}

    def send_all(self, requests: Iterator[Sent | Together]) -> None:
        for each in requests:
            if isinstance(each, Together):
                self.walked += len(each.places)
                self.send_together(each)
            else:
                self.walked += 1
                self.send(each)

    def send_together(self, asked: Together) -> None:
        """All values at once. A place that the refusal names was read, and the others are sent
        again. A refusal without names is compared with that of no such value: if it is another
        one, values are sent alone until one of them is refused so, and then the others again.
        """
        places = asked.places
        while len(places) > 1:
            answer = self.send(asked.fill(places))
            if answer.status_code < 400:
                return
            named = _named_by(answer).intersection(places)
            if not named:
                if _refusal(answer) == self._refusal_without(asked):
                    return
                named = self._sent_alone(asked, places, _refusal(answer))  # and need not again
            places = tuple(place for place in places if place not in named)
        for place in places:
            self.send(asked.fill((place,)))

    def _sent_alone(
        self, asked: Together, places: tuple[Any, ...], refusal: tuple[int, bytes]
    ) -> set[Any]:
        """The places whose values were sent alone: up to the one with this refusal, which came
        before any other was read. What did so before is tried first.
        """
        done = set()
        for place in sorted(places, key=lambda each: -self._masking[each]):
            done.add(place)
            if _refusal(self.send(asked.fill((place,)))) == refusal:
                self._masking[place] += 1
                break
        return done

    def _refusal_without(self, asked: Together) -> tuple[int, bytes]:
        """That of the request with no hostile value: it stays the same, so it is sent once."""
        plain = asked.fill(())
        key = plain.method, plain.path, plain.body
        if key not in self._refusals:
            self._refusals[key] = _refusal(self.send(plain))
        return self._refusals[key]

    def send(self, sent: Sent) -> Any:
        self.requests += 1
        cache.clear()
        self.client.cookies = SimpleCookie({"sessionid": self.session})  # its row stays
        with rolled_back():
            answer = self.client.generic(
                sent.method.upper(), sent.path, sent.body or b"", content_type=sent.kind,
                headers=sent.headers,
            )  # fmt: skip
        shown = (sent.method, sent.path[:120], (sent.body or b"")[:160], answer.status_code)
        kind = answer.headers.get("Content-Type")
        if answer.status_code >= 500 and answer.status_code != 503:
            error = getattr(answer, "exc_info", ["?"] * 2)[1]
            self.wrong.append((*shown, sent.headers, repr(error)[:200]))
        elif answer.status_code >= 400 and sent.path.startswith("/api/v1/") and kind != PROBLEM:
            self.wrong.append((*shown, kind))
        return answer


@contextmanager
def forms_read_by_views() -> Iterator[list[str]]:
    """The paths of requests whose form is read once their view is known.

    Before that the middleware looks at every form.
    """
    read: list[str] = []

    def noting(kept: Any) -> property:
        def get(request: WSGIRequest) -> Any:
            if request.resolver_match is not None:
                read.append(request.path)
            return kept.__get__(request, WSGIRequest)

        return property(get, getattr(kept, "fset", None))

    with (
        patch.object(WSGIRequest, "POST", noting(vars(WSGIRequest)["POST"])),
        patch.object(WSGIRequest, "FILES", noting(vars(WSGIRequest)["FILES"])),
        patch.object(HttpRequest, "body", noting(vars(HttpRequest)["body"])),
    ):
        yield read


def refused_anywhere(client: Any, texts: list[str]) -> set[str]:
    """The texts of a query that are refused before its address is looked for."""
    return {text for text in texts if client.get(f"{NOWHERE}?a={text}").status_code == 400}


def refused_in_path(client: Any, texts: list[str]) -> set[str]:
    """The texts of an address that are refused before it is looked for."""
    return {text for text in texts if client.get(f"{NOWHERE}{text}/").status_code == 400}


def _named_by(answer: Any) -> set[str]:
    """The fields that a problem document says are wrong: `stages.0.system`."""
    if answer.headers.get("Content-Type") != PROBLEM or not answer.content.startswith(b"{"):
        return set()
    return {error["field"] for error in json.loads(answer.content).get("errors", [])}


def _refusal(answer: Any) -> tuple[int, bytes]:
    is_problem = answer.headers.get("Content-Type") == PROBLEM
    return answer.status_code, answer.content if is_problem else b""
