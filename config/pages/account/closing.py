"""The page on which one closes one's account."""

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters

from config.access.closing import close_account
from config.pages.account.fields import LONGEST_PASSWORD
from config.pages.account.signing_in import actor_of
from config.pages.forms import Form, TextField


class CloseForm(Form):
    password = TextField(
        gettext_lazy("Password"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@sensitive_post_parameters("password")
@login_required(login_url="pages:login")
def close(request: HttpRequest) -> HttpResponse:
    form = CloseForm(request.POST or None)
    if request.method == "POST" and form.submit(close_account, actor=actor_of(request)):
        logout(request)
        messages.success(request, _("Your account is closed."))
        return redirect("pages:home")
    status = 422 if request.method == "POST" else 200
    context = {"section": "me", "form": form}
    return render(request, "pages/account/close.html", context, status=status)
