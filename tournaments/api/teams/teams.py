"""Teams of an event, their matches and their standings."""

from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.entries import take_entry_ids
from tournaments.api.lists import ListApiView, Page
from tournaments.api.stored_answers import stored_by_event
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.errors import require_found
from tournaments.models import Event, Team
from tournaments.serializers.base import Nothing
from tournaments.serializers.teams.teams import (
    LineUpIn,
    LineUpOut,
    MatchDecisionIn,
    MatchReasonIn,
    TeamChanges,
    TeamCrosstableOut,
    TeamDerivationOut,
    TeamIn,
    TeamMatchOut,
    TeamMatchQuery,
    TeamOut,
    TeamStandingsOut,
)
from tournaments.services import line_ups, teams
from tournaments.services.rounds import match_decisions


def _given(body: Document, event: Event) -> Document:
    """What a body says of a team, as the services take it."""
    found: dict[str, Any] = dict(body)
    if (members := take_entry_ids(found, event)) is not None:
        found["members"] = members
    if "captain" in found:
        captain = found.pop("captain")
        found["captain_id"] = captain and selectors.get_player(captain).pk
    return found


def shown_match(event: Event, number: int, match: int) -> Document:
    """A match of teams of a published round."""
    found = selectors.match_documents(event, round_number=number)
    return dict(TeamMatchOut(next(each for each in found if each["number"] == match)).data)


class TeamApiView(ApiView):
    @cached_property
    def team(self) -> Team:
        """:raises NotFound: the event has no such team."""
        return selectors.get_team(self.event, self.kwargs["team_id"])

    def shown_team(self, team_id: int) -> Document:
        found = (each for each in selectors.team_views(self.event) if each["id"] == team_id)
        return dict(TeamOut(require_found(next(found, None), "team", team_id)).data)


class TeamList(TeamApiView, ListApiView):
    serializer_class = TeamOut

    @extend_schema(responses=TeamOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page_by_place(selectors.team_views(self.event), TeamOut)

    @extend_schema(request=TeamIn, responses={201: TeamOut})
    def post(self, request: Request, slug: str) -> Response:
        given = _given(self.body(TeamIn), self.event)
        made = teams.make_team(actor=self.actor, event_id=self.event.pk, **given)
        return self.created(self.shown_team(made.pk), "team", slug=slug, team_id=made.pk)


class TeamDetail(TeamApiView):
    @extend_schema(responses=TeamOut)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        return Response(self.shown_team(team_id))

    @extend_schema(request=TeamChanges, responses=TeamOut)
    def patch(self, request: Request, slug: str, team_id: int) -> Response:
        changes = _given(self.body(TeamChanges), self.event)
        teams.edit_team(actor=self.actor, team_id=self.team.pk, changes=changes)
        return Response(self.shown_team(team_id))


class TeamRemove(TeamApiView, ActionApiView, takes=Nothing, does=teams.remove_team):
    def key(self) -> dict[str, int]:
        return {"team_id": self.team.pk}


class TeamMatches(ListApiView):
    serializer_class = TeamMatchOut
    asks = TeamMatchQuery

    @extend_schema(responses=TeamMatchOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        asked = self.asked.get("round")
        found = selectors.match_documents(self.event, round_number=asked)
        return self.page_by_place(found, TeamMatchOut)


class TeamMatchDecision(ApiView):
    @extend_schema(request=MatchDecisionIn, responses=TeamMatchOut)
    def post(self, request: Request, slug: str, number: int, match: int) -> Response:
        given = self.body(MatchDecisionIn)
        match_decisions.decide_match(
            actor=self.actor, event_id=self.event.pk, number=number, match=match, **given
        )
        return Response(shown_match(self.event, number, match))


class TeamMatchDecisionUndo(ApiView):
    @extend_schema(request=MatchReasonIn, responses=TeamMatchOut)
    def post(self, request: Request, slug: str, number: int, match: int) -> Response:
        given = self.body(MatchReasonIn)
        match_decisions.undo_match_decision(
            actor=self.actor, event_id=self.event.pk, number=number, match=match, **given
        )
        return Response(shown_match(self.event, number, match))


class TeamStandings(ApiView):
    @stored_by_event
    @extend_schema(responses=TeamStandingsOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(TeamStandingsOut(selectors.team_standings(self.event)).data)


class TeamCrosstable(ApiView):
    @stored_by_event
    @extend_schema(responses=TeamCrosstableOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(TeamCrosstableOut(selectors.team_crosstable(self.event)).data)


class TeamDerivation(ApiView):
    """How each number of a team is computed, from the current results."""

    @extend_schema(responses=TeamDerivationOut)
    def get(self, request: Request, slug: str, team: int) -> Response:
        names = selectors.team_names(self.event)
        derived = selectors.team_derivation(self.event, team, names)
        document = {
            "event": slug,
            "team": team,
            "version": derived.version,
            "lines": [line.as_json() for line in derived.lines],
        }
        return Response(TeamDerivationOut(document).data)


class TeamLineUp(TeamApiView):
    """The line-up for the next round; others than staff and the captain see it in the pairings."""

    @extend_schema(responses=LineUpOut)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        line_ups.require_may_line_up(self.actor, self.team)
        return self.answer()

    @extend_schema(request=LineUpIn, responses=LineUpOut)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        data = self.body(LineUpIn)
        line_ups.require_may_line_up(self.actor, self.team)
        members = take_entry_ids(data, self.event) or []
        line_ups.give_line_up(
            actor=self.actor,
            team_id=self.team.pk,
            members=members,
            round_number=data.get("round"),
        )
        return self.answer()

    def answer(self) -> Response:
        number = selectors.next_round_of(self.event)
        return Response(LineUpOut(selectors.line_up_view(self.team, number)).data)
