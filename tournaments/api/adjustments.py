"""Penalties and bonuses; what they say of people is for staff, the points are in the table."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.view import ApiView, ListApiView, actor_of
from tournaments.errors import NotFound
from tournaments.models import Event
from tournaments.serializers.absences import AdjustmentCancelIn, AdjustmentIn, AdjustmentOut
from tournaments.services.events import adjustments


class AdjustmentList(ListApiView):
    serializer_class = AdjustmentOut

    @extend_schema(responses=AdjustmentOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        permissions.require(actor, "apart.view", event)
        return self.whole(selectors.adjustments(event), AdjustmentOut)

    @extend_schema(request=AdjustmentIn, responses={201: AdjustmentOut})
    def post(self, request: Request, slug: str) -> Response:
        """Take points from an entry or give it some, and say why."""
        asked = self.body(AdjustmentIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        entry = selectors.get_entry(event, asked.pop("entry"), actor)
        made = adjustments.adjust_points(actor=actor, entry_id=entry.pk, **asked)
        return Response(_line(event, made.pk), status=201)


class AdjustmentCancel(ApiView):
    @extend_schema(request=AdjustmentCancelIn, responses=AdjustmentOut)
    def post(self, request: Request, slug: str, adjustment_id: int) -> Response:
        """Say that it counts no more; it stays in the list."""
        reason = self.body(AdjustmentCancelIn)["reason"]
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        permissions.require(actor, "entry.adjust", event)
        _line(event, adjustment_id)
        adjustments.cancel_adjustment(actor=actor, adjustment_id=adjustment_id, reason=reason)
        return Response(_line(event, adjustment_id))


def _line(event: Event, adjustment_id: int) -> object:
    """:raises NotFound: the event has none with this id."""
    for found in selectors.adjustments(event):
        if found["id"] == adjustment_id:
            return AdjustmentOut(found).data
    raise NotFound(what="adjustment", key=adjustment_id)
