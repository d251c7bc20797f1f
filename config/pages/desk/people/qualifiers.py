"""Entering the first players of a season, after a look at who they are."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.annotations import Document, Event
from config.pages.desk.base import open_desk, staff_page
from config.pages.forms import FlagField, Form, NumberField, ValueChoiceField
from ratings.services import qualifying
from tournaments import selectors
from tournaments.errors import DomainError
from tournaments.standings.seasons.qualifying import DECLINED, ENTERS, IN, TIED

STATES = {
    ENTERS: gettext_lazy("enters"),
    IN: gettext_lazy("takes part already"),
    DECLINED: gettext_lazy("does not take part"),
    TIED: gettext_lazy("shares the last places"),
}


class PlayersField(forms.MultipleChoiceField):
    """The checkboxes beside the names; the service knows who is in the table."""

    def valid_value(self, value: str) -> bool:
        return True


class QualifiersForm(Form):
    """declined: public ids, of the table of the preview."""

    declined = PlayersField(required=False)
    places = NumberField(gettext_lazy("How many of the first players"), min_value=1)
    besides = FlagField(gettext_lazy("Players who take part already do not count among them"))

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        listed = selectors.series_of(event.club) if event.club else []
        choices = [(each.slug, each.name) for each in listed]
        self.fields["series"] = ValueChoiceField(_("Season"), choices=choices)
        self.has_seasons = bool(choices)


@staff_page
def qualifiers(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, who would enter, and the button that enters them."""
    opened = open_desk(request, slug, "players")
    do = request.POST.get("do", "") if request.method == "POST" else ""
    form = QualifiersForm(opened.event, request.POST if do in ("enter", "preview") else None)
    asked = {"actor": opened.actor, "event_id": opened.event.pk}
    if do == "enter" and form.submit(qualifying.enter_qualifiers, **asked):
        entered = sum(row["state"] == ENTERS for row in form.result["rows"])
        messages.success(
            request,
            ngettext("{n} player entered.", "{n} players entered.", entered).format(n=entered),
        )
        return redirect("pages:manage-players", slug=slug)
    if do == "preview":
        form.submit(qualifying.preview_qualifiers, **asked)
    context = {"form": form, "has_seasons": form.has_seasons, "rows": _rows(form, **asked)}
    return opened.render("people/qualifiers.html", context, refused=form.errors)


def _rows(form: QualifiersForm, **asked: Any) -> list[Document]:
    """Who would enter, also after a refusal, such as of a tie; empty if the form makes no sense."""
    if not form.is_bound or not {"series", "places"} <= form.cleaned_data.keys():
        return []
    try:
        found = qualifying.preview_qualifiers(**asked, **form.cleaned_data)
    except DomainError:  # the form says it
        return []
    return [
        {**row, "words": STATES[row["state"]], "is_out": row["state"] == DECLINED}
        for row in found["rows"]
    ]
