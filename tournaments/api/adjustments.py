"""Penalties and bonuses. Only staff see the reasons; the points are in the table."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.entries import take_entry
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ApiView
from tournaments.errors import NotFound
from tournaments.models import Event
from tournaments.serializers.absences import AdjustmentCancelIn, AdjustmentIn, AdjustmentOut
from tournaments.services.events import adjustments


class AdjustmentList(ListApiView):
    serializer_class = AdjustmentOut

    @extend_schema(responses=AdjustmentOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        permissions.require(self.actor, "apart.view", self.event)
        return self.page_by_place(selectors.adjustments(self.event), AdjustmentOut)

    @extend_schema(request=AdjustmentIn, responses={201: AdjustmentOut})
    def post(self, request: Request, slug: str) -> Response:
        """Take points from an entry or give it some, and say why."""
        data = self.body(AdjustmentIn)
        entry = take_entry(data, self.event, self.actor)
        made = adjustments.adjust_points(actor=self.actor, entry_id=entry.pk, **data)
        return Response(_adjustment(self.event, made.pk), status=201)


class AdjustmentCancel(ApiView):
    @extend_schema(request=AdjustmentCancelIn, responses=AdjustmentOut)
    def post(self, request: Request, slug: str, adjustment_id: int) -> Response:
        """Say that it counts no more; it stays in the list."""
        reason = self.body(AdjustmentCancelIn)["reason"]
        permissions.require(self.actor, "entry.adjust", self.event)
        _adjustment(self.event, adjustment_id)  # 404 for one of another event
        adjustments.cancel_adjustment(actor=self.actor, adjustment_id=adjustment_id, reason=reason)
        return Response(_adjustment(self.event, adjustment_id))


def _adjustment(event: Event, adjustment_id: int) -> object:
    """:raises NotFound: the event has none with this id."""
    for found in selectors.adjustments(event):
        if found["id"] == adjustment_id:
            return AdjustmentOut(found).data
    raise NotFound(what="adjustment", key=adjustment_id)
