"""API tokens: `Authorization: Bearer rh_…`. Only a digest is kept."""

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.models import ApiToken
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.permissions.scopes import SCOPES, is_within
from tournaments.wording import join_with_commas

if TYPE_CHECKING:
    from tournaments.models import User

PREFIX = "rh_"
SECRET_BYTES = 32  # 256 bits from the system: the digest needs no salt and no slow hash
VISIBLE_LETTERS = 4
# Storing it on every request would turn each read into a write.
LAST_USED_INTERVAL = timedelta(minutes=10)
MAX_TOKENS = 50  # per account; the command has no limit
MAX_DAYS = 3650


class UnknownScope(DomainError):
    code = "unknown_scope"
    kind = "invalid"
    field = "scopes"
    message = _("There is no scope {scope}; there are {scopes}.")


class NoSuchUser(DomainError):
    code = "not_found"
    kind = "missing"
    message = _("There is no user {user}.")


class TooManyTokens(DomainError):
    code = "too_many_tokens"
    message = _("This account has {most} tokens already. Revoke one first.")


class ScopeNotHeld(DomainError):
    code = "scope_not_held"
    kind = "forbidden"
    message = _("This token may do less than that one.")


class NotForApplications(DomainError):
    code = "not_for_applications"
    kind = "forbidden"
    message = _("An application makes and reads no tokens of the account.")


class LongerLived(DomainError):
    code = "longer_lived"
    kind = "forbidden"
    message = _("This token ends on {end}; the one it asks for would end later.")


class NoSuchToken(DomainError):
    code = "not_found"
    kind = "missing"
    message = _("This account has no token {token}.")


class DaysOutOfRange(DomainError):
    code = "invalid"
    kind = "invalid"
    field = "days"
    message = _("days: a number from 1 to {most}.")


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create_token(
    *,
    username: str,
    name: str = "",
    scopes: tuple[str, ...] = (),
    days: int | None = None,
) -> tuple[ApiToken, str]:
    """Create a token; returns it with its secret, which is not stored.

    Without scopes it may do everything that its user may do; without days it does not expire.

    :raises NoSuchUser, UnknownScope, DaysOutOfRange: an argument is wrong.
    """
    user = _user(username)
    for scope in scopes:
        if scope not in SCOPES:
            raise UnknownScope(scope=scope, scopes=join_with_commas(SCOPES))
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise DaysOutOfRange(most=MAX_DAYS)
    secret, now = PREFIX + secrets.token_urlsafe(SECRET_BYTES), timezone.now()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=secret[: len(PREFIX) + VISIBLE_LETTERS],
        digest=digest(secret),
        scopes=sorted(set(scopes)),
        created_at=now,
        expires_at=None if days is None else now + timedelta(days=days),
    )
    return token, secret


def create_own_token(
    *, actor: Actor, name: str = "", scopes: tuple[str, ...] = (), days: int | None = None
) -> tuple[ApiToken, str]:
    """`create_token` for the account of the actor.

    :raises ScopeNotHeld, LongerLived: the actor uses a token that may do less, or ends earlier.
    :raises NotForApplications: the actor is one.
    :raises TooManyTokens: the account has MAX_TOKENS live tokens.
    """
    if own_tokens(actor).count() >= MAX_TOKENS:
        raise TooManyTokens(most=MAX_TOKENS)
    if not is_within(scopes, actor.scopes):
        raise ScopeNotHeld
    _check_end(actor, days)
    user = get_user_model()._default_manager.get(pk=actor.user_id or 0)
    return create_token(username=user.get_username(), name=name, scopes=scopes, days=days)


def tokens_of(username: str) -> QuerySet[ApiToken]:
    """All tokens of an account, newest first, including revoked and expired ones.

    :raises NoSuchUser: there is no such account.
    """
    return ApiToken.objects.filter(user=_user(username)).order_by("-pk")


def own_tokens(actor: Actor) -> QuerySet[ApiToken]:
    """The live tokens of the actor, newest first. :raises NotForApplications: it is one."""
    if actor.application_id is not None:
        raise NotForApplications
    return live_tokens().filter(user_id=actor.user_id or 0).order_by("-pk")


def revoke_token(*, username: str, token_id: int) -> ApiToken:
    """Revoke a token of an account. Repeating it changes nothing.

    :raises NoSuchUser, NoSuchToken: the account has no such token.
    """
    return _revoke(ApiToken.objects.filter(user=_user(username)), token_id)


def revoke_own_token(*, actor: Actor, token_id: int) -> ApiToken:
    """`revoke_token` for the account of the actor.

    :raises ScopeNotHeld: the actor uses a token that may do less than the one to be revoked.
    :raises NotForApplications: the actor is one.
    """
    if actor.application_id is not None:
        raise NotForApplications
    mine = ApiToken.objects.filter(user_id=actor.user_id or 0)
    token = mine.filter(pk=token_id).first()
    if token is not None and not is_within(token.scopes, actor.scopes):
        raise ScopeNotHeld
    return _revoke(mine, token_id)


def revoke_all_tokens(user: "User") -> int:
    """Revoke every token of an account, active or not; returns how many."""
    mine = ApiToken.objects.filter(user=user, revoked_at__isnull=True)
    return mine.update(revoked_at=timezone.now())


def _check_end(actor: Actor, days: int | None) -> None:
    """:raises LongerLived: the actor uses a token that ends before these days are over."""
    used = ApiToken.objects.filter(pk=actor.token_id or 0, expires_at__isnull=False).first()
    if used is None or used.expires_at is None:
        return
    if days is None or timezone.now() + timedelta(days=days) > used.expires_at:
        raise LongerLived(end=f"{used.expires_at:%Y-%m-%d}")


def _revoke(tokens: QuerySet[ApiToken], token_id: int) -> ApiToken:
    token = tokens.filter(pk=token_id).first()
    if token is None:
        raise NoSuchToken(token=token_id)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return token


def _user(username: str) -> "User":
    user = get_user_model()._default_manager.filter(username=username).first()
    if user is None:
        raise NoSuchUser(user=username)
    return user


def live_tokens() -> QuerySet[ApiToken]:
    """Not revoked or expired, of active users."""
    now = timezone.now()
    return ApiToken.objects.filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=now),
        revoked_at__isnull=True,
        user__is_active=True,
    )


def live_token(secret: str) -> ApiToken | None:
    """As `live_tokens` has it."""
    found = _BY_DIGEST.first(digest=digest(secret))
    return None if found is None or found.has_expired else found


_BY_DIGEST = CompiledQuery(
    lambda digest: ApiToken.objects.filter(
        digest=digest, revoked_at__isnull=True, user__is_active=True
    ).select_related("user"),
    digest=str,
)


def update_last_used(token: ApiToken) -> None:
    """Exact to LAST_USED_INTERVAL."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > LAST_USED_INTERVAL:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
