"""Who a request with `Authorization: Bearer …` is: an account by its token or by that of an
application, an entry by a code.
"""

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from config.access import links
from config.access.guess_limits import CODES, WRONG_CODES, client_address
from config.access.link_codes import is_code
from config.access.token_actors import find_actor
from tournaments.actor import Actor
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from django.http import HttpRequest
    from rest_framework.views import APIView

    from tournaments.models import User

KEYWORD = "bearer"
Bearer = tuple["User | AnonymousUser", Actor]


class WrongCode(AuthenticationFailed):
    """A code that looks like that of a personal link, and is not one, or no longer."""


class BearerAuthentication(BaseAuthentication):
    """The actor of a request becomes its `auth`. Wrong codes of links are counted."""

    def authenticate(self, request: Request) -> Bearer | None:
        try:
            return find_bearer(request._request)
        except WrongCode:
            count_wrong_code(client_address(request._request))
            raise

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class MayWrite(BasePermission):
    """Everybody reads; accounts and personal links write what their services allow."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        is_link = isinstance(request.auth, Actor) and request.auth.kind == "link"
        return request.method in SAFE_METHODS or request.user.is_authenticated or is_link


def count_wrong_code(address: str) -> None:
    """:raises Throttled: many wrong codes came from there."""
    wait = CODES.try_guess(address)
    if wait:
        raise Throttled(wait=wait, detail=str(WRONG_CODES))


def find_bearer(request: "HttpRequest") -> Bearer | None:
    """The account and the actor that the header names; None without such a header.

    They are looked for once in a request: the rate limit of a write asks before the view.

    :raises AuthenticationFailed: the header names nobody.
    """
    held = vars(request)
    if "found_bearer" not in held:
        held["found_bearer"] = _named_in(request)
    found: Bearer | None = held["found_bearer"]
    return found


def _named_in(request: "HttpRequest") -> Bearer | None:
    parts = request.META.get("HTTP_AUTHORIZATION", "").split()
    if not parts or parts[0].lower() != KEYWORD:
        return None
    if len(parts) != 2 or not parts[1].isascii():
        raise AuthenticationFailed(_("The Authorization header is malformed."))
    return _by_code(parts[1]) if is_code(parts[1]) else _by_token(parts[1])


def _by_code(code: str) -> Bearer:
    try:
        entry = links.entry_of_code(code, timezone.now())
    except DomainError as bad:
        raise WrongCode(str(bad)) from bad
    return AnonymousUser(), links.link_actor(entry)


def _by_token(secret: str) -> Bearer:
    """:raises AuthenticationFailed: no token that works."""
    found = find_actor(secret)
    if found is None:
        raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
    return found
