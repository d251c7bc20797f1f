"""Fees that are kept by hand. Staff see all of them, a player their own."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions
from tournaments.api.entries import EntryApiView
from tournaments.api.view import ApiView
from tournaments.selectors.prizes import fees as selectors
from tournaments.serializers.prizes import EntryFeeIn, EntryFeeOut, FeeIn, FeesOut
from tournaments.services.prizes import fees


class EventFees(ApiView):
    @extend_schema(responses=FeesOut)
    def get(self, request: Request, slug: str) -> Response:
        permissions.require(self.actor, "fee.view", self.event)
        return self.answer()

    @extend_schema(request=FeeIn, responses=FeesOut)
    def post(self, request: Request, slug: str) -> Response:
        """Say what an entry costs."""
        fees.set_fee(actor=self.actor, event_id=self.event.pk, **self.body(FeeIn))
        return self.answer()

    def answer(self) -> Response:
        return Response(FeesOut(selectors.fees_document(self.event)).data)


class EntryFee(EntryApiView):
    @extend_schema(responses=EntryFeeOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        permissions.require(self.actor, "entry.fee", self.entry)
        return self.shown()

    @extend_schema(request=EntryFeeIn, responses=EntryFeeOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        """Say that it is paid, waived or open."""
        state = self.body(EntryFeeIn)["state"]
        fees.set_entry_fee(actor=self.actor, entry_id=self.entry.pk, state=state)
        return self.shown()

    def shown(self) -> Response:
        return Response(EntryFeeOut(selectors.entry_fee(self.entry)).data)
