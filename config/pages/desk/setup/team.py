"""One team at the desk: changed, removed, and its line-up for the next round."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from config.pages.desk.base import open_desk, refused_as_404, staff_page
from config.pages.desk.setup.teams import TeamForm, read_team
from config.pages.forms import Action, ActionForms, Form
from config.pages.labels import FINISHED, RUNNING
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.services import line_ups, teams


class NoFields(Form):
    pass


class LineUpForm(Form):
    members = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who plays"),
        help_text=gettext_lazy("Nobody chosen: the first who are there play."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _change(*, actor: Actor, event_id: int, team_id: int, **typed: str) -> None:
    event = selectors.event_by_id(event_id)
    teams.edit_team(actor=actor, team_id=team_id, changes=read_team(event, actor, **typed))


def _remove(*, actor: Actor, event_id: int, team_id: int) -> None:
    del event_id
    teams.remove_team(actor=actor, team_id=team_id)


def _line_up(*, actor: Actor, event_id: int, team_id: int, members: list[int]) -> None:
    del event_id
    line_ups.give_line_up(actor=actor, team_id=team_id, members=members)


ACTIONS = {
    "save": Action(TeamForm, _change, gettext_lazy("Saved.")),
    "remove": Action(NoFields, _remove, gettext_lazy("The team is removed.")),
    "line-up": Action(LineUpForm, _line_up, gettext_lazy("Saved.")),
}


def offer_members(form: Form, view: dict[str, Any]) -> None:
    """Let a form of a line-up choose among the members of a team. view: of the line-up."""
    field: Any = form.fields["members"]
    field.choices = [(member["entry_id"], member["name"]) for member in view["members"]]
    form.initial = {"members": [m["entry_id"] for m in view["members"] if m["chosen"]]}


@staff_page
def team(request: HttpRequest, slug: str, team_id: int) -> HttpResponse:
    """A team, to be changed or removed."""
    desk = open_desk(request, slug, "players", verb="team.edit")
    with refused_as_404():
        found = selectors.get_team(desk.event, team_id)
    view = next(each for each in selectors.team_views(desk.event) if each["id"] == team_id)
    line_up = selectors.line_up_view(found, selectors.next_round_of(desk.event))
    sent = ActionForms(request, ACTIONS)
    offer_members(sent["line-up"], line_up)
    sent["save"].initial = {
        "name": view["name"],
        "members": "\n".join(member["name"] for member in view["members"]),
        "captain": view["captain"]["name"] if view["captain"] else "",
    }
    if done := sent.run(actor=desk.actor, event_id=desk.event.pk, team_id=found.pk):
        messages.success(request, done)
        return redirect("pages:manage-teams", slug=slug)
    context = {
        "team": view,
        "line_up": line_up,
        "line_up_form": sent["line-up"],
        "finished": desk.event.state == FINISHED,
        "running": desk.event.state == RUNNING,
        "forms": sent,
    }
    return desk.render("setup/team.html", context, refused=sent.problems)
