"""Switches web push on for the browser that asks, and off for any of one's own."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from config.notices.push.devices import add_device, remove_device
from config.pages.account.signing_in import actor_of
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField
from tournaments.limits import MAX_ID, NAME
from tournaments.outgoing.addresses import LONGEST_URL

LONGEST_KEY = 200


class AddForm(Form):
    """What push.js reads from the browser."""

    endpoint = TextField(max_length=LONGEST_URL)
    p256dh = TextField(max_length=LONGEST_KEY)
    auth = TextField(max_length=LONGEST_KEY)
    name = TextField(max_length=NAME, required=False)


class RemoveForm(Form):
    device_id = NumberField(min_value=1, max_value=MAX_ID)


ACTIONS = {
    "add": Action(AddForm, add_device, _("Notices are sent to this device.")),
    "remove": Action(RemoveForm, remove_device, _("Nothing is sent to this device any more.")),
}


@require_POST
@login_required(login_url="pages:login")
def own_devices_page(request: HttpRequest) -> HttpResponse:
    ActionForms(request, ACTIONS).run_with_messages(request, actor=actor_of(request))
    return redirect("pages:own-notice-settings")
