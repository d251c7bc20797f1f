"""Signing in and out, one's own password, and who a request acts as."""

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from config.access.accounts import after_password_change
from config.pages.account.fields import ChangePasswordForm, SignInForm
from config.pages.annotations import Player
from config.pages.desk.entrance import desk_of_the_evening
from tournaments import selectors
from tournaments.actor import ANONYMOUS, Actor


def actor_of(request: HttpRequest) -> Actor:
    user_id = request.user.pk
    return ANONYMOUS if user_id is None else Actor("user", user_id=user_id)


def own_player_or_404(request: HttpRequest) -> Player:
    """The player of the account, who sees this page only with one."""
    player = selectors.player_of(actor_of(request).user_id or 0)
    if player is None:
        raise Http404
    return player


def onward(request: HttpRequest) -> str:
    """The address to go to afterwards: `next` if it is on this host, else empty."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours else ""


class Login(LoginView):
    """Leads to `next`, else to the desk of the evening that is on, else to the own table."""

    template_name = "pages/account/login.html"
    next_page = "pages:me"
    redirect_authenticated_user = True
    authentication_form = SignInForm
    extra_context = {"section": "login"}

    def get_default_redirect_url(self) -> str:
        return desk_of_the_evening(actor_of(self.request)) or super().get_default_redirect_url()


class Logout(LogoutView):
    next_page = "pages:home"


class Password(PasswordChangeView):
    """Change one's own password; the form asks for the old one."""

    form_class = ChangePasswordForm
    template_name = "pages/account/password.html"
    success_url = reverse_lazy("pages:me")
    extra_context = {"section": "me"}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            after_password_change(form.user)
        messages.success(self.request, _("Your password is changed."))
        return answer


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/site/about.html")
