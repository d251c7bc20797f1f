"""Who is kept apart, and the penalties and bonuses of an event: what the staff decided."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from config.pages.desk.base import open_desk, staff_page
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField
from config.pages.labels import FINISHED
from tournaments import selectors
from tournaments.choices import EntryStatus
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services.entries import apart as services

STATES = (EntryStatus.IN, EntryStatus.WAITING, EntryStatus.APPLIED)
RULE_HOLDS = _("The rule holds.")


def _entries_field(names: dict[int, str]) -> forms.Field:
    return forms.TypedMultipleChoiceField(
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        label=_("Player"),
        choices=list(names.items()),
    )


class EntriesForm(Form):
    """Some entries of the event, by their ids."""

    entry = _entries_field({})

    def clean(self) -> dict[str, object]:
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
    entries = list(selectors.visible_entries(opened.event, opened.actor))
    names = {entry.pk: selectors.resolve(entry.player).name for entry in entries}
    clubs = {club.slug: club.name for club in selectors.clubs()}
    sent = ActionForms(request, ACTIONS)
    sent["meet"].fields["entry"] = _entries_field(names)
    sent["pair"].fields["entry"] = _entries_field(
        {entry.pk: names[entry.pk] for entry in entries if entry.state in STATES}
    )
    by_name = sorted(clubs.items(), key=lambda club: selectors.name_key(club[1]))
    sent[CLUB].fields["club"].widget = forms.Select(
        choices=[("", _("any club that two share")), *by_name]
    )
    families = sorted({entry.family for entry in entries if entry.family})
    sent[FAMILY].fields["family"].widget = forms.Select(
        choices=[("", _("each family")), *((each, each) for each in families)]
    )
    if done := sent.run(actor=opened.actor, event_id=opened.event.pk):
        messages.success(request, done)
        return redirect("pages:manage-apart", slug=slug)
    kept = selectors.kept_apart(opened.event)
    context = {
        "pairs": [
            pair | {"names": [names.get(pk, str(pk)) for pk in pair["entry_ids"]]}
            for pair in kept["pairs"]
        ],
        "rules": [
            rule | {"name": clubs.get(rule["key"], rule["key"]) if rule["key"] else ""}
            for rule in kept["rules"]
        ],
        "finished": opened.event.state == FINISHED,
        "forms": sent,
    }
    return opened.render("apart.html", context, refused=sent.problems)


@staff_page
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties and bonuses; they are given on the card of a player."""
    opened = open_desk(request, slug, "players")
    return opened.render("points.html", {"rows": selectors.adjustments(opened.event)})
