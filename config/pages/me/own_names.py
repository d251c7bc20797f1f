"""One's own names elsewhere: that at playtak is added and removed here."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of, own_player_or_404
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField
from config.pages.secret_pages import private_page
from games.services.playtak.events import SITE
from tournaments import limits, selectors
from tournaments.services.people import handles


class NameForm(Form):
    name = TextField(
        _("Name at playtak"),
        _("as it is written there, with the same capital letters"),
        max_length=limits.NAME,
    )


class RemoveForm(Form):
    handle_id = NumberField(max_value=limits.MAX_ID)


ACTIONS = {
    "add": Action(NameForm, partial(handles.add_handle, site=SITE), _("Saved.")),
    "remove": Action(RemoveForm, handles.remove_handle, _("Removed.")),
}


@login_required(login_url="pages:login")
@private_page
def own_names(request: HttpRequest) -> HttpResponse:
    """The page is missing for an account without a player."""
    player = own_player_or_404(request)
    sent = ActionForms(request, ACTIONS)
    if done := sent.run(actor=actor_of(request), player_id=player.pk):
        messages.success(request, done)
        return redirect("pages:own-names")
    context = {"section": "me", "forms": sent, "handles": selectors.handles_of(player)}
    return render(request, "pages/me/names.html", context, status=422 if sent.problems else 200)
