"""Signing in and out, and who a request acts as."""

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actor import ANONYMOUS, Actor


def actor_of(request: HttpRequest) -> Actor:
    user_id = request.user.pk
    return ANONYMOUS if user_id is None else Actor("user", user_id=user_id)


class Login(LoginView):
    template_name = "pages/login.html"
    next_page = "pages:me"
    redirect_authenticated_user = True
    extra_context = {"section": "login"}


class Logout(LogoutView):
    next_page = "pages:home"


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/about.html")
