"""Accounts: sign-up, email verification, password reset."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from config.access import invitations, tokens
from config.access.calendar_addresses import remove_address
from config.access.sign_up import INVITED, require_sign_up
from config.oauth import consents
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.people import people

if TYPE_CHECKING:
    from tournaments.models import User

# Journal actions: a password changed by its owner, and one set by a reset link or site staff.
PASSWORD_CHANGED, PASSWORD_RESET = "account.new_password", "account.reset"
TOKENS_ENDED = "account.tokens_ended"


class UsernameTaken(DomainError):
    code = "username_taken"
    message = _("This name is taken. Choose another.")


class ResetTokens(PasswordResetTokenGenerator):
    """Password reset tokens, valid for a day.

    Besides a change of password, mail address or last login, a new role also invalidates them:
    the issuer might lack the permission to reset the account now.
    """

    key_salt = "config.access.accounts.ResetTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        strength = (user.is_staff, user.is_superuser, tournaments.number_of_roles(user.pk))
        return f"{super()._make_hash_value(user, timestamp)}{strength}"


class EmailTokens(PasswordResetTokenGenerator):
    """Email verification tokens of unverified accounts, valid for a day."""

    key_salt = "config.access.accounts.EmailTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.email_state}{user.is_active}"


reset_tokens, email_tokens = ResetTokens(), EmailTokens()


@in_transaction
def sign_up(
    *, username: str, password: str, name: str = "", email: str = "", invitation: str = ""
) -> User:
    """Create an account; with a `name`, its player too.

    If REQUIRE_EMAIL is set, the account stays inactive and without a player until `verify_email`.
    If SIGN_UP is "invited", the invitation is accepted now, or with the verification.

    :raises DomainError: as `require_sign_up`.
    :raises BadInvitation: an invitation is needed, and this one is not valid.
    :raises UsernameTaken: compared without case.
    :raises InvalidInput: the name, the password or the address is not valid.
    """
    require_sign_up(invitation)
    if settings.REQUIRE_EMAIL and not email:
        raise InvalidInput(field="email", problem=_("missing"))
    _delete_stale_unverified(username, email)
    user = build_account(username=username, password=password, email=email)
    if settings.REQUIRE_EMAIL:
        user.is_active, user.email_state = False, user.EmailState.WAITING
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as taken:
        raise UsernameTaken() from taken
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, "account.created", scope="site", subject=f"user:{user.pk}")
    if settings.REQUIRE_EMAIL:
        if settings.SIGN_UP == INVITED:
            invitations.require_live(invitation, timezone.now())
        return user
    _accept_invitation(actor, invitation)
    if name.strip():
        people.create_player(actor=actor, name=name, user_id=user.pk)
    return user


def build_account(*, username: str, password: str, email: str) -> User:
    """A validated account that is not saved yet.

    :raises UsernameTaken, InvalidInput: the name or the password is not valid.
    """
    users = get_user_model()
    user = users(username=users.normalize_username(username.strip()), email=email)
    _check(user, password)
    if users.objects.filter(username__iexact=user.username).exists():
        raise UsernameTaken()
    user.set_password(password)
    return user


@in_transaction
def verify_email(*, user: User, invitation: str = "") -> None:
    """Activate an account.

    :raises BadInvitation: an invitation is needed, and this one is no longer valid.
    """
    user.is_active, user.email_state = True, user.EmailState.PROVED
    user.save(update_fields=["is_active", "email_state"])
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, "account.email_proved", scope="site", subject=f"user:{user.pk}")
    _accept_invitation(actor, invitation)


def _unverified_accounts() -> QuerySet[User]:
    users = get_user_model()
    return users._default_manager.filter(email_state=users.EmailState.WAITING)


def unverified_account(uid: str, token: str) -> User | None:
    """The account of a verification link; None if the link is not valid."""
    try:
        key = int(urlsafe_base64_decode(uid))
    except ValueError:
        return None
    user = _unverified_accounts().filter(pk=key).first()
    return user if user is not None and email_tokens.check_token(user, token) else None


def verification_link(user: User) -> tuple[str, str]:
    """The encoded user id and the token of a verification link."""
    return urlsafe_base64_encode(force_bytes(user.pk)), email_tokens.make_token(user)


def delete_unverified_account(user: User) -> None:
    """Delete an unverified account whose mail could not be sent."""
    _unverified_accounts().filter(pk=user.pk).delete()


def _delete_stale_unverified(username: str, email: str) -> None:
    """Delete unverified accounts of this name that are expired or have the same address."""
    old = timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    waiting = _unverified_accounts().filter(
        Q(date_joined__lt=old) | Q(email__iexact=email),
        username__iexact=username.strip(),
        is_active=False,
    )
    for user in waiting:
        if not tournaments.number_of_roles(user.pk):
            user.delete()


def _accept_invitation(actor: Actor, invitation: str) -> None:
    if settings.SIGN_UP == INVITED:
        invitations.accept(actor=actor, code=invitation, now=timezone.now())


@in_transaction
def reset_link(*, actor: Actor, user_id: int) -> tuple[str, str]:
    """The encoded user id and the token of a password reset link.

    For site staff, and accounts with no more permissions than theirs.
    """
    user = tournaments.get_account(user_id)
    if user is None:
        raise NotFound(what="user", key=user_id)
    permissions.require(actor, "account.reset", user)
    journal.write(actor, "account.reset_link", scope="site", subject=f"user:{user.pk}")
    return urlsafe_base64_encode(force_bytes(user.pk)), reset_tokens.make_token(user)


def mail_reset_links(*, address: str, language: str, site: str) -> None:
    """Mail a password reset link to each account with this mail address.

    Runs in a worker, so that the response time does not reveal whether an account exists.
    site: scheme and host for the link, such as https://tak.example.
    """
    form = PasswordResetForm({"email": address})
    if not form.is_valid():
        return
    protocol, _slashes, domain = site.partition("://")
    with translation.override(language):
        form.save(
            domain_override=domain,
            use_https=protocol == "https",
            subject_template_name="pages/account/reset_mail_subject.txt",
            email_template_name="pages/account/reset_mail.txt",
            token_generator=reset_tokens,
        )


@in_transaction
def after_password_change(user: User) -> None:
    """After a password change by its owner: revoke tokens, write the journal."""
    revoke_tokens(user)
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, PASSWORD_CHANGED, scope="site", subject=f"user:{user.pk}")


@in_transaction
def after_password_reset(*, actor: Actor, user: User) -> None:
    """After a password reset: revoke tokens, write the journal.

    Sessions end by themselves, because each holds a hash of the password.
    """
    revoke_tokens(user)
    journal.write(actor, PASSWORD_RESET, scope="site", subject=f"user:{user.pk}")


@in_transaction
def revoke_tokens(user: User) -> None:
    """Revoke the API tokens of an account and its applications' ones. Idempotent.

    The secret address of its calendar ends as well.
    """
    remove_address(user.pk)
    ended = {
        "tokens": tokens.revoke_all_tokens(user),
        "applications": consents.end_consents_of(user),
    }
    if any(ended.values()):
        journal.write(SYSTEM, TOKENS_ENDED, scope="site", subject=f"user:{user.pk}", after=ended)


class TokenRevoker:
    """One of AUTH_PASSWORD_VALIDATORS: revokes API tokens after every password change.

    Django calls `password_changed` for changes by pages, the admin, `changepassword` and scripts,
    but not when a password is only rehashed.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        return str(_("A new password ends every session and API token of the account."))

    def password_changed(self, password: str, user: User | None = None) -> None:
        if user is not None:
            revoke_tokens(user)


def resets_since(user: User, moment: datetime | None) -> list[datetime]:
    """When the account was reset, after a moment if one is given."""
    lines = tournaments.site_journal(PASSWORD_RESET, subject=f"user:{user.pk}")
    times = [line.at for line in lines]
    return [at for at in times if moment is None or at > moment]


def _check(user: User, password: str) -> None:
    field = user._meta.get_field("username")
    for name, check in (
        ("username", lambda: field.clean(user.username, user)),
        ("password", lambda: validate_password(password, user)),
    ):
        try:
            check()
        except ValidationError as wrong:
            raise InvalidInput(field=name, problem=" ".join(wrong.messages)) from wrong
