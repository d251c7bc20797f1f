"""Who may create an account, by the setting SIGN_UP."""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.errors import DomainError

OPEN, INVITED, CLOSED = "open", "invited", "closed"


class SignUpClosed(DomainError):
    code = "sign_up_closed"
    kind = "forbidden"
    message = _("Accounts are created by invitation. Ask the people who run this site.")


class InvitationNeeded(DomainError):
    code = "invitation_needed"
    kind = "forbidden"
    message = _("An account needs an invitation here. Ask a club or an organiser for a link.")


class NoAccountYet(DomainError):
    code = "no_account_yet"
    message = _(
        "The first account is created by the person who installed this service, with a code."
    )


def is_new_installation() -> bool:
    """Whether there are no accounts yet; first_run.py creates the first one."""
    return not get_user_model()._default_manager.exists()


def require_sign_up(invitation: str) -> None:
    """Check whether sign-up is possible with this invitation code, or without one ("").

    The code itself is checked when it is accepted.

    :raises NoAccountYet, SignUpClosed, InvitationNeeded: it is not.
    """
    if is_new_installation():
        raise NoAccountYet
    if settings.SIGN_UP == CLOSED:
        raise SignUpClosed
    if settings.SIGN_UP == INVITED and not invitation:
        raise InvitationNeeded


def sign_up_context(request: HttpRequest) -> dict[str, object]:
    """Context processor: whether pages offer to sign up, and with an invitation."""
    return {
        "may_sign_up": settings.SIGN_UP == OPEN,
        "may_sign_up_invited": settings.SIGN_UP != CLOSED,
    }
