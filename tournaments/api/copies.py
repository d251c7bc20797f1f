"""Copies of events."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.view import ApiView
from tournaments.serializers.copies import CopyIn
from tournaments.serializers.events import EventOut
from tournaments.services.events.copying import copy_event


class EventCopy(ApiView):
    """Plan a draft with the settings, stages and staff of an event."""

    @extend_schema(request=CopyIn, responses={201: EventOut})
    def post(self, request: Request, slug: str) -> Response:
        data = self.body(CopyIn)
        copy = copy_event(actor=self.actor, event_id=self.event.pk, **data)
        return Response(EventOut(copy).data, status=201)
