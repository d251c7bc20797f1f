"""What a club says of itself, for its owners and organisers: the form, and whether I am named."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.forms import Action, ActionForms, Form, Text, TextField
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.services.people import club_texts
from tournaments.services.people.club_texts import TEXTS

MARKDOWN = _("Markdown: **bold**, lists, links")


def _text(
    name: str, label: Text, hint: Text = "", *, rows: int = 0, direction: str = "auto"
) -> TextField:
    attrs = {"dir": direction}
    widget = forms.Textarea(attrs | {"rows": rows}) if rows else forms.TextInput(attrs)
    return TextField(label, hint, required=False, max_length=TEXTS[name], widget=widget)


class AboutForm(Form):
    place = _text("place", _("Where you meet"), _("name and address"))
    map = _text(
        "map",
        _("Map"),
        _("an https address, or latitude and longitude: 52.23, 21.01"),
        direction="ltr",
    )
    meets = _text("meets", _("When you meet"), _("such as: Thursdays from 19:00"))
    joining = _text("joining", _("How to join"), MARKDOWN, rows=3)
    description = _text("description", _("About the club"), MARKDOWN, rows=8)


def _save(*, actor: Actor, club_id: int, **changes: str) -> None:
    club_texts.edit_club(actor=actor, club_id=club_id, changes=changes)


def _show(*, actor: Actor, club_id: int) -> None:
    club_texts.show_in_club(actor=actor, club_id=club_id, shown=True)


def _hide(*, actor: Actor, club_id: int) -> None:
    club_texts.show_in_club(actor=actor, club_id=club_id, shown=False)


ACTIONS = {
    "save": Action(AboutForm, _save, _("Saved.")),
    "show": Action(Form, _show, _("Your name is on the page of the club.")),
    "hide": Action(Form, _hide, _("Your name is no longer on the page of the club.")),
}


@staff_page
def club_about(request: HttpRequest, slug: str) -> HttpResponse:
    """The page is missing for everybody who does not run the club."""
    actor = actor_of(request)
    with refused_as_404():
        club = selectors.get_club(slug)
        permissions.require(actor, "club.describe", club)
    stored = {name: getattr(club, name) for name in TEXTS}
    sent = ActionForms(request, ACTIONS, initial=stored)
    if done := sent.run(actor=actor, club_id=club.pk):
        messages.success(request, done)
        return redirect("pages:club-about", slug=slug)
    context = {
        "section": "clubs",
        "club": club,
        "form": sent["save"],
        "is_named": selectors.is_named_in(club, actor.user_id or 0),
        "problems": sent.problems,
    }
    status = 422 if sent.problems else 200
    return render(request, "pages/club/about.html", context, status=status)
