"""A match of teams at the desk: its boards, and who goes on if it is drawn."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document
from config.pages.desk.base import ReasonForm, open_desk, staff_page
from config.pages.forms import Action, ActionForms
from config.pages.names import isolate
from tournaments import selectors
from tournaments.services.rounds import match_decisions


class DecideForm(ReasonForm):
    team = forms.TypedChoiceField(
        label=gettext_lazy("Who goes on"), coerce=int, widget=forms.RadioSelect
    )
    field_order = ("team", "reason")


ACTIONS = {
    "decide": Action(
        DecideForm, match_decisions.decide_match, gettext_lazy("The decision is written down.")
    ),
    "undecide": Action(
        ReasonForm,
        match_decisions.undo_match_decision,
        gettext_lazy("The decision is taken back."),
    ),
}


@staff_page
def team_match(request: HttpRequest, slug: str, number: int, match: int) -> HttpResponse:
    """A match of a published round."""
    desk = open_desk(request, slug, "rounds", verb="stage.rule")
    found = selectors.match_documents(desk.event, round_number=number, write_name=isolate)
    document = next((each for each in found if each["number"] == match), None)
    if document is None:
        raise Http404
    sent = ActionForms(request, ACTIONS)
    _offer_teams(sent["decide"], document)
    if done := sent.run(actor=desk.actor, event_id=desk.event.pk, number=number, match=match):
        messages.success(request, done)
        return redirect("pages:manage-match", slug, number, match)
    context = {
        "match": document,
        "ruled": selectors.match_decision(desk.event, number, match),
        "forms": sent,
    }
    return desk.render("rounds/match.html", context, refused=sent.problems)


def _offer_teams(form: Any, match: Document) -> None:
    form.fields["team"].choices = [(side["team"], side["name"]) for side in match["teams"]]
