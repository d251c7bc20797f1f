"""Making an account, and getting back into one."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from config.accounts import UsernameTaken, note_new_password, reset_link, reset_tokens, sign_up
from config.pages.account import actor_of, onward
from config.pages.secret_pages import keep_to_oneself
from config.throttling import MAILS, SIGN_UPS, address_of
from tournaments import selectors
from tournaments.errors import DomainError, InvalidInput, NotFound

TOO_MANY = gettext_lazy("Too many new accounts came from here. Wait an hour, then try again.")
TOO_MANY_MAILS = gettext_lazy("Too many mails were asked for from here. Wait an hour.")


class SignUpForm(forms.Form):
    username = forms.CharField(max_length=150)
    password = forms.CharField(max_length=200, strip=False)
    name = forms.CharField(max_length=100, required=False)
    email = forms.EmailField(max_length=200, required=False)


@sensitive_post_parameters("password")
def signup(request: HttpRequest) -> HttpResponse:
    """Make an account, and the player of it where a name is given; then go on."""
    target = onward(request)
    if request.user.is_authenticated:
        return redirect(target or "pages:me")
    form = SignUpForm(request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST":
        if _signed_up(request, form):
            return redirect(target or "pages:me")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {
        "section": "login",
        "form": form,
        "next": target,
        # Who comes to claim a player has one already.
        "asks_name": not target.startswith(reverse("pages:invite", args=["x"])[:-2]),
        "asks_mail": settings.MAIL,
    }
    return render(request, "pages/signup.html", context, status=status)


def _signed_up(request: HttpRequest, form: SignUpForm) -> bool:
    address = address_of(request)
    if SIGN_UPS.reached(address):
        form.add_error(None, str(TOO_MANY))
    if not form.is_valid():
        return False
    try:
        user = sign_up(**form.cleaned_data)
    except UsernameTaken as taken:
        form.add_error("username", str(taken))
        return False
    except InvalidInput as wrong:
        field = str(wrong.details["field"])
        form.add_error(field if field in form.fields else None, str(wrong.details["problem"]))
        return False
    SIGN_UPS.count(address)
    login(request, user)
    return True


@require_POST
@login_required(login_url="pages:login")
@keep_to_oneself
def make_reset_link(request: HttpRequest, user_id: int) -> HttpResponse:
    """Make a link for a new password and show it once, to be handed on."""
    try:
        uid, token = reset_link(actor=actor_of(request), user_id=user_id)
    except NotFound as error:
        raise Http404(str(error)) from error
    except DomainError as error:
        messages.error(request, str(error))
        return redirect(onward(request) or "pages:me")
    account = selectors.account(user_id)
    context = {
        "section": "me",
        "username": account.get_username() if account else "",
        "url": request.build_absolute_uri(reverse("pages:new-password", args=[uid, token])),
        "next": onward(request),
    }
    return render(request, "pages/reset_link.html", context)


class NewPassword(PasswordResetConfirmView):
    """The end of a link for a new password, whoever made it. Used once."""

    template_name = "pages/new_password.html"
    success_url = reverse_lazy("pages:login")
    token_generator = reset_tokens
    extra_context = {"section": "login"}

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        note_new_password(self.user)
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return answer


class ForgottenPassword(PasswordResetView):
    """Where mail is set up: a link by mail. Else: whom to ask."""

    template_name = "pages/forgotten.html"
    email_template_name = "pages/reset_mail.txt"
    subject_template_name = "pages/reset_mail_subject.txt"
    success_url = reverse_lazy("pages:login")
    token_generator = reset_tokens

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(section="login", has_mail=settings.MAIL, **context)

    def form_valid(self, form: Any) -> HttpResponse:
        address = address_of(self.request)
        if MAILS.reached(address):
            form.add_error(None, str(TOO_MANY_MAILS))
            return self.form_invalid(form)
        MAILS.count(address)
        messages.info(
            self.request, _("If an account has this address, a mail with a link is on its way.")
        )
        return super().form_valid(form) if settings.MAIL else redirect("pages:login")
