"""The secret address of one's own calendar: made, renewed, removed."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from config.access.calendar_addresses import address_made_at, remove_own_address, renew_address
from config.calendars.addresses import own_address
from config.pages.account.signing_in import actor_of
from config.pages.forms import Action, ActionForms, Form
from config.pages.secret_pages import private_page

ACTIONS = {
    "renew": Action(Form, renew_address),
    "remove": Action(Form, remove_own_address, _("The address is removed.")),
}


@login_required(login_url="pages:login")
@private_page
def own_calendar_page(request: HttpRequest) -> HttpResponse:
    """The address is on the answer to making it, and nowhere else."""
    actor = actor_of(request)
    sent = ActionForms(request, ACTIONS)
    done = sent.run(actor=actor)
    if done:
        messages.success(request, done)
        return redirect("pages:own-calendar")
    made = sent["renew"].result
    context = {
        "section": "me",
        "problems": sent.problems,
        "made_at": address_made_at(actor),
        "address": own_address(request, made[1], get_language()) if made else "",
    }
    return render(request, "pages/calendar/own.html", context, status=422 if sent.problems else 200)
