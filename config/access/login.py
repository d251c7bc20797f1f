"""Password forms of the pages and the admin, with limits on guessing.

Guesses at an account are counted by address, or by browser if it is known for the account. So
guesses from elsewhere delay nobody, and guesses at other accounts never refuse a correct password.
Names without an account take as long as others, until their address has sent many wrong passwords;
after that no hash is computed, so a flood of invented names stays cheap.
"""

from typing import Any

from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.access.guess_limits import (
    FREE_LOGINS_AFTER_MANY,
    LOGINS,
    OLD_PASSWORDS,
    WRONG_LOGINS_FROM,
    client_address,
)
from config.access.known_devices import device_of, note_sign_in
from config.demo.cast import is_demo_password
from tournaments.selectors import name_key

DEMO_PASSWORD = _("This is the password of a demo. A public server takes it from nobody.")


def too_many_guesses_text(seconds: int) -> str:
    return ngettext(
        "Too many wrong passwords for this account. Wait %(seconds)d second, then try again.",
        "Too many wrong passwords for this account. Wait %(seconds)d seconds, then try again.",
        seconds,
    ) % {"seconds": seconds}


class ThrottledLoginForm(AuthenticationForm):
    """Increasing delays between guesses at an account. During a delay no password is checked."""

    def clean(self) -> dict[str, object]:
        assert self.request is not None  # set by both login views
        username = str(self.cleaned_data.get("username") or "")
        address = client_address(self.request)
        device = device_of(self.request, username)
        guesser = (name_key(username), "device" if device else "address", device or address)
        wait = LOGINS.try_guess(*guesser, free=self._free_guesses(device, address))
        if wait:
            raise ValidationError(too_many_guesses_text(wait), code="too_many")
        has_account = is_username(username)
        if not has_account and not WRONG_LOGINS_FROM.take(address):
            raise self.get_invalid_login_error()
        try:
            cleaned = super().clean()
        except ValidationError:
            if has_account:
                WRONG_LOGINS_FROM.take(address)
            raise
        LOGINS.succeed(*guesser)
        note_sign_in(self.request, username)
        return cleaned

    def _free_guesses(self, device: str, address: str) -> int:
        """Fewer for an address that has sent many wrong passwords."""
        if not device and WRONG_LOGINS_FROM.is_reached(address):
            return FREE_LOGINS_AFTER_MANY
        return LOGINS.free

    def confirm_login_allowed(self, user: Any) -> None:
        """Refuse accounts of a demo club on a public server."""
        super().confirm_login_allowed(user)
        user.previous_login = user.last_login  # overwritten by the login
        typed = str(self.cleaned_data.get("password") or "")
        if not settings.ON_ONE_MACHINE and is_demo_password(user.get_username(), typed):
            raise ValidationError(DEMO_PASSWORD, code="demo_password")


class ThrottledAdminLoginForm(ThrottledLoginForm, AdminAuthenticationForm):
    """The login form of the admin."""


class ThrottledPasswordForm(PasswordChangeForm):
    """Increasing delays between wrong guesses at the current password."""

    def clean_old_password(self) -> str:
        wait = OLD_PASSWORDS.try_guess(self.user.pk)
        if wait:
            raise ValidationError(too_many_guesses_text(wait), code="too_many")
        old = str(super().clean_old_password())
        OLD_PASSWORDS.succeed(self.user.pk)
        return old


def is_username(username: str) -> bool:
    """Whether an account has exactly this name."""
    return get_user_model()._default_manager.filter(username=username).exists()
