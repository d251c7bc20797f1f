"""Who is kept apart, and the penalties and bonuses of an event: what the staff decided."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField
from tournaments import selectors
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services.entries import apart as services

STATES = ("in", "waiting", "applied")
RULE_HOLDS = _("The rule holds.")


class EntriesForm(Form):
    """Some entries of the event, by their ids."""

    entry = forms.TypedMultipleChoiceField(
        coerce=int, widget=forms.CheckboxSelectMultiple, label=_("Player")
    )

    def clean(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {"entries": given.pop("entry", []), **given}


class RuleForm(Form):
    last_round = NumberField(_("Until round"), required=False)


class PairForm(EntriesForm):
    last_round = NumberField(_("Until round"), _("Empty: for good."), required=False)


class ClubForm(RuleForm):
    club = TextField(_("Members of"), required=False)
    field_order = ("club", "last_round")


class FamilyForm(RuleForm):
    family = TextField(_("Family"), required=False)
    field_order = ("family", "last_round")


class EndForm(Form):
    kind = TextField(required=False)
    key = TextField(required=False)


ACTIONS = {
    "pair": Action(PairForm, services.keep_apart, _("They are kept apart.")),
    "meet": Action(EntriesForm, services.let_meet, _("They may meet.")),
    CLUB: Action(ClubForm, services.keep_club_apart, RULE_HOLDS),
    FAMILY: Action(FamilyForm, services.keep_family_apart, RULE_HOLDS),
    "end": Action(EndForm, services.end_apart_rule, _("The rule is gone.")),
}


@staff_page
def apart(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs and rules, with a form for each kind."""
    opened = open_desk(request, slug, "players", verb="apart.view")
    shown = _shown(opened)
    sent = ActionForms(request, ACTIONS)
    _set_choices(sent, shown)
    if request.method == "POST":
        done = sent.run(actor=opened.actor, event_id=opened.event.pk)
        if done:
            messages.success(request, done)
            return redirect("pages:manage-apart", slug=slug)
    context = opened.context | shown | {"forms": sent}
    status = 422 if sent.problems else 200
    return render(request, "pages/desk/apart.html", context, status=status)


@staff_page
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties and bonuses; they are given on the card of a player."""
    opened = open_desk(request, slug, "players")
    context = opened.context | {"rows": selectors.adjustments(opened.event)}
    return render(request, "pages/desk/points.html", context)


def _set_choices(sent: ActionForms, shown: dict[str, Any]) -> None:
    everybody, people = shown["names"].items(), shown["people"]
    for do, choices in (("meet", everybody), ("pair", people)):
        sent[do].fields["entry"].choices = choices  # type: ignore[attr-defined]
    clubs = [("", _("any club that two share")), *shown["clubs"]]
    sent[CLUB].fields["club"].widget = forms.Select(choices=clubs)
    families = [("", _("each family")), *((each, each) for each in shown["families"])]
    sent[FAMILY].fields["family"].widget = forms.Select(choices=families)


def _shown(opened: Desk) -> dict[str, Any]:
    """The pairs and rules in words. Two queries beside those of the entries and clubs."""
    entries = selectors.visible_entries(opened.event, opened.actor)
    names = {entry.pk: selectors.resolve(entry.player).name for entry in entries}
    clubs = {club.slug: club.name for club in selectors.clubs()}
    kept = selectors.kept_apart(opened.event)
    return {
        "names": names,
        "pairs": [
            pair | {"names": [names.get(pk, str(pk)) for pk in pair["entries"]]}
            for pair in kept["pairs"]
        ],
        "rules": [
            rule | {"name": clubs.get(rule["key"], rule["key"]) if rule["key"] else ""}
            for rule in kept["rules"]
        ],
        "people": [(entry.pk, names[entry.pk]) for entry in entries if entry.state in STATES],
        "families": sorted({entry.family for entry in entries if entry.family}),
        "clubs": sorted(clubs.items(), key=lambda club: selectors.name_key(club[1])),
        "finished": opened.event.state == "finished",
    }
