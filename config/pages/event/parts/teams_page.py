"""The teams of an event, their table, and one team with its matches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.desk.base import refused_as_404
from config.pages.event.events import open_event
from config.pages.event.parts.team_table import team_crosstable, team_table
from config.pages.labels import RUNNING
from config.pages.live import live_event_page
from config.pages.names import isolate
from tournaments import selectors
from tournaments.errors import NotFound
from tournaments.services import line_ups


@live_event_page
def event_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of the teams, and who is in each."""
    found, context = open_event(request, slug, "teams")
    context["teams"] = selectors.team_views(found)
    context["team_table"] = team_table(found)
    context["cross"] = team_crosstable(found)
    context["has_byes"] = any(row.byes for row in context["cross"])
    return render(request, "pages/event/teams/teams.html", context)


@live_event_page
def event_team(request: HttpRequest, slug: str, team_id: int) -> HttpResponse:
    """The members of a team, and its matches."""
    found, context = open_event(request, slug, "teams")
    with refused_as_404():
        team = selectors.get_team(found, team_id)
    views = selectors.team_views(found)
    context["team"] = next(each for each in views if each["id"] == team.pk)
    context["matches"] = [
        each
        for each in selectors.match_documents(found, write_name=isolate)
        if team.number in [side["team"] for side in each["teams"]]
    ]
    context["may_line_up"] = found.state == RUNNING and line_ups.may_line_up(
        actor_of(request), team
    )
    if found.standings_version and team.number:
        context["derived"] = _derived(found, team.number)
    return render(request, "pages/event/teams/team.html", context)


def _derived(event: Event, number: int) -> object:
    """How the numbers of a team are computed; None if it is in no stage of teams."""
    names = {at: isolate(name) for at, name in selectors.team_names(event).items()}
    try:
        return selectors.team_derivation(event, number, names)
    except NotFound:
        return None
