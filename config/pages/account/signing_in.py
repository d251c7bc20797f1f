"""Signing in and out, one's own password, and who a request acts as."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from config.access.accounts import after_password_change
from config.pages.account.fields import ChangePasswordForm, SignInForm
from tournaments.actor import ANONYMOUS, Actor


def actor_of(request: HttpRequest) -> Actor:
    user_id = request.user.pk
    return ANONYMOUS if user_id is None else Actor("user", user_id=user_id)


def onward(request: HttpRequest) -> str:
    """The address to go to afterwards: `next` if it is on this host, else empty."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours else ""


class Login(LoginView):
    template_name = "pages/account/login.html"
    next_page = "pages:me"
    redirect_authenticated_user = True
    authentication_form = SignInForm
    extra_context = {"section": "login"}


class Logout(LogoutView):
    next_page = "pages:home"


class Password(PasswordChangeView):
    """Change one's own password; the form asks for the old one."""

    form_class = ChangePasswordForm
    template_name = "pages/account/password.html"
    success_url = reverse_lazy("pages:me")
    extra_context = {"section": "me"}

    def form_valid(self, form: Any) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            after_password_change(self.request.user)
        messages.success(self.request, _("Your password is changed."))
        return answer


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/site/about.html")
