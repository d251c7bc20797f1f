"""Approve clubs and events for rating, for site staff."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import services
from tournaments import selectors
from tournaments.api.view import ApiView, actor_of
from tournaments.serializers.base import Nothing
from tournaments.serializers.events import EventOut
from tournaments.serializers.people import ClubOut


class _ClubApproval(ApiView):
    service: Callable[..., Any]

    @extend_schema(request=Nothing, responses=ClubOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        club_id = selectors.get_club(slug).pk
        club = self.service(actor=actor_of(request), club_id=club_id)
        return Response(ClubOut(club).data)


class ClubApprove(_ClubApproval):
    """Let the games of the club's events change ratings, including those played before."""

    service = staticmethod(services.approve_club)


class ClubApproveUndo(_ClubApproval):
    """Undo the approval: the games of the club's events no longer change ratings."""

    service = staticmethod(services.undo_club_approval)


class _EventApproval(ApiView):
    service: Callable[..., Any]

    @extend_schema(request=Nothing, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        self.service(actor=actor, event_id=event_id)
        return Response(EventOut(selectors.get_event(slug, actor)).data)


class EventApprove(_EventApproval):
    """Let the games of this event change ratings, including those played before."""

    service = staticmethod(services.approve_event)


class EventApproveUndo(_EventApproval):
    """Undo the approval: its games no longer change ratings, unless its club is approved."""

    service = staticmethod(services.undo_event_approval)
