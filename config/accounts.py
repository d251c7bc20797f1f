"""Accounts: signing up, and getting back in by a link that staff make."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.services import journal, people

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

    key_salt = "config.accounts.ResetTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        strength = (user.is_staff, user.is_superuser, tournaments.number_of_roles(user.pk))
        return f"{super()._make_hash_value(user, timestamp)}{strength}"


reset_tokens = ResetTokens()


@transaction.atomic
def sign_up(*, username: str, password: str, name: str = "", email: str = "") -> User:
    """Make an account; with a `name`, the player of the account too.

    :raises UsernameTaken: somebody has the name already, in whatever case.
    :raises InvalidInput: the name or the password will not do; says why.
    """
    users: Any = get_user_model()
    user = users(username=users.normalize_username(username.strip()), email=email)
    _check(user, password)
    if users.objects.filter(username__iexact=user.username).exists():
        raise UsernameTaken()
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as taken:
        raise UsernameTaken() from taken
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, "account.created", scope="site", subject=f"user:{user.pk}")
    if name.strip():
        people.create_player(actor=actor, name=name, user_id=user.pk)
    return user


@transaction.atomic
def reset_link(*, actor: Actor, user_id: int) -> tuple[str, str]:
    """Make what a link for a new password needs: the account in letters, and a token.

    Site staff for accounts that may do no more than they; organisers for the players who came to
    them, as long as they are staff of nothing (`selectors.keeps_account`).
    """
    user = tournaments.account(user_id)
    if user is None:
        raise NotFound(what="user", key=user_id)
    permissions.require(actor, "account.reset", user)
    journal.write(actor, "account.reset_link", scope="site", subject=f"user:{user.pk}")
    return urlsafe_base64_encode(force_bytes(user.pk)), reset_tokens.make_token(user)


@transaction.atomic
def note_new_password(user: User) -> None:
    """Write down that an account has a new password; whoever set it was that account."""
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, "account.new_password", scope="site", subject=f"user:{user.pk}")


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
