"""Proving an e-mail address: sending the link, and the page that it opens."""

import logging
from http import HTTPStatus
from smtplib import SMTPException
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.access.accounts import unverified_account, verification_link, verify_email
from config.access.sign_up import INVITED
from config.pages.account.signing_in import onward
from config.pages.annotations import User
from config.pages.secret_pages import private_page
from tournaments.errors import DomainError

NOT_SENT = gettext_lazy("No mail could be sent there. Look at the address, or try again later.")
log = logging.getLogger(__name__)


def send_proof(request: HttpRequest, user: User) -> bool:
    """Send the link; False if the mail could not be sent."""
    target = onward(request)
    path = reverse("pages:prove-email", args=verification_link(user))
    url = request.build_absolute_uri(path) + (f"?{urlencode({'next': target})}" if target else "")
    context = {"username": user.get_username(), "url": url}
    subject = render_to_string("pages/account/prove_mail_subject.txt", context).strip()
    text = render_to_string("pages/account/prove_mail.txt", context)
    try:
        send_mail(subject, text, None, [user.email])
    except (OSError, SMTPException):
        log.exception("The mail that proves an address could not be sent.")
        return False
    return True


@private_page
def prove(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Activate the account. A button does it, because mail programs open links by themselves."""
    user = unverified_account(uidb64, token)
    if user is None:
        return render(request, "pages/account/prove.html", {"section": "login"}, status=404)
    target = onward(request)
    context = {"section": "login", "account": user, "next": target}
    if request.method != "POST":
        return render(request, "pages/account/prove.html", context)
    invited = settings.SIGN_UP == INVITED
    try:
        verify_email(user=user, invitation=invitation_in(target))
    except DomainError as error:
        context["problem"] = str(error)
        return render(request, "pages/account/prove.html", context, status=HTTPStatus.CONFLICT)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    messages.success(request, _("Your address is proved, and you are signed in."))
    return redirect("pages:me" if invited or not target else target)


def invitation_in(target: str) -> str:
    """The code in the address of an invitation; empty for every other address."""
    try:
        found = resolve(urlsplit(target).path)
    except Resolver404:
        return ""
    return str(found.kwargs["code"]) if found.view_name == "pages:invite" else ""


def is_invitation(target: str) -> bool:
    return bool(invitation_in(target))
