"""The applications that may act for one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.oauth import consents
from config.pages.account.scope_texts import scopes_in_words
from config.pages.account.signing_in import actor_of
from config.pages.forms import Form, TextField
from config.pages.secret_pages import private_page
from tournaments import selectors
from tournaments.limits import CODE


class RevokeForm(Form):
    client_id = TextField(max_length=CODE)


@login_required(login_url="pages:login")
@private_page
def own_consents(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    if request.method == "POST":
        form = RevokeForm(request.POST)
        if form.submit(consents.revoke_consent, actor=actor):
            messages.success(request, _("The application may act for you no longer."))
        else:
            messages.error(request, form.problems[0])
        return redirect("pages:own-consents")
    found = list(consents.own_consents(actor))
    makers = selectors.names_of_users(each.application.user_id or 0 for each in found)
    rows = [
        (each, scopes_in_words(each.scopes), makers[each.application.user_id or 0])
        for each in found
    ]
    return render(request, "pages/application/consents.html", {"section": "me", "rows": rows})
