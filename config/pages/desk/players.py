"""The players of an event for its staff: the list, adding somebody, and the card of one.

The buttons of the card are in entry_acts.py.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk, get_entry_or_404, open_desk, staff_page
from config.pages.desk.entry_acts import ROUNDS_AWAY, CancelAdjustmentForm, actions_on
from config.pages.forms import ActionForms, Form, NumberField, TextField
from config.pages.names import isolate
from config.planning import Person, enter_person
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.limits import NAME
from tournaments.services.entries.registration import registration_settings

NEW = "new"
WORDS = {
    "applied": gettext_lazy("asked to enter"),
    "waiting": gettext_lazy("on the waiting list"),
    "in": gettext_lazy("plays"),
    "refused": gettext_lazy("refused"),
    "cancelled": gettext_lazy("cancelled"),
}


class AddForm(Form):
    """Enter somebody by name.

    who: a public id, or NEW for a new player; asked if several players have the name.
    """

    name = TextField(gettext_lazy("Name"), max_length=NAME)
    who = TextField(gettext_lazy("Who it is"), required=False)
    rating = NumberField(
        gettext_lazy("Rating"), gettext_lazy("Empty: as the rating list says."), required=False
    )

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> dict[str, Any]:
        name, who = self.cleaned_data.get("name", ""), self.cleaned_data.get("who", "")
        found = [selectors.player_by_id(pk) for pk in selectors.find_players_by_name(name)]
        if len(found) > 1 and not who:
            listed = [(each.public_id, f"{each.name} · {each.public_id}") for each in found]
            choices = [("", _("choose")), *listed, (NEW, _("somebody new"))]
            self.fields["who"].widget = forms.Select(choices=choices, attrs={"required": True})
            self.add_error("name", _("Several players are called that. Say who it is."))
        if not who and found:
            who = found[0].public_id
        return {"name": name, "who": who, "rating": self.cleaned_data.get("rating")}


@staff_page
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who ever asked to enter; adding somebody is a form of this page."""
    opened = open_desk(request, slug, "players")
    form = AddForm(request.POST if request.method == "POST" else None, auto_id="%s")
    if form.is_bound and form.submit(_add, actor=opened.actor, event_id=opened.event.pk):
        messages.success(request, form.result)
        return redirect("pages:manage-players", slug=slug)
    if not isinstance(form.fields["who"].widget, forms.Select):
        del form.fields["who"]
    context = opened.context | {
        "entries": [line_of(opened, entry) for entry in _all_entries(opened)],
        "form": form,
        "may_link": permissions.may(opened.actor, "link.issue", opened.event),
        "before_start": opened.event.state in ("draft", "registration"),
        "finished": opened.event.state == "finished",
        "check_in": registration_settings(opened.event.registration)["check_in"],
    }
    status = 422 if form.is_bound else 200
    return render(request, "pages/desk/players.html", context, status=status)


@staff_page
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """The card of one player of the event, with a form for each act."""
    opened = open_desk(request, slug, "players")
    found = get_entry_or_404(opened, entry_id)
    card = _card(opened, found)
    sent = ActionForms(request, actions_on(found), initial=card["initial"])
    if _run(request, opened, found, sent):
        return redirect("pages:manage-entry", slug=slug, entry_id=entry_id)
    context = opened.context | card | {"forms": sent, "sort_name_form": sent["read-as"]}
    status = 422 if sent.problems else 200
    return render(request, "pages/desk/entry.html", context, status=status)


@staff_page
def press(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """A button of the card, pressed beside a name in the list; goes back to the list."""
    opened = open_desk(request, slug, "players")
    found = get_entry_or_404(opened, entry_id)
    sent = ActionForms(request, actions_on(found))
    if not _run(request, opened, found, sent):
        for problem in sent.problems:
            messages.error(request, problem)
    return redirect("pages:manage-players", slug=slug)


def _run(request: HttpRequest, opened: Desk, found: Any, sent: ActionForms) -> bool:
    """Do what a button of the card asks; False if there is nothing to do or it is refused."""
    done = sent.run(actor=opened.actor, entry_id=found.pk)
    if done:
        name = isolate(selectors.resolve(found.player).name)
        messages.success(request, done.format(name=name))
    return bool(done)


def _all_entries(opened: Desk) -> Any:
    return selectors.visible_entries(opened.event, opened.actor).prefetch_related("absences")


def line_of(opened: Desk, found: Any) -> dict[str, Any]:
    """An entry as a line of the list and the head of its card."""
    player = selectors.resolve(found.player)
    return {
        "id": found.pk,
        "number": found.number,
        "name": player.name,
        "sort_name": player.sort_name,
        "public_id": player.public_id,
        "state": found.state,
        "words": WORDS.get(found.state, found.state),
        "rating": found.rating,
        "checked_in_at": found.checked_in_at,
        "fixed_table": found.fixed_table,
        "family": found.family,
        "away": [
            ROUNDS_AWAY[row.kind](row.from_round, row.to_round)
            for row in sorted(found.absences.all(), key=lambda row: row.pk)
            if row.cancelled_at is None
        ],
    }


def _card(opened: Desk, found: Any) -> dict[str, Any]:
    event, actor = opened.event, opened.actor
    numbers = [each.number for each in selectors.event_rounds(event, actor)]
    absences = [row for row in selectors.absences_of(found) if row["cancelled_at"] is None]
    line, next_round = line_of(opened, found), max(numbers, default=0) + 1
    return {
        "entry": line,
        "may_read_as": permissions.may(actor, "player.sort_name", selectors.resolve(found.player)),
        "absences": [
            row | {"words": ROUNDS_AWAY[row["kind"]](row["from_round"], row["to_round"])}
            for row in absences
        ],
        "points": [
            row
            | {
                "form": CancelAdjustmentForm(
                    auto_id=f"undo-{row['id']}-%s", initial={"adjustment": row["id"]}
                )
            }
            for row in selectors.adjustments(event)
            if row["entry"] == found.pk
        ],
        "initial": {name: line[name] for name in ("family", "fixed_table", "rating", "sort_name")}
        | dict.fromkeys(("from_round", "to_round", "round"), next_round)
        | {"after_round": next_round - 1},
        "before_start": event.state in ("draft", "registration"),
        "running": event.state == "running",
    }


def _add(*, actor: Actor, event_id: int, name: str, who: str, rating: int | None) -> str:
    """Enter a player, or a new one; returns the message."""
    player = selectors.get_player(who) if who not in ("", NEW) else None
    person = Person(player.name, player.public_id) if player else Person(name)
    made = enter_person(actor=actor, event_id=event_id, person=person, rating=rating)
    words = WORDS.get(made.state, made.state)
    return _("%(name)s: %(state)s.") % {"name": isolate(person.name), "state": words}
