"""The API tokens of one's own account: what there are, a new one, and ending one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.access import tokens
from config.pages.account.signing_in import actor_of
from config.pages.secret_pages import private_page
from tournaments.errors import DomainError
from tournaments.serializers.base import NAME

EVERYTHING = ""
USUAL_DAYS = 365


class TokenForm(forms.Form):
    """What the new token is for, what it may do, and for how long."""

    name = forms.CharField(max_length=NAME, label=gettext_lazy("What it is for"))
    scope = forms.ChoiceField(
        required=False,
        label=gettext_lazy("What it may do"),
        choices=(
            (EVERYTHING, gettext_lazy("everything that I may do")),
            ("read", gettext_lazy("only read")),
        ),
    )
    days = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=tokens.MOST_DAYS,
        label=gettext_lazy("Days until it expires"),
        help_text=gettext_lazy("Empty: never."),
        initial=USUAL_DAYS,
    )


class RevokeForm(forms.Form):
    token = forms.IntegerField(min_value=1, max_value=2**63 - 1)


@login_required(login_url="pages:login")
@private_page
def own_tokens(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, TokenForm())
    if request.POST.get("do") == "revoke":
        return _revoke(request)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    scope = form.cleaned_data["scope"]
    try:
        made, secret = tokens.create_own_token(
            actor=actor_of(request),
            name=form.cleaned_data["name"],
            scopes=(scope,) if scope else (),
            days=form.cleaned_data["days"],
        )
    except DomainError as refused:
        form.add_error(None, str(refused))
        return _page(request, form, status=422)
    return _page(request, TokenForm(), made=made, secret=secret)


def _revoke(request: HttpRequest) -> HttpResponse:
    form = RevokeForm(request.POST)
    try:
        if form.is_valid():
            tokens.revoke_own_token(actor=actor_of(request), token_id=form.cleaned_data["token"])
            messages.success(request, _("The token is revoked."))
    except DomainError as refused:
        messages.error(request, str(refused))
    return redirect("pages:own-tokens")


def _page(request: HttpRequest, form: TokenForm, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "section": "me",
        "form": form,
        "tokens": tokens.own_tokens(actor_of(request)),
        **more,
    }
    return render(request, "pages/account/tokens.html", context, status=status)
