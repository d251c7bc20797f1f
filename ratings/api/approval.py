"""Approving clubs and events for rating; for site staff."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import services
from tournaments import selectors
from tournaments.api.view import ApiView, actor_of
from tournaments.serializers.base import Nothing
from tournaments.serializers.events import EventOut
from tournaments.serializers.people import ClubOut


class ClubApprove(ApiView):
    """Let the games of the club's events change ratings, those played before too."""

    @extend_schema(request=Nothing, responses=ClubOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        club_id = selectors.get_club(slug).pk
        club = services.approve_club(actor=actor_of(request), club_id=club_id)
        return Response(ClubOut(club).data)


class ClubApproveUndo(ApiView):
    """Take the approval back: the games of the club's events no longer change ratings."""

    @extend_schema(request=Nothing, responses=ClubOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        club_id = selectors.get_club(slug).pk
        club = services.undo_club_approval(actor=actor_of(request), club_id=club_id)
        return Response(ClubOut(club).data)


class EventApprove(ApiView):
    """Let the games of this event change ratings, those played before too."""

    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        services.approve_event(actor=actor, event_id=event_id)
        return Response(EventOut(selectors.get_event(slug, actor)).data)


class EventApproveUndo(ApiView):
    """Take the approval back: its games no longer change ratings, unless its club is approved."""

    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        services.undo_event_approval(actor=actor, event_id=event_id)
        return Response(EventOut(selectors.get_event(slug, actor)).data)
