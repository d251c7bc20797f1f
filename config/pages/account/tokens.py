"""The API tokens of one's own account: list, create and revoke."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.access import tokens
from config.pages.account.scope_texts import SCOPE_TEXTS, scopes_in_words
from config.pages.account.signing_in import actor_of
from config.pages.forms import Form, TextField
from config.pages.secret_pages import private_page
from tournaments.actor import Actor
from tournaments.limits import MAX_ID, NAME

USUAL_DAYS = 365


class TokenForm(Form):
    name = TextField(gettext_lazy("What it is for"), max_length=NAME)
    scope = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        help_text=gettext_lazy("Every token may read what you may read."),
        choices=tuple(SCOPE_TEXTS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=tokens.MAX_DAYS,
        label=gettext_lazy("Days until it expires"),
        help_text=gettext_lazy("Empty: never."),
        initial=USUAL_DAYS,
    )


class RevokeForm(Form):
    token = forms.IntegerField(min_value=1, max_value=MAX_ID)


@login_required(login_url="pages:login")
@private_page
def own_tokens(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, TokenForm())
    if request.POST.get("do") == "revoke":
        return _revoke(request)
    form = TokenForm(request.POST)
    if not form.submit(_create_token, actor=actor_of(request)):
        return _page(request, form, status=422)
    return _page(request, TokenForm(), secret=form.result)


def _create_token(*, actor: Actor, name: str, scope: list[str], days: int | None) -> str:
    return tokens.create_own_token(actor=actor, name=name, scopes=tuple(scope), days=days)[1]


def _revoke(request: HttpRequest) -> HttpResponse:
    form = RevokeForm(request.POST)
    if form.submit(_revoke_token, actor=actor_of(request)):
        messages.success(request, _("The token is revoked."))
    else:
        messages.error(request, form.problems[0])
    return redirect("pages:own-tokens")


def _revoke_token(*, actor: Actor, token: int) -> None:
    tokens.revoke_own_token(actor=actor, token_id=token)


def _page(
    request: HttpRequest, form: TokenForm, *, status: int = 200, secret: str = ""
) -> HttpResponse:
    context = {
        "section": "me",
        "form": form,
        "tokens": [
            (token, scopes_in_words(token.scopes)) for token in tokens.own_tokens(actor_of(request))
        ],
        "secret": secret,
    }
    return render(request, "pages/account/tokens.html", context, status=status)
