"""API tokens: `Authorization: Bearer rh_…`. Only a digest is kept."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from config.models import ApiToken
from tournaments.errors import DomainError
from tournaments.wording import in_a_row

START = "rh_"
SECRET_BYTES = 32  # 256 bits from the system: the digest needs no salt and no slow hash
SHOWN_LETTERS = 4
# `write` may do all that the user may do; `read` only what shows things (permissions.READING).
SCOPES = ("read", "write")
KEYWORD = b"bearer"
# Writing "last used" on every request would turn each read into a write.
USED_EVERY = timedelta(minutes=10)


class UnknownScope(DomainError):
    code = "unknown_scope"
    kind = "invalid"
    message = _("There is no scope {scope}; there are {scopes}.")


class NoSuchUser(DomainError):
    code = "not_found"
    kind = "missing"
    message = _("There is no user {user}.")


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create_token(
    *,
    username: str,
    name: str = "",
    scopes: tuple[str, ...] = (),
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """Make a token and return it with its secret, which is never seen again.

    Without scopes it may do all that its user may do.
    """
    users = get_user_model()
    user = users._default_manager.filter(username=username).first()
    if user is None:
        raise NoSuchUser(user=username)
    for scope in scopes:
        if scope not in SCOPES:
            raise UnknownScope(scope=scope, scopes=in_a_row(SCOPES))
    secret = START + secrets.token_urlsafe(SECRET_BYTES)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=secret[: len(START) + SHOWN_LETTERS],
        digest=digest(secret),
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    return token, secret


def live_token(secret: str) -> ApiToken | None:
    """The token of a secret, unless it is revoked, expired or its user was switched off."""
    now = timezone.now()
    return (
        ApiToken.objects.filter(
            Q(expires_at__isnull=True) | Q(expires_at__gt=now),
            digest=digest(secret),
            revoked_at__isnull=True,
            user__is_active=True,
        )
        .select_related("user")
        .first()
    )


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD:
            return None
        try:
            (secret,) = (word.decode("ascii") for word in words[1:])
        except ValueError:  # not one word, or not ASCII
            raise AuthenticationFailed(_("The Authorization header is malformed.")) from None
        token = live_token(secret)
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        _note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
