"""The desk's categories, prizes and fees."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from config.pages.annotations import Document
from config.pages.desk.base import open_desk, staff_page
from config.pages.desk.people.fees import CURRENCY, typed_money
from config.pages.forms import (
    Action,
    ActionForms,
    Form,
    ListField,
    NumberField,
    TextField,
    ValueChoiceField,
)
from config.pages.labels import FINISHED
from ratings.selectors import prizes as selectors
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.limits import MAX_ID, NAME
from tournaments.prizes.categories import LIMITED, LISTED
from tournaments.prizes.money import plain_money
from tournaments.selectors.prizes import categories as rows
from tournaments.services.prizes import categories, plans
from tournaments.services.prizes.categories import CHANGES

KINDS = {
    "rating": _("starting rating below the limit"),
    "junior": _("born in the year of the limit or later"),
    "newcomer": _("fewer rated games than the limit; 0: no rating"),
    "women": _("women, as they say themselves"),
    "own": _("chosen by staff"),
}
TIES = {
    "equal": _("divided equally"),
    "hort": _("half equally, half by tie-break (Hort)"),
    "tie_break": _("by tie-break"),
}
EACH = {"yes": _("one prize a person, the largest"), "no": _("several")}
SHARE_DIGITS = 9
ALL = _("All players")
LIST = "list_"  # before the id of a category, 0: among all


class CategoryForm(Form):
    name = TextField(_("Name"), max_length=NAME)
    kind = ValueChoiceField(_("Who is in it"), choices=list(KINDS.items()))
    limit = NumberField(_("Limit"), required=False)
    published = forms.BooleanField(label=_("Everybody sees who is in it"), required=False)


class CategoryChangesForm(Form):
    """category_id: which one. The limit belongs to kinds by data alone."""

    category_id = NumberField(max_value=MAX_ID, widget=forms.HiddenInput)
    name = TextField(_("Name"), max_length=NAME)
    limit = NumberField(_("Limit"), required=False)
    published = forms.BooleanField(label=_("Everybody sees who is in it"), required=False)


class OneForm(Form):
    category_id = NumberField(max_value=MAX_ID)


class MemberForm(Form):
    category_id = NumberField(max_value=MAX_ID)
    entry_id = NumberField(_("Player"), max_value=MAX_ID)
    member = ValueChoiceField(choices=[(True, _("in")), (False, _("out"))])


class PlanForm(Form):
    currency = TextField(_("Currency"), CURRENCY, max_length=3)
    fund = TextField(_("Fund"), _("Empty: the numbers below are amounts."), required=False)
    ties = ValueChoiceField(_("Ties"), choices=list(TIES.items()))
    one_each = ValueChoiceField(_("A person gets"), choices=list(EACH.items()))


def _remove(*, actor: Actor, event_id: int, category_id: int) -> None:
    _require_here(event_id, category_id)
    categories.remove_category(actor=actor, category_id=category_id)


def _edit(*, actor: Actor, event_id: int, category_id: int, **changes: Any) -> None:
    _require_here(event_id, category_id)
    categories.edit_category(actor=actor, category_id=category_id, changes=changes)


def _set_member(*, actor: Actor, event_id: int, category_id: int, **given: Any) -> None:
    _require_here(event_id, category_id)
    categories.set_member(actor=actor, category_id=category_id, **given)


def _require_here(event_id: int, category_id: int) -> None:
    rows.get_category(tournaments.event_by_id(event_id), category_id, staff=True)


def _set_prizes(*, currency: str, fund: str, one_each: str, **given: Any) -> None:
    """Read the numbers of each list: shares of the fund, or amounts."""
    lists = {name: given.pop(name) for name in list(given) if name.startswith(LIST)}
    with_fund = bool(fund.strip())
    prizes = [
        {
            "category": int(name.removeprefix(LIST)) or None,
            "place": place,
            "share" if with_fund else "amount": _number(text, currency, is_share=with_fund),
        }
        for name, texts in lists.items()
        for place, text in enumerate(texts, 1)
    ]
    plans.set_prizes(
        currency=currency,
        fund=typed_money(fund, currency, "fund") if with_fund else None,
        one_each=one_each == "yes",
        prizes=prizes,
        **given,
    )


def _number(text: str, currency: str, *, is_share: bool) -> int:
    if not is_share:
        return typed_money(text, currency, "prizes")
    if not (text.isascii() and text.isdecimal() and len(text) < SHARE_DIGITS):
        raise InvalidInput(field="prizes", problem=_("a whole number"))
    return int(text)


ACTIONS = {
    "category": Action(CategoryForm, categories.make_category, _("Saved.")),
    "edit": Action(CategoryChangesForm, _edit, _("Saved.")),
    "remove": Action(OneForm, _remove, _("The category is gone.")),
    "member": Action(MemberForm, _set_member, _("Saved.")),
    "plan": Action(PlanForm, _set_prizes, _("Saved.")),
}


@staff_page
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Categories and prizes, with a form for each."""
    desk = open_desk(request, slug, "players", verb="category.view")
    document = selectors.prizes_document(desk.event)
    listed = selectors.category_views(desk.event, staff=True)
    sent = ActionForms(request, ACTIONS)
    _prepare_plan(sent["plan"], document, listed)
    if done := sent.run(actor=desk.actor, event_id=desk.event.pk):
        messages.success(request, done)
        return redirect("pages:manage-prizes", slug=slug)
    entries = [
        (entry.pk, tournaments.resolve(entry.player).name)
        for entry in tournaments.visible_entries(desk.event, desk.actor)
    ]
    context = {
        "categories": [
            each | {"label": KINDS[each["kind"]], "form": _changes_form(each, sent["edit"])}
            for each in listed
        ],
        "listed": [each for each in listed if each["kind"] in LISTED],
        "entries": entries,
        "prizes": document,
        "finished": desk.event.state == FINISHED,
        "forms": sent,
    }
    return desk.render("prizes.html", context, refused=sent.problems)


def _changes_form(category: Document, sent: Form) -> Form:
    """The form of one category; `sent` if it is that one's and was refused."""
    if sent.is_bound and sent.data.get("category_id") == str(category["id"]):
        form = sent
    else:
        stored = {"category_id": category["id"], **{name: category[name] for name in CHANGES}}
        form = CategoryChangesForm(initial=stored, auto_id=f"edit-{category['id']}-%s")
    if category["kind"] not in LIMITED:
        del form.fields["limit"]
    return form


def _prepare_plan(form: Form, document: Document, listed: Sequence[Document]) -> None:
    """Add a field for each list that may have prizes, and show what is stored."""
    named = [(0, ALL), *((each["id"], each["name"]) for each in listed if each["published"])]
    for key, name in named:
        form.fields[f"{LIST}{key}"] = ListField(
            name, _("Place 1, 2, 3 …, with commas between them.") if not key else ""
        )
    currency = document["currency"]
    if currency:
        fund = document["fund"]
        form.initial = {
            "currency": currency,
            "fund": plain_money(fund, currency) if fund else "",
            "ties": document["ties"],
            "one_each": "yes" if document["one_each"] else "no",
            **{f"{LIST}{key}": _stored(document, key) for key, _name in named},
        }


def _stored(document: Document, key: int) -> list[str]:
    return [
        str(each["share"]) if each["share"] else plain_money(each["amount"], document["currency"])
        for each in document["prizes"]
        if (each["category"] or 0) == key
    ]
