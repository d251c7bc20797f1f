"""A new event after the pattern of an old one."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.events import shown
from tournaments.api.view import ApiView, actor_of
from tournaments.serializers.copies import CopyIn
from tournaments.serializers.events import EventOut
from tournaments.services.events.copying import copy_event


class EventCopy(ApiView):
    """Plan a draft with the settings, stages and staff of an event."""

    @extend_schema(request=CopyIn, responses={201: EventOut})
    def post(self, request: Request, slug: str) -> Response:
        asked = self.body(CopyIn)
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        return Response(shown(copy_event(actor=actor, event_id=event_id, **asked)), status=201)
