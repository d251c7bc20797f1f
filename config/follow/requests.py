"""Reads the request of a follower, and answers refusals as the API does."""

import json
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header

from config.access import token_actors
from config.follow.hub import Follower
from tournaments.actor import ANONYMOUS, Actor
from tournaments.errors import DomainError
from tournaments.selectors.events import feed

Scope = dict[str, Any]  # of ASGI
PARAMETERS = frozenset({"since", "kind", "event", "club", "player", "limit", "ticket"})
STATUS = {"invalid": HTTPStatus.BAD_REQUEST, "gone": HTTPStatus.GONE}
BEARER = "bearer"


class Refused(Exception):
    """A request that is not served."""

    def __init__(self, status: HTTPStatus, code: str, detail: object) -> None:
        self.status, self.code, self.detail = status, code, str(detail)

    def document(self) -> bytes:
        """A problem document (RFC 9457)."""
        return json.dumps(
            {
                "type": f"urn:roadhouse:problem:{self.code}",
                "title": self.status.phrase,
                "status": int(self.status),
                "code": self.code,
                "detail": self.detail,
            }
        ).encode()


def header(scope: Scope, name: str) -> str:
    """A header of a request; empty if it is not there."""
    found = dict(scope["headers"]).get(name.encode(), b"")
    return str(found.decode("latin-1"))


def follower_of(scope: Scope) -> Follower:
    """Who asks, and for what. Reads the database.

    :raises Refused: the request is wrong.
    """
    with translation.override(language_of(scope)):
        asked = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if unknown := asked.keys() - PARAMETERS:
            raise Refused(HTTPStatus.BAD_REQUEST, "invalid", f"{min(unknown)}: unknown")
        try:
            since = header(scope, "last-event-id") or asked.get("since", feed.LATEST)
            return Follower(_actor(scope, asked), _wanted(asked), feed.feed_position(since))
        except DomainError as error:
            raise Refused(STATUS[error.kind], error.code, error) from None


def language_of(scope: Scope) -> str:
    """The first language of the request that the service speaks."""
    spoken = dict(settings.LANGUAGES)
    accepted = parse_accept_lang_header(header(scope, "accept-language"))
    short = (name.partition("-")[0] for name, _weight in accepted)
    return next((name for name in short if name in spoken), settings.LANGUAGE_CODE)


def _wanted(asked: dict[str, str]) -> feed.FeedFilter:
    names = {name: asked.get(name, "") for name in ("event", "club", "player")}
    return feed.FeedFilter(feed.read_kinds(asked.get("kind", "")), **names)


def _actor(scope: Scope, asked: dict[str, str]) -> Actor:
    """The account of a token in the header, or of a ticket in the address, else anybody."""
    word, _space, secret = header(scope, "authorization").partition(" ")
    if word.lower() == BEARER:
        found = token_actors.find_actor(secret.strip())
        actor = found[1] if found else None
    elif "ticket" in asked:
        actor = token_actors.actor_of_ticket(asked["ticket"])
    else:
        return ANONYMOUS
    if actor is None:
        detail = _("This token is unknown, expired or revoked.")
        raise Refused(HTTPStatus.UNAUTHORIZED, "authentication_failed", detail)
    return actor
