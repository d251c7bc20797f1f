"""One webhook: its settings, its deliveries with their answers, and its buttons."""

from datetime import datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from config.models import Delivery, Webhook
from config.pages.account.signing_in import actor_of
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.forms import Action, ActionForms, Form, NumberField, Text
from config.pages.webhook.webhook_form import WebhookForm
from config.webhooks import webhooks
from config.webhooks.choices import DeliveryState, Off
from tournaments.actor import Actor
from tournaments.limits import MAX_ID

SHOWN = 100
PROBLEM_WORDS: dict[str, Text] = {
    "": "",
    "timed_out": gettext_lazy("no answer in time"),
    "not_resolved": gettext_lazy("the name has no address"),
    "own_network": gettext_lazy("the address is in the networks of this server"),
    "no_connection": gettext_lazy("no connection"),
    "bad_certificate": gettext_lazy("the certificate is not valid"),
    "no_answer": gettext_lazy("what came was no answer"),
    "bad_url": gettext_lazy("such an address is not posted to"),
    "not_written": gettext_lazy("the message could not be written"),
}
HOMES = {"event": "pages:manage-webhooks", "club": "pages:club-webhooks"}
LISTS = {"event": "desk", "club": "clubs", "player": "me"}  # sections of the menu


class AgainForm(Form):
    """delivery: one; empty for all that were not delivered."""

    delivery = NumberField(min_value=1, max_value=MAX_ID, required=False)


@staff_page
def webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    actor = actor_of(request)
    with refused_as_404():
        found = webhooks.get_webhook(actor, webhook_id)
    initial = {
        "url": webhooks.url_of(found),
        "format": found.format,
        "language": found.language,
        "kinds": found.kinds or webhooks.KINDS,
    }
    sent = ActionForms(request, _actions(webhook_id), initial=initial)
    secret = ""
    if request.method == "POST":
        done = sent.run(actor=actor)
        if done and sent.do == "rotate":
            secret = done
        elif done:
            messages.success(request, done)
            return redirect(_list_url(found) if sent.do == "remove" else request.path)
    return _page(request, found, sent, secret)


def _actions(webhook_id: int) -> dict[str, Action]:
    of_this: Any = {"webhook_id": webhook_id}
    switch = partial(webhooks.change_webhook, **of_this)
    return {
        "change": Action(WebhookForm, switch, gettext_lazy("Saved.")),
        "on": Action(Form, partial(switch, active=True), gettext_lazy("It is on.")),
        "off": Action(Form, partial(switch, active=False), gettext_lazy("It is off.")),
        "ping": Action(
            Form,
            partial(webhooks.request_test, **of_this),
            gettext_lazy("A test is on its way. Load this page again to see the answer."),
        ),
        "again": Action(
            AgainForm,
            partial(_send_again, **of_this),
            gettext_lazy("It is sent again. Load this page again to see the answer."),
        ),
        "rotate": Action(Form, partial(_rotate, **of_this)),
        "remove": Action(
            Form, partial(webhooks.remove_webhook, **of_this), gettext_lazy("Removed.")
        ),
    }


def _send_again(*, actor: Actor, webhook_id: int, delivery: int | None) -> None:
    webhooks.request_again(actor=actor, webhook_id=webhook_id, delivery_id=delivery)


def _rotate(*, actor: Actor, webhook_id: int) -> str:
    return webhooks.rotate_secret(actor=actor, webhook_id=webhook_id)[1]


def _page(request: HttpRequest, found: Webhook, sent: ActionForms, secret: str) -> HttpResponse:
    deliveries = list(webhooks.deliveries_of(found)[:SHOWN])
    context = {
        "section": LISTS[webhooks.target_of(found)[0]],
        "webhook": found,
        "home": _list_url(found),
        "off_words": Off(found.off).label if found.off else "",
        "forms": sent,
        "secret": secret,
        "deliveries": [
            (each, DeliveryState(each.state).label, _problem(each.problem), _tries(each))
            for each in deliveries
        ],
        "has_failed": any(
            each.state in (DeliveryState.FAILED, DeliveryState.DROPPED) for each in deliveries
        ),
    }
    status = 422 if sent.problems else 200
    return render(request, "pages/webhook/webhook.html", context, status=status)


def _list_url(found: Webhook) -> str:
    kind, target = webhooks.target_of(found)
    return (
        reverse(HOMES[kind], args=[target.slug]) if kind in HOMES else reverse("pages:own-webhooks")
    )


def _problem(code: str) -> Text:
    return PROBLEM_WORDS.get(code, code)


def _tries(delivery: Delivery) -> list[dict[str, Any]]:
    """The attempts, with times and in words."""
    return [
        {**each, "at": datetime.fromisoformat(each["at"]), "problem": _problem(each["problem"])}
        for each in delivery.tries
    ]
