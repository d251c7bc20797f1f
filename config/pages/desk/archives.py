"""Archives of events: downloaded by staff, and taken in by organisers."""

import base64
import binascii
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club, Event
from config.pages.desk.base import get_event_or_404, staff_page
from config.pages.desk.people.suggestions import NEW
from config.pages.forms import FlagField, Form, TextField
from config.pages.names import isolate
from games.services.archives import (
    Choices,
    export_event,
    preview_archive,
    read_proved,
    take_archive,
)
from games.services.archives.imports import VERB, Taking, require_taking
from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError

WHO = "who-"  # the names of the fields that say who somebody is


class NoArchive(DomainError):
    code = "no_file"
    kind = "invalid"
    message = _("Choose the file of an archive.")


class ArchiveForm(Form):
    """sent: the file, the first time; carried: what was sent then, in base64."""

    sent = forms.FileField(
        required=False,
        label=_("Archive"),
        help_text=_("A zip file of at most 1.8 MB; larger ones by the command import_event"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    carried = forms.CharField(required=False, widget=forms.HiddenInput)
    club = TextField(_("Club"), required=False)
    slug = TextField(
        _("Address"),
        _("empty: the one that it has there"),
        required=False,
        max_length=limits.SLUG,
        widget=forms.TextInput(attrs={"class": "ltr", "autocomplete": "off"}),
    )
    rated = FlagField(_("Count the games that were rated there in the rating lists here"))

    who_fields: list[forms.BoundField]

    def __init__(self, clubs: Iterable[Club], *args: Any, may_without_club: bool) -> None:
        super().__init__(*args, auto_id="%s")
        none = [("", _("none"))] if may_without_club else []
        choices = [*none, *((club.slug, club.name) for club in clubs)]
        self.fields["club"].widget = forms.Select(choices=choices)
        self.who_fields = []

    def read(self) -> bytes:
        """The file; the page carries it along, so that it is chosen once.

        :raises NoArchive: none was sent.
        """
        file, carried = self.cleaned_data["sent"], self.cleaned_data["carried"]
        try:
            data: bytes = file.read() if file else base64.b64decode(carried, validate=True)
        except (binascii.Error, ValueError) as error:
            raise NoArchive from error
        if not data:
            raise NoArchive
        sent = {name: self.data[name] for name in self.data}
        self.data = {**sent, "carried": base64.b64encode(data).decode()}
        return data

    def ask_who(self, found: Taking) -> None:
        """Add a field for each person whom somebody here may be."""
        for person in found.people:
            if not person.candidates:
                continue
            known = [
                (player.public_id, f"{player.name} · {player.public_id}")
                for player in person.candidates
            ]
            name = f"{WHO}{person.entry}"
            self.fields[name] = forms.ChoiceField(
                label=f"{person.entry}. {isolate(person.name)}",
                choices=[(NEW, _("somebody new")), *known],
                required=False,
                help_text=_("the first has the same id") if person.is_here else "",
            )
            self.who_fields.append(self[name])

    def people(self) -> dict[str, str]:
        """Who was chosen, by the number of the entry."""
        return {
            bound.name.removeprefix(WHO): str(bound.value())
            for bound in self.who_fields
            if bound.value()
        }


def clubs_that_take(actor: Actor) -> list[Club]:
    """The clubs for which an account may take archives in."""
    if permissions.may(actor, VERB, None):
        return list(selectors.clubs())
    mine = selectors.staffed_clubs(actor.user_id or 0)
    return [club for club in mine if permissions.may(actor, VERB, club)]


@staff_page
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """The archive of an event, to be kept elsewhere."""
    actor = actor_of(request)
    get_event_or_404(slug, actor, "journal.view")
    response = HttpResponse(export_event(actor=actor, slug=slug), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{slug}.zip"'
    return response


@staff_page
def take(request: HttpRequest) -> HttpResponse:
    """Look into an archive, say who its people are, and take it in."""
    actor = actor_of(request)
    clubs, alone = clubs_that_take(actor), permissions.may(actor, VERB, None)
    if not (clubs or alone):
        raise Http404
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ArchiveForm(clubs, *sent, may_without_club=alone)
    act = _take if request.POST.get("do") == "take" else _look
    if form.is_bound and form.submit(act, form=form, actor=actor) and isinstance(form.result, str):
        return redirect("pages:manage", slug=form.result)
    context = {"section": "desk", "form": form, "found": form.result}
    refused = form.is_bound and form.result is None
    return render(request, "pages/desk/archive.html", context, status=422 if refused else 200)


def _look(*, form: ArchiveForm, actor: Actor, club: str, **_given: object) -> Taking:
    require_taking(actor, club)
    read = read_proved(form.read(), most=limits.ARCHIVE)
    found = preview_archive(actor=actor, archive=read, club=club)
    form.ask_who(found)
    return found


def _take(
    *, form: ArchiveForm, actor: Actor, club: str, slug: str, rated: bool, **given: object
) -> str:
    found = _look(form=form, actor=actor, club=club, **given)
    choices = Choices(slug=slug, club=club, people=form.people(), rated=rated)
    event: Event = take_archive(actor=actor, archive=found.archive, choices=choices)
    return event.slug
