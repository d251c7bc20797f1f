"""Applications: registered, changed, removed by who makes them; switched off by site staff."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.access.tokens import digest
from config.models import Application, Consent
from config.oauth.consents import end_consents, require_account
from config.oauth.redirect_uris import read_redirect_uris
from config.oauth.secrets import new_client_secret
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.limits import NAME
from tournaments.services import journal
from tournaments.services.events.bounds import require_text

CONFIDENTIAL, PUBLIC = Application.CLIENT_CONFIDENTIAL, Application.CLIENT_PUBLIC
CLIENT_TYPES = (CONFIDENTIAL, PUBLIC)
MAX_APPLICATIONS = 20  # that an account makes


class NoSuchApplication(DomainError):
    code = "not_found"
    kind = "missing"
    message = _("This account has registered no application {application}.")


class TooManyApplications(DomainError):
    code = "too_many_applications"
    message = _("This account has {most} applications already. Remove one first.")


class NoSecret(DomainError):
    code = "no_secret"
    message = _("This application has no secret: it runs where none can be kept.")


def own_applications(actor: Actor) -> QuerySet[Application]:
    """Those that the actor's account has registered, the latest first.

    :raises ScopeNotHeld: the actor uses a token that is narrowed.
    """
    require_account(actor)
    mine = Application.objects.filter(user_id=actor.user_id or 0, removed_at=None)
    return mine.select_related("user", "club").order_by("-pk")


def own_application(actor: Actor, client_id: str) -> Application:
    """:raises NoSuchApplication: the account has registered none of this id."""
    found = own_applications(actor).filter(client_id=client_id).first()
    if found is None:
        raise NoSuchApplication(application=client_id)
    return found


def client_id_of(actor: Actor) -> str | None:
    """The application that acts for the actor's account; None if none does."""
    if actor.application_id is None:
        return None
    return Application.objects.get(pk=actor.application_id).client_id


@transaction.atomic
def register_application(
    *, actor: Actor, name: str, redirect_uris: Iterable[str], client_type: str, club: str = ""
) -> tuple[Application, str]:
    """Register an application; returns it with its secret, which is not stored.

    client_type: one of CLIENT_TYPES; a public application has no secret. club: whose it is.

    :raises InvalidInput: the name or an address is not valid.
    :raises NotAllowed: the actor is no owner of the club.
    :raises TooManyApplications: the account has MAX_APPLICATIONS.
    """
    if own_applications(actor).count() >= MAX_APPLICATIONS:
        raise TooManyApplications(most=MAX_APPLICATIONS)
    secret = new_client_secret() if client_type == CONFIDENTIAL else ""
    application = Application.objects.create(
        user_id=actor.user_id or 0,
        name=_read_name(name),
        redirect_uris="\n".join(read_redirect_uris(redirect_uris)),
        club=_club(actor, club),
        client_type=client_type,
        client_secret=digest(secret) if secret else "",
        hash_client_secret=False,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
    )
    _write_line(actor, "application.registered", application)
    return application, secret


@transaction.atomic
def change_application(*, actor: Actor, client_id: str, **changes: Any) -> Application:
    """Change `name`, `redirect_uris` or `club`; what is left out stays.

    :raises InvalidInput, NotAllowed: as `register_application`.
    """
    application = own_application(actor, client_id)
    if "name" in changes:
        application.name = _read_name(changes["name"])
    if "redirect_uris" in changes:
        application.redirect_uris = "\n".join(read_redirect_uris(changes["redirect_uris"]))
    if "club" in changes and changes["club"] != _slug_of(application):
        application.club = _club(actor, changes["club"])
    application.save(update_fields=["name", "redirect_uris", "club", "updated"])
    _write_line(actor, "application.changed", application)
    return application


@transaction.atomic
def replace_secret(*, actor: Actor, client_id: str) -> tuple[Application, str]:
    """Give an application a new secret; the old one ends.

    :raises NoSecret: it is public.
    """
    application = own_application(actor, client_id)
    if application.client_type != CONFIDENTIAL:
        raise NoSecret
    secret = new_client_secret()
    application.client_secret = digest(secret)
    application.save(update_fields=["client_secret", "updated"])
    _write_line(actor, "application.new_secret", application)
    return application, secret


@transaction.atomic
def remove_application(*, actor: Actor, client_id: str) -> None:
    """Remove an application: nobody allows it anything any more. The row stays, for journals."""
    _remove(actor, own_application(actor, client_id))


def remove_applications_of(user_id: int) -> None:
    """Remove those of an account that is closed; in a transaction."""
    for application in Application.objects.filter(user_id=user_id, removed_at=None):
        _remove(SYSTEM, application)


@transaction.atomic
def switch_application(*, actor: Actor, application_id: int, on: bool) -> None:
    """Switch an application off for all, or on again; for site staff. Repeating it changes nothing.

    :raises NotAllowed: the actor is not site staff.
    """
    permissions.require(actor, "application.switch", None)
    application = Application.objects.select_for_update().get(pk=application_id)
    if on == (application.switched_off_at is None):
        return
    application.switched_off_at = None if on else timezone.now()
    application.save(update_fields=["switched_off_at"])
    _write_line(actor, f"application.switched_{'on' if on else 'off'}", application)


def _remove(actor: Actor, application: Application) -> None:
    application.removed_at = timezone.now()
    application.save(update_fields=["removed_at"])
    end_consents(Consent.objects.filter(application=application))
    _write_line(actor, "application.removed", application)


def _read_name(name: str) -> str:
    """:raises InvalidInput: it is empty or too long."""
    name = require_text(" ".join(name.split()), field="name", most=NAME)
    if not name:
        raise InvalidInput(field="name", problem=_("missing"))
    return name


def _club(actor: Actor, slug: str) -> Any:
    """The club of this address; None without one. :raises NotAllowed: not the actor's."""
    if not slug:
        return None
    club = tournaments.get_club(slug)
    permissions.require(actor, "club.edit", club)
    return club


def _slug_of(application: Application) -> str:
    return application.club.slug if application.club else ""


def _write_line(actor: Actor, action: str, application: Application) -> None:
    journal.write(actor, action, scope="site", subject=f"application:{application.pk}")
