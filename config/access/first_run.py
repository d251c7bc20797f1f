"""The first account of a new installation: a superuser who owns the first club.

Its code is derived from the secret key, so nothing is stored. It is printed when the service starts
without accounts, and is useless once there is one.
"""

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from config.access import accounts
from config.access.sign_up import is_new_installation
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.people import people

if TYPE_CHECKING:
    from tournaments.models import User

CODE_LETTERS = 16  # hexadecimal: 64 bits


class WrongCode(DomainError):
    code = "wrong_code"
    kind = "forbidden"
    message = _("This is not the code that was printed when the service started.")


class NotNew(DomainError):
    code = "not_new"
    message = _("There is an account already. Sign in.")


def first_code() -> str:
    """The code, in groups of four."""
    text = salted_hmac("config.access.first_run", "first account", algorithm="sha256").hexdigest()
    return "-".join(text[at : at + 4] for at in range(0, CODE_LETTERS, 4))


@in_transaction
def make_first_account(
    *, code: str, username: str, password: str, email: str = "", club: str
) -> "User":
    """Create a superuser who owns a new club; returns the account.

    :raises NotNew: an account exists.
    :raises WrongCode: the code does not match.
    :raises InvalidInput: the name, the password or the club's name is not valid.
    """
    if not is_new_installation():
        raise NotNew
    if not constant_time_compare(_letters(code), _letters(first_code())):
        raise WrongCode
    club = " ".join(club.split())
    if not club:
        raise InvalidInput(field="club", problem=_("missing"))
    user = accounts.build_account(username=username, password=password, email=email)
    user.is_staff = user.is_superuser = True
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as taken:  # two forms at once
        raise NotNew from taken
    actor = Actor("user", user_id=user.pk)
    journal.write(actor, "account.created", scope="site", subject=f"user:{user.pk}")
    people.create_club(actor=actor, slug=slugify(club)[:50].strip("-") or "club", name=club)
    return user


def _letters(code: str) -> str:
    return "".join(letter for letter in code.lower() if letter.isalnum())
