"""The password of the own account: proving it and changing it, by programs."""

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from config.access.accounts import after_password_change
from config.access.guess_limits import OLD_PASSWORDS
from config.access.login import too_many_guesses_text
from config.access.tokens import ScopeNotHeld
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.permissions.scopes import WRITE, is_within


def prove_password(*, actor: Actor, password: str) -> None:
    """Check the password of the actor's account. Outside of transactions: guesses are counted.

    :raises ScopeNotHeld: the actor uses a token that is narrowed.
    :raises InvalidInput: the password is wrong, or too many were tried.
    """
    if not is_within((WRITE,), actor.scopes):
        raise ScopeNotHeld
    user_id = actor.user_id or 0
    wait = OLD_PASSWORDS.try_guess(user_id)
    if wait:
        raise InvalidInput(field="password", problem=too_many_guesses_text(wait))
    if not get_user_model().objects.get(pk=user_id).check_password(password):
        raise InvalidInput(field="password", problem=_("wrong"))
    OLD_PASSWORDS.succeed(user_id)


def change_password(*, actor: Actor, password: str, new_password: str) -> None:
    """Change the password of the actor's account; its sessions and tokens end.

    :raises DomainError: as `prove_password`.
    :raises InvalidInput: the new password is too weak.
    """
    prove_password(actor=actor, password=password)
    with transaction.atomic():
        user = get_user_model().objects.select_for_update().get(pk=actor.user_id or 0)
        try:
            validate_password(new_password, user)
        except ValidationError as weak:
            problem = " ".join(weak.messages)
            raise InvalidInput(field="new_password", problem=problem) from weak
        user.set_password(new_password)
        user.save(update_fields=["password"])
        after_password_change(user)
