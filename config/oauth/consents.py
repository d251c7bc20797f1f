"""What accounts allow applications: giving it, using it, ending it.

Tokens work while their Consent is live. Ending it deletes them.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import AccessToken, Grant, RefreshToken, clear_expired

from config.access.tokens import LAST_USED_INTERVAL, ScopeNotHeld, digest
from config.models import Application, Consent
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.permissions.scopes import WRITE, is_within
from tournaments.services import journal

if TYPE_CHECKING:
    from tournaments.models import User

ALLOWED, ENDED = "account.application_allowed", "account.application_ended"
TOKENS: tuple[Any, ...] = (Grant, RefreshToken, AccessToken)


class NoSuchConsent(DomainError):
    code = "not_found"
    kind = "missing"
    message = _("No application {application} may act for this account.")


@transaction.atomic
def give_consent(*, user_id: int, application: Application, scopes: Iterable[str]) -> Consent:
    """Let an application act for an account; adds to what it was allowed before.

    Locks the Consent.
    """
    consent, is_new = Consent.objects.select_for_update().get_or_create(
        user_id=user_id, application=application, revoked_at=None
    )
    allowed = sorted({*consent.scopes, *scopes})
    if is_new or allowed != consent.scopes:
        consent.scopes = allowed
        consent.save(update_fields=["scopes"])
        after = {"application": application.pk, "scopes": allowed}
        actor = Actor("user", user_id=user_id)
        journal.write(actor, ALLOWED, scope="site", subject=f"user:{user_id}", after=after)
    return consent


def lock_consent(user: "User", application: Application) -> bool:
    """Whether the application may get tokens of the account; in a transaction."""
    live = Consent.objects.select_for_update().filter(
        user=user, application=application, revoked_at=None
    )
    return user.is_active and live.first() is not None


def live_consents(user_id: int) -> QuerySet[Consent]:
    """What the account allows, the latest first."""
    live = Consent.objects.filter(user_id=user_id, revoked_at=None)
    return live.select_related("application__user", "application__club").order_by("-pk")


def own_consents(actor: Actor) -> QuerySet[Consent]:
    """`live_consents` of the actor. :raises ScopeNotHeld: the actor's token is narrowed."""
    require_account(actor)
    return live_consents(actor.user_id or 0)


@transaction.atomic
def revoke_consent(*, actor: Actor, client_id: str) -> None:
    """End what the actor's account allows an application, with its tokens.

    :raises ScopeNotHeld: the actor uses a token that is narrowed.
    :raises NoSuchConsent: there is none.
    """
    consent = own_consents(actor).filter(application__client_id=client_id).first()
    if consent is None:
        raise NoSuchConsent(application=client_id)
    if end_consents(Consent.objects.filter(pk=consent.pk)):
        before = {"application": consent.application_id, "scopes": consent.scopes}
        journal.write(actor, ENDED, scope="site", subject=f"user:{consent.user_id}", before=before)


@transaction.atomic
def end_consents(consents: QuerySet[Consent]) -> int:
    """End these, with their tokens; returns how many were live. Locks them."""
    locked = consents.filter(revoked_at=None).select_for_update().order_by("pk")
    live = Consent.objects.filter(pk__in=[consent.pk for consent in locked])
    for model in TOKENS:
        of_consent = live.filter(user=OuterRef("user"), application=OuterRef("application"))
        model.objects.filter(Exists(of_consent)).delete()
    return live.update(revoked_at=timezone.now())


def end_consents_of(user: "User") -> int:
    """`end_consents` of an account."""
    return end_consents(Consent.objects.filter(user=user))


def end_consents_without_tokens(application: Application | None = None) -> int:
    """End those whose tokens have expired or were given back; of one application, or of all."""
    live = Consent.objects.filter(revoked_at=None)
    if application is not None:
        live = live.filter(application=application)
    for model in TOKENS:
        of_consent = model.objects.filter(
            user=OuterRef("user"), application=OuterRef("application")
        )
        if model is RefreshToken:
            of_consent = of_consent.filter(revoked=None)
        live = live.filter(~Exists(of_consent))
    return live.update(revoked_at=timezone.now())


def forget_expired() -> int:
    """Delete expired tokens, and end consents that have none left; returns how many of these."""
    clear_expired()
    return end_consents_without_tokens()


def find_token(secret: str) -> Any:
    """The live access token of an active account; None if there is none. One query."""
    tokens = AccessToken.objects.filter(expires__gt=timezone.now(), user__is_active=True)
    return tokens.filter(token_checksum=digest(secret)).select_related("user").first()


def find_access(secret: str) -> tuple["User", Actor] | None:
    """Whom an access token acts for, and as whom; notes that it was used. Up to three queries."""
    token = find_token(secret)
    if token is None:
        return None
    consent = usable_consents().filter(user=token.user, application=token.application_id).first()
    if consent is None:
        return None
    now = timezone.now()
    if consent.last_used_at is None or now - consent.last_used_at > LAST_USED_INTERVAL:
        Consent.objects.filter(pk=consent.pk).update(last_used_at=now)
    return token.user, Actor(
        "user",
        user_id=token.user_id,
        scopes=tuple(token.scope.split()),
        application_id=token.application_id,
    )


def usable_consents() -> QuerySet[Consent]:
    """Live ones of active accounts and of applications that work."""
    return Consent.objects.filter(
        revoked_at=None,
        user__is_active=True,
        application__switched_off_at=None,
        application__removed_at=None,
    )


def require_account(actor: Actor) -> None:
    """:raises ScopeNotHeld: the actor uses a token that is narrowed, or is an application."""
    if not is_within((WRITE,), actor.scopes):
        raise ScopeNotHeld
