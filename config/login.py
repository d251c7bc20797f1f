"""Logging in, with a brake on guessing; the pages and the admin use the same."""

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext_lazy as _

from config.throttling import LOGINS, LOGINS_FROM, address_of
from tournaments.selectors import name_key

TOO_MANY = _("Too many wrong passwords. Wait ten minutes, then try again.")


class BrakedLoginForm(AuthenticationForm):
    """Counts wrong passwords by account and address; after too many it looks at none for a while.

    By address too, so that nobody can lock another person out from elsewhere.
    """

    @property
    def too_many(self) -> str:
        """What to say to somebody who is braked; empty to everybody else."""
        return str(TOO_MANY) if self.has_error(NON_FIELD_ERRORS, code="too_many") else ""

    def clean(self) -> dict[str, Any]:
        address = address_of(self.request)
        account = (name_key(str(self.cleaned_data.get("username") or "")), address)
        if LOGINS.reached(*account) or LOGINS_FROM.reached(address):
            raise ValidationError(TOO_MANY, code="too_many")
        try:
            return super().clean()
        except ValidationError:
            LOGINS.count(*account)
            LOGINS_FROM.count(address)
            raise


class BrakedAdminLoginForm(BrakedLoginForm, AdminAuthenticationForm):
    """For the login of the admin."""
