"""The fees of an event, as the desk keeps them by hand."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from config.pages.desk.base import open_desk, staff_page
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField, ValueChoiceField
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.limits import MAX_ID
from tournaments.prizes.money import plain_money, read_money
from tournaments.selectors.prizes.fees import OPEN, PAID, WAIVED, fees_document
from tournaments.services.prizes import fees

FEE_STATES = {OPEN: _("open"), PAID: _("paid"), WAIVED: _("waived")}
CURRENCY = _("Three letters, as EUR.")


class FeeForm(Form):
    amount = TextField(_("Fee"), max_length=20)
    currency = TextField(_("Currency"), CURRENCY, max_length=3)


class EntryFeeForm(Form):
    entry_id = NumberField(max_value=MAX_ID)
    state = ValueChoiceField(choices=list(FEE_STATES.items()))


def typed_money(text: str, currency: str, field: str) -> int:
    try:
        return read_money(text, currency)
    except ValueError:
        problem = _("an amount, as 12.50")
        raise InvalidInput(field=field, problem=problem) from None


def _set_fee(*, amount: str, currency: str, **given: Any) -> None:
    fees.set_fee(amount=typed_money(amount, currency, "amount"), currency=currency, **given)


def _set_entry_fee(*, actor: Actor, event_id: int, entry_id: int, state: str) -> None:
    event = tournaments.event_by_id(event_id)
    entry = tournaments.get_entry(event, entry_id, actor)
    fees.set_entry_fee(actor=actor, entry_id=entry.pk, state=state)


FEES = {
    "fee": Action(FeeForm, _set_fee, _("Saved.")),
    "entry": Action(EntryFeeForm, _set_entry_fee, _("Saved.")),
}


@staff_page
def fee_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Who paid, with a button for each, and the sums."""
    desk = open_desk(request, slug, "players", verb="fee.view")
    document = fees_document(desk.event)
    currency = document["currency"] or ""
    sent = ActionForms(request, FEES)
    if currency:
        amount = plain_money(document["amount"], currency)
        sent["fee"].initial = {"amount": amount, "currency": currency}
    if done := sent.run(actor=desk.actor, event_id=desk.event.pk):
        messages.success(request, done)
        return redirect("pages:manage-fees", slug=slug)
    context = {
        "fees": document,
        "states": list(FEE_STATES.items()),
        "totals": [(FEE_STATES[key], total) for key, total in document["totals"].items()],
        "forms": sent,
    }
    return desk.render("fees.html", context, refused=sent.problems)
