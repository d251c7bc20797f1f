"""The desk's teams, and a form for another one, with each member on a line of its own."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Event
from config.pages.desk.base import open_desk, staff_page
from config.pages.forms import Action, ActionForms, Form, TextField
from config.pages.labels import FINISHED
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus
from tournaments.errors import InvalidInput
from tournaments.limits import NAME, TEAM_MEMBERS
from tournaments.services import teams

LINES = 6
MOST_TEXT = TEAM_MEMBERS * (NAME + 1)


class TeamForm(Form):
    name = TextField(gettext_lazy("Name of the team"), max_length=NAME)
    members = TextField(
        gettext_lazy("Members of the team"),
        gettext_lazy("One on a line, the strongest first: a name or a number of this event."),
        required=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": LINES}),
    )
    captain = TextField(
        gettext_lazy("Captain"),
        gettext_lazy("A player of this event; may be empty."),
        required=False,
        max_length=NAME,
    )


def _add(*, actor: Actor, event_id: int, **typed: str) -> None:
    event = selectors.event_by_id(event_id)
    teams.make_team(actor=actor, event_id=event_id, **read_team(event, actor, **typed))


def read_team(
    event: Event, actor: Actor, *, name: str, members: str, captain: str
) -> dict[str, Any]:
    """What was typed, as the services take it. :raises InvalidInput: nobody has that name."""
    known = _entries_by_key(event, actor)
    listed = [line.strip() for line in members.splitlines() if line.strip()]
    found = [_entry(known, text, "members")[0] for text in listed]
    captain_id = _entry(known, captain, "captain")[1] if captain.strip() else None
    return {"name": name, "members": found, "captain_id": captain_id}


def _entries_by_key(event: Event, actor: Actor) -> dict[str, list[tuple[int, int]]]:
    """Ids of entries and their players, by number and by name."""
    known: dict[str, list[tuple[int, int]]] = {}
    rows = selectors.visible_entries(event, actor).filter(state=EntryStatus.IN)
    for entry in rows.select_related("player__merged_into"):
        player = selectors.resolve(entry.player)
        for key in (str(entry.number or ""), selectors.name_key(player.name)):
            known.setdefault(key, []).append((entry.pk, player.pk))
    return known


def _entry(known: Mapping[str, list[tuple[int, int]]], text: str, field: str) -> tuple[int, int]:
    found = known.get(selectors.name_key(text), []) if text.strip() else []
    if len(found) != 1:
        words = (
            _("“{name}” is no player of this event")
            if not found
            else _("several players are called “{name}”: give the number")
        )
        raise InvalidInput(field=field, problem=words.format(name=text.strip()[:NAME]))
    return found[0]


ADDING = {"add": Action(TeamForm, _add, gettext_lazy("Saved."))}


@staff_page
def team_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams, who is in none, and a form for another team."""
    desk = open_desk(request, slug, "players", verb="team.edit")
    sent = ActionForms(request, ADDING)
    if done := sent.run(actor=desk.actor, event_id=desk.event.pk):
        messages.success(request, done)
        return redirect("pages:manage-teams", slug=slug)
    listed = selectors.team_views(desk.event)
    placed = {member["entry_id"] for team in listed for member in team["members"]}
    playing = selectors.visible_entries(desk.event, desk.actor).filter(state=EntryStatus.IN)
    context = {
        "teams": listed,
        "left": [
            selectors.resolve(entry.player).name for entry in playing if entry.pk not in placed
        ],
        "finished": desk.event.state == FINISHED,
        "forms": sent,
    }
    return desk.render("setup/teams.html", context, refused=sent.problems)
