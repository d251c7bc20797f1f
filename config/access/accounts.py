"""Accounts: signing up, and getting back in by a link that comes by mail or from site staff."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from config.access import invitations, tokens
from config.access.sign_up import INVITED, require_sign_up
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.services import journal
from tournaments.services.people import people

# Lines of the journal: a password changed by its owner, and one set without the old one.
CHANGED, RESET = "account.new_password", "account.reset"
TOKENS_ENDED = "account.tokens_ended"  # by a new password

User = Any  # a row of tournaments.User: the model is private to its app


class UsernameTaken(DomainError):
    code = "username_taken"
    kind = "conflict"
    message = _("This name is taken. Choose another.")


class ResetTokens(PasswordResetTokenGenerator):
    """Tokens that end when the password changes, after a day, and when the account grows stronger.

    Django's end with the password, the last login and the address for mail. These end also when
    the account is made staff of anything: whoever made the link might not make it now.
    """

    key_salt = "config.access.accounts.ResetTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        strength = (user.is_staff, user.is_superuser, tournaments.number_of_roles(user.pk))
        return f"{super()._make_hash_value(user, timestamp)}{strength}"


class EmailTokens(PasswordResetTokenGenerator):
    """Tokens that prove an address: those of an account that waits for the proof, for a day."""

    key_salt = "config.access.accounts.EmailTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.email_state}{user.is_active}"


reset_tokens, email_tokens = ResetTokens(), EmailTokens()


@transaction.atomic
def sign_up(
    *, username: str, password: str, name: str = "", email: str = "", invitation: str = ""
) -> User:
    """Make an account; with a `name`, the player of the account too.

    Where an address is required the account waits for its proof (`prove_email`) and has no player
    yet. Where accounts need an invitation, its code is accepted: now, or with the proof.

    :raises DomainError: as `require_sign_up`.
    :raises BadInvitation: accounts need an invitation, and this is none.
    :raises UsernameTaken: somebody has the name already, in whatever case.
    :raises InvalidInput: the name, the password or the address will not do; says why.
    """
    require_sign_up(invitation)
    if settings.REQUIRE_EMAIL and not email:
        raise InvalidInput(field="email", problem=_("missing"))
    _discard_waiting(username, email)
    user = checked_account(username=username, password=password, email=email)
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
    _accept(actor, invitation)
    if name.strip():
        people.create_player(actor=actor, name=name, user_id=user.pk)
    return user


def checked_account(*, username: str, password: str, email: str) -> User:
    """An account that is not saved yet, with its password set.

    :raises UsernameTaken, InvalidInput: it will not do.
    """
    users: Any = get_user_model()
    user = users(username=users.normalize_username(username.strip()), email=email)
    _check(user, password)
    if users.objects.filter(username__iexact=user.username).exists():
        raise UsernameTaken()
    user.set_password(password)
    return user


@transaction.atomic
def prove_email(*, user: User, invitation: str = "") -> None:
    """Let an account in whose owner opened the link that was sent by mail.

    :raises BadInvitation: accounts need an invitation, and this is none any more.
    """
    user.is_active, user.email_state = True, user.EmailState.PROVED
    user.save(update_fields=["is_active", "email_state"])
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, "account.email_proved", scope="site", subject=f"user:{user.pk}")
    _accept(actor, invitation)


def waiting_account(uid: str, token: str) -> User | None:
    """The account of a link that proves its address; None: the link is not valid any more."""
    try:
        key = int(urlsafe_base64_decode(uid))
    except ValueError:
        return None
    user = get_user_model()._default_manager.filter(pk=key, email_state="waiting").first()
    return user if user is not None and email_tokens.check_token(user, token) else None


def proof_link(user: User) -> tuple[str, str]:
    """What a link needs that proves the address of an account: the account, and a token."""
    return urlsafe_base64_encode(force_bytes(user.pk)), email_tokens.make_token(user)


def discard_account(user: User) -> None:
    """Delete an account that waits for a mail which could not be sent."""
    get_user_model()._default_manager.filter(pk=user.pk, email_state="waiting").delete()


def _discard_waiting(username: str, email: str) -> None:
    """Free a name that waits for a proof in vain, or for one to the same address."""
    old = timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    waiting = get_user_model()._default_manager.filter(
        Q(date_joined__lt=old) | Q(email__iexact=email),
        username__iexact=username.strip(),
        email_state="waiting",
        is_active=False,
    )
    for user in waiting:
        if not tournaments.number_of_roles(user.pk):
            user.delete()


def _accept(actor: Actor, invitation: str) -> None:
    """Where accounts need an invitation, each makes one account."""
    if settings.SIGN_UP == INVITED:
        invitations.accept(actor=actor, code=invitation, now=timezone.now())


@transaction.atomic
def reset_link(*, actor: Actor, user_id: int) -> tuple[str, str]:
    """Make what a link for a new password needs: the account in letters, and a token.

    For site staff, and for accounts that may do no more than they.
    """
    user = tournaments.get_account(user_id)
    if user is None:
        raise NotFound(what="user", key=user_id)
    permissions.require(actor, "account.reset", user)
    journal.write(actor, "account.reset_link", scope="site", subject=f"user:{user.pk}")
    return urlsafe_base64_encode(force_bytes(user.pk)), reset_tokens.make_token(user)


def mail_reset_links(*, address: str, language: str, site: str) -> None:
    """Mail a link for a new password to each account that has this address for mail.

    Runs in a worker, so that how long it takes tells nobody whether there is such an account.
    site: scheme and host of the address that was asked, such as https://tak.example.
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


@transaction.atomic
def note_new_password(user: User) -> None:
    """Write down that the owner of an account changed its password, knowing the old one."""
    end_tokens(user)
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, CHANGED, scope="site", subject=f"user:{user.pk}")


@transaction.atomic
def end_access(*, actor: Actor, user: User) -> None:
    """After a reset: end what the account had open, and write down that it was reset.

    Its sessions have ended already, because each holds a hash of the password.
    """
    end_tokens(user)
    journal.write(actor, RESET, scope="site", subject=f"user:{user.pk}")


@transaction.atomic
def end_tokens(user: User) -> None:
    """End the API tokens of an account whose password is another now. Repeating it is harmless."""
    ended = tokens.revoke_all_tokens(user)
    if ended:
        after = {"tokens": ended}
        journal.write(SYSTEM, TOKENS_ENDED, scope="site", subject=f"user:{user.pk}", after=after)


class EndTokens:
    """One of AUTH_PASSWORD_VALIDATORS: a new password ends the tokens, whoever sets it and how.

    Django tells each validator of every new password once it is saved: by pages, the admin, the
    command `changepassword` and scripts. A password that is only hashed anew is not told. Sessions
    end by themselves, because each holds a hash of the password.
    """

    def validate(self, password: str, user: User = None) -> None:
        """Refuse nothing."""

    def get_help_text(self) -> str:
        return str(_("A new password ends every session and API token of the account."))

    def password_changed(self, password: str, user: User = None) -> None:
        if user is not None:
            end_tokens(user)


def resets_since(user: User, moment: datetime | None) -> list[datetime]:
    """When an account was reset after a moment; None: since it was made."""
    lines = tournaments.site_journal(RESET, subject=f"user:{user.pk}")
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
