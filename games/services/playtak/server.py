"""Requests to the playtak server: its seeks (PLAYTAK_URL) and its games (PLAYTAK_API_URL)."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.playtak.errors import NotAGame
from games.playtak.played import PlayedGame, parse_json, read_stored
from tournaments.errors import DomainError
from tournaments.outgoing.sending import Answer, Message, send

SECONDS = 8.0
MOST_BYTES = 512 * 1024
LISTED_GAMES = 50
HEADERS = {"Accept": "application/json", "User-Agent": "Roadhouse"}

_answering: ContextVar[Callable[[Message], Answer] | None] = ContextVar("answering", default=None)


@contextmanager
def answered_by(answer: Callable[[Message], Answer]) -> Iterator[None]:
    """Have this function answer what is asked meanwhile, without a network: for the demo."""
    token = _answering.set(answer)
    try:
        yield
    finally:
        _answering.reset(token)


class PlaytakOff(DomainError):
    code = "playtak_off"
    kind = "unavailable"
    message = _("No playtak server is set for this service. Paste the record instead.")


class PlaytakUnreachable(DomainError):
    code = "playtak_unreachable"
    kind = "unavailable"
    message = _("The playtak server does not answer ({problem}). Try again, or paste the record.")


class PlaytakAway(PlaytakUnreachable):
    """It does not answer at all, or takes no more requests now."""


class NoSuchGame(DomainError):
    code = "no_such_playtak_game"
    kind = "missing"
    message = _("There is no game {number} at playtak.")


def has_games() -> bool:
    """Whether games can be read from a server."""
    return bool(settings.PLAYTAK_API_URL or _answering.get())


def has_seeks() -> bool:
    """Whether seeks can be made at a server, and their games be read."""
    return bool((settings.PLAYTAK_URL and settings.PLAYTAK_API_URL) or _answering.get())


def read_game(number: int) -> PlayedGame:
    """A game as the server has it.

    :raises PlaytakOff, PlaytakUnreachable: it cannot be asked.
    :raises NoSuchGame: it has no such game.
    """
    answer = _get(settings.PLAYTAK_API_URL, f"/v1/games-history/{number}")
    if answer.status == 404 or answer.body.strip() in (b"", b"null"):
        raise NoSuchGame(number=number)
    game: PlayedGame = _read(read_stored, _document(answer))
    if game.number != number:
        raise NoSuchGame(number=number)
    return game


def find_games(white: str, black: str, *, since: int) -> list[PlayedGame]:
    """The games of tournaments of two players since then, the oldest first.

    since: milliseconds since 1970.

    :raises PlaytakOff, PlaytakUnreachable: the server cannot be asked.
    """
    asked = {
        "player_white": white,
        "player_black": black,
        "type": "tournament",
        "date": f">{since}",
        "order": "ASC",
        "limit": LISTED_GAMES,
    }
    answer = _get(settings.PLAYTAK_API_URL, f"/v1/games-history?{urlencode(asked)}")
    found = _document(answer)
    items = found.get("items") if isinstance(found, dict) else None
    if not isinstance(items, list):
        raise PlaytakUnreachable(problem="no_answer")
    games = [_read(read_stored, each) for each in items]
    return sorted((game for game in games if (game.at or 0) >= since), key=lambda game: game.number)


def listed_seeks() -> set[int]:
    """The `pntId` of each seek in the server's list.

    :raises PlaytakOff, PlaytakUnreachable: it cannot be asked.
    """
    found = _document(_get(settings.PLAYTAK_URL, "/api/v1/seeks"))
    if not isinstance(found, list):
        raise PlaytakUnreachable(problem="no_answer")
    ids = (each.get("pntId") for each in found if isinstance(each, dict))
    return {each for each in ids if type(each) is int}


def make_seek(body: dict[str, Any]) -> bool:
    """Make a seek; False if its player is not there, or plays: the server does not tell which.

    :raises PlaytakOff, PlaytakUnreachable: it cannot be asked.
    """
    headers = {**HEADERS, "Content-Type": "application/json"}
    url = f"{_address(settings.PLAYTAK_URL)}/api/v1/seeks"
    answer = _ask(Message(url, headers, json.dumps(body).encode(), "PUT"))
    if answer.status == 500:
        return False
    made = _document(answer)
    return isinstance(made, dict) and made.get("pntId") == body["pntId"]


def _get(base: str, path: str) -> Answer:
    return _ask(Message(f"{_address(base)}{path}", HEADERS, method="GET"))


def _address(base: str) -> str:
    """:raises PlaytakOff: there is none."""
    if not (base or _answering.get()):
        raise PlaytakOff
    return base.rstrip("/")


def _ask(message: Message) -> Answer:
    own = _answering.get()
    answer = (
        own(message)
        if own
        else send(message, seconds=SECONDS, is_trusted=True, most_bytes=MOST_BYTES)
    )
    if answer.status is None:
        raise PlaytakAway(problem=answer.problem)
    if answer.status == 429 or answer.status > 500:
        raise PlaytakAway(problem=answer.status)
    return answer


def _document(answer: Answer) -> Any:
    if not answer.is_success:
        raise PlaytakUnreachable(problem=answer.status)
    return _read(parse_json, answer.body)


def _read(read: Any, given: object) -> Any:
    """What the server sent. :raises PlaytakUnreachable: it is not what it should be."""
    try:
        return read(given)
    except NotAGame as unread:
        raise PlaytakUnreachable(problem=str(unread.params.get("field", ""))) from None
