"""Adding a player to an event by name, with suggestions while the name is typed."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.desk.base import get_event_or_404, staff_page
from config.pages.desk.people.suggestions import NEW, describe, suggestions
from config.pages.forms import Form, NumberField, TextField
from config.pages.names import isolate
from config.planning import Person, enter_person
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus
from tournaments.limits import NAME, QUERY


class AddForm(Form):
    """Enter somebody by name.

    who: a public id, or NEW for a new player; asked if the name may mean several players.
    """

    name = TextField(
        gettext_lazy("Name"),
        max_length=NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "dir": "auto"}),
    )
    who = TextField(gettext_lazy("Who it is"), required=False)
    rating = NumberField(
        gettext_lazy("Rating"), gettext_lazy("Empty: as the rating list says."), required=False
    )

    def __init__(self, event: Event, *args: Any, focus: bool = False) -> None:
        super().__init__(*args, auto_id="%s")
        self.event = event
        if focus or self.is_bound:
            self.fields["name"].widget.attrs["autofocus"] = True

    @property
    def asks_who(self) -> bool:
        return isinstance(self.fields["who"].widget, forms.Select)

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> dict[str, object]:
        name, who = self.cleaned_data.get("name", ""), self.cleaned_data.get("who", "")
        if not who:
            who = self._find(name)
        return {"name": name, "who": who, "rating": self.cleaned_data.get("rating")}

    def _find(self, name: str) -> str:
        """The public id of the only player of the name; asks if it may mean others."""
        found = [selectors.player_by_id(pk) for pk in selectors.find_players_by_name(name)]
        if len(found) == 1:
            return found[0].public_id
        if found:
            problem = _("Several players are called that. Say who it is.")
        else:
            found = list(selectors.same_folded_name(name))
            problem = _("There is a player whose name is spelled otherwise. Say who it is.")
        if found:
            listed = [(each.player.public_id, each.text) for each in describe(self.event, found)]
            choices = [("", _("choose")), *listed, (NEW, _("somebody new"))]
            attributes = {"required": True, "autofocus": True}
            self.fields["who"].widget = forms.Select(choices=choices, attrs=attributes)
            self.fields["name"].widget.attrs.pop("autofocus", None)
            self.add_error("name", problem)
        return ""


def add_player(*, actor: Actor, event_id: int, name: str, who: str, rating: int | None) -> str:
    """Enter a player, or a new one; returns the message."""
    player = selectors.get_player(who) if who not in ("", NEW) else None
    person = Person(player.name, player.public_id) if player else Person(name)
    made = enter_person(actor=actor, event_id=event_id, person=person, rating=rating)
    words = EntryStatus(made.state).label
    message = _("%(name)s: %(state)s.")
    if not who:
        message = _("%(name)s: %(state)s. Nobody here had this name: a new player was made.")
    return message % {"name": isolate(person.name), "state": words}


@staff_page
def suggest(request: HttpRequest, slug: str) -> HttpResponse:
    """The players whom a typed name may mean, as options of a list box."""
    event = get_event_or_404(slug, actor_of(request), "entry.add")
    found = suggestions(event, request.GET.get("name", "")[:QUERY])
    return render(request, "pages/desk/people/suggestions.html", {"suggestions": found})
