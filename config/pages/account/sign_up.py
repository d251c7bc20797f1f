"""Making an account, and getting back into one."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from config.access import invitations
from config.access.accounts import (
    UsernameTaken,
    after_password_reset,
    delete_unverified_account,
    reset_link,
    reset_tokens,
    sign_up,
)
from config.access.guess_limits import (
    MAILS_FROM,
    MAILS_TO,
    SIGN_UPS,
    client_address,
)
from config.access.known_devices import note_sign_in
from config.access.sign_up import INVITED, NoAccountYet, require_sign_up
from config.jobs import mail_reset_links
from config.pages.account.fields import (
    EMAIL,
    PASSWORD,
    USERNAME,
    ForgottenPasswordForm,
    NewPasswordForm,
)
from config.pages.account.proving import (
    NOT_SENT,
    invitation_in,
    is_invitation,
    send_proof,
)
from config.pages.account.signing_in import actor_of, onward
from config.pages.annotations import Context, User
from config.pages.forms import Form, TextField
from config.pages.secret_pages import private_page, refuse_code
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.enqueue import enqueue
from tournaments.errors import DomainError, NotFound
from tournaments.limits import NAME

TOO_MANY = gettext_lazy("Too many new accounts came from here. Wait an hour, then try again.")
TOO_MANY_MAILS = gettext_lazy("Too many mails were asked for from here. Wait an hour.")
NEEDS_EMAIL = gettext_lazy(
    "a link is sent there that opens the account; later one when you forget your password"
)
MAY_HAVE_EMAIL = gettext_lazy(
    "only to send you a link when you forget your password; it may stay empty"
)


class SignUpForm(Form):
    """An account, and the name of its player unless the visitor came to claim one.

    Where an address must be proved first, the player is named after that.
    """

    username = USERNAME
    password = PASSWORD
    name = TextField(
        gettext_lazy("The name you play under"),
        gettext_lazy("leave it empty if you do not play, or if you have played here before"),
        max_length=NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = EMAIL

    def __init__(self, *args: Any, is_claim: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if is_claim or settings.REQUIRE_EMAIL:
            del self.fields["name"]
        if not settings.MAIL:
            del self.fields["email"]
            return
        email = self.fields["email"]
        email.required = settings.REQUIRE_EMAIL
        email.help_text = NEEDS_EMAIL if settings.REQUIRE_EMAIL else MAY_HAVE_EMAIL

    def add_refusal(self, error: DomainError) -> None:
        if isinstance(error, UsernameTaken):
            self.add_error("username", str(error))
        else:
            super().add_refusal(error)


@sensitive_post_parameters("password")
def signup(request: HttpRequest) -> HttpResponse:
    """Make an account, and its player if a name is given; then follow `next`."""
    target = onward(request)
    if request.user.is_authenticated:
        return redirect(target or "pages:me")
    invitation = invitation_in(target)
    refusal = _refusal(request, invitation)
    if refusal is not None:
        return refusal
    form = SignUpForm(request.POST or None, is_claim=is_invitation(target))
    status = HTTPStatus.OK
    if request.method == "POST":
        user = _sign_up(request, form, invitation)
        if user is not None:
            return _welcome(request, user, target)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {
        "section": "login",
        "form": form,
        "next": target,
        "is_accepting": settings.SIGN_UP == INVITED,
    }
    return render(request, "pages/account/signup.html", context, status=status)


def _refusal(request: HttpRequest, invitation: str) -> HttpResponse | None:
    """The page that says why the visitor may not sign up; None if signing up is allowed."""
    try:
        require_sign_up(invitation)
        if settings.SIGN_UP == INVITED:
            invitations.require_live(invitation, timezone.now())
    except NoAccountYet:
        return redirect("pages:first-run")
    except invitations.BadInvitation as error:
        return refuse_code(request, str(error), _refused)
    except DomainError as error:
        return _refused(request, str(error), HTTPStatus.FORBIDDEN)
    return None


def _refused(request: HttpRequest, problem: str, status: int) -> HttpResponse:
    context = {"section": "login", "problem": problem}
    return render(request, "pages/account/no_signup.html", context, status=status)


def _sign_up(request: HttpRequest, form: SignUpForm, invitation: str) -> User | None:
    """The new account; None if the form has errors."""
    if not form.is_valid():
        return None
    address = client_address(request)
    if not SIGN_UPS.take(address):  # counted first, so that parallel requests count
        form.add_error(None, str(TOO_MANY))
        return None
    try:
        user: User = sign_up(**form.cleaned_data, invitation=invitation)
    except DomainError as error:
        SIGN_UPS.give_back(address)
        form.add_refusal(error)
        return None
    if settings.REQUIRE_EMAIL and not send_proof(request, user):
        SIGN_UPS.give_back(address)
        delete_unverified_account(user)
        form.add_error("email", str(NOT_SENT))
        return None
    return user


def _welcome(request: HttpRequest, user: User, target: str) -> HttpResponse:
    if settings.REQUIRE_EMAIL:
        return render(
            request, "pages/account/prove_sent.html", {"section": "login", "email": user.email}
        )
    login(request, user)
    note_sign_in(request, user.get_username())
    if settings.SIGN_UP == INVITED:
        messages.success(request, _("Accepted."))
        return redirect("pages:me")
    return redirect(target or "pages:me")


@require_POST
@login_required(login_url="pages:login")
@private_page
def make_reset_link(request: HttpRequest, user_id: int) -> HttpResponse:
    """Make a link for a new password and show it once; staff give it to the owner."""
    try:
        uid, token = reset_link(actor=actor_of(request), user_id=user_id)
    except NotFound:
        raise
    except DomainError as error:
        messages.error(request, str(error))
        return redirect(onward(request) or "pages:me")
    account = selectors.get_account(user_id)
    context = {
        "section": "me",
        "username": account.get_username() if account else "",
        "url": request.build_absolute_uri(reverse("pages:new-password", args=[uid, token])),
        "next": onward(request),
    }
    return render(request, "pages/account/reset_link.html", context)


class NewPassword(PasswordResetConfirmView):
    """The page of a link for a new password. Each link works once."""

    form_class = NewPasswordForm
    template_name = "pages/account/new_password.html"
    success_url = reverse_lazy("pages:login")
    token_generator = reset_tokens
    extra_context = {"section": "login"}

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        user = form.user
        with transaction.atomic():
            answer = super().form_valid(form)
            after_password_reset(actor=Actor("user", user_id=user.pk), user=user)
        note_sign_in(self.request, user.get_username())
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return answer


class ForgottenPassword(PasswordResetView):
    """Send a link by mail; without mail the page refers to site staff.

    The page answers the same for every address. A worker looks for the account and sends the mail.
    """

    form_class = ForgottenPasswordForm
    template_name = "pages/account/forgotten.html"
    success_url = reverse_lazy("pages:login")

    def get_context_data(self, **context: object) -> Context:
        return super().get_context_data(section="login", has_mail=settings.MAIL, **context)

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        if not MAILS_FROM.take(client_address(self.request)):
            form.add_error(None, str(TOO_MANY_MAILS))
            return self.form_invalid(form)
        messages.info(
            self.request, _("If an account has this address, a mail with a link is on its way.")
        )
        address = form.cleaned_data["email"]
        if settings.MAIL and MAILS_TO.take(address.casefold()):
            site = f"{self.request.scheme}://{self.request.get_host()}"
            enqueue(mail_reset_links, address, get_language() or settings.LANGUAGE_CODE, site)
        return redirect(self.get_success_url())
