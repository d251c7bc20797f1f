"""A warning after login if the password was reset since the last one."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config.access import accounts

if TYPE_CHECKING:
    from tournaments.models import User


@receiver(user_logged_in, dispatch_uid="config.access.notices")
def warn_of_resets(
    sender: object, request: HttpRequest | None, user: "User", **more: object
) -> None:
    """The login forms of pages and admin set `previous_login`."""
    if request is None or not hasattr(user, "previous_login"):
        return
    for at in accounts.resets_since(user, user.previous_login):
        text = _(
            "The password of this account was reset on %(when)s, with a link that came by mail or"
            " from site staff. All its sessions and API tokens were ended then. If that was not"
            " you, tell site staff."
        )
        when = date_format(timezone.localtime(at), "DATETIME_FORMAT")
        messages.warning(request, text % {"when": when}, fail_silently=True)
