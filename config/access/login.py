"""Forms that ask for a password, with brakes on guessing; the pages and the admin use the same.

Guesses at an account are counted for each address, and for each browser that knows the account.
Whoever guesses from elsewhere delays nobody, and no number of guesses at other accounts refuses a
right password. A name without an account costs the time of a hash, as any other, until its address
has sent many wrong passwords; from then on it costs none, so a flood of invented names is cheap.
"""

from typing import Any

from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.access.known_devices import device_of, note_sign_in
from config.access.throttling import (
    FREE_LOGINS_AFTER_MANY,
    LOGINS,
    OLD_PASSWORDS,
    WRONG_LOGINS_FROM,
    address_of,
)
from config.demo.cast import is_demo_password
from tournaments.selectors import name_key

DEMO_PASSWORD = _("This is the password of a demo. A public server takes it from nobody.")


def too_many_words(seconds: int) -> str:
    return ngettext(
        "Too many wrong passwords for this account. Wait %(seconds)d second, then try again.",
        "Too many wrong passwords for this account. Wait %(seconds)d seconds, then try again.",
        seconds,
    ) % {"seconds": seconds}


class BrakedLoginForm(AuthenticationForm):
    """Delays guesses at an account more and more; while a delay runs it looks at no password."""

    def clean(self) -> dict[str, Any]:
        assert self.request is not None  # both login views give it
        username = str(self.cleaned_data.get("username") or "")
        address = address_of(self.request)
        device = device_of(self.request, username)
        guesser = (name_key(username), "device" if device else "address", device or address)
        wait = LOGINS.begin(*guesser, free=self._free_guesses(device, address))
        if wait:
            raise ValidationError(too_many_words(wait), code="too_many")
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
        """Fewer from an address that has tried many accounts."""
        if not device and WRONG_LOGINS_FROM.is_reached(address):
            return FREE_LOGINS_AFTER_MANY
        return LOGINS.free

    def confirm_login_allowed(self, user: Any) -> None:
        """Refuse an account of a demo club that came here with the database of a laptop."""
        super().confirm_login_allowed(user)
        user.previous_login = user.last_login  # signing in writes over it
        typed = str(self.cleaned_data.get("password") or "")
        if not settings.ON_ONE_MACHINE and is_demo_password(user.get_username(), typed):
            raise ValidationError(DEMO_PASSWORD, code="demo_password")


class BrakedAdminLoginForm(BrakedLoginForm, AdminAuthenticationForm):
    """For the login of the admin."""


class BrakedPasswordForm(PasswordChangeForm):
    """For a new password of one's own. Delays wrong guesses at the present one more and more."""

    def clean_old_password(self) -> str:
        wait = OLD_PASSWORDS.begin(self.user.pk)
        if wait:
            raise ValidationError(too_many_words(wait), code="too_many")
        old = str(super().clean_old_password())
        OLD_PASSWORDS.succeed(self.user.pk)
        return old


def is_username(username: str) -> bool:
    """Whether an account has exactly this name."""
    return get_user_model()._default_manager.filter(username=username).exists()
