"""One entry of an event: what staff change, and its states."""

from functools import cached_property

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.view import ApiView
from tournaments.models import Entry
from tournaments.serializers.base import Nothing
from tournaments.serializers.events import CheckInIn, EntryChanges, EntryOut, WhyIn
from tournaments.services.entries import entries


class EntryApiView(ApiView):
    """One entry of an event."""

    @cached_property
    def entry(self) -> Entry:
        return self.read_entry()

    def read_entry(self) -> Entry:
        """:raises NotFound: the event has no such entry, or the actor may not see it."""
        return selectors.get_entry(self.event, self.kwargs["entry_id"], self.actor)

    def answer(self) -> Response:
        return Response(EntryOut(self.read_entry()).data)


class EntryDetail(EntryApiView):
    @extend_schema(responses=EntryOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.answer()

    @extend_schema(request=EntryChanges, responses=EntryOut)
    def patch(self, request: Request, slug: str, entry_id: int) -> Response:
        changes = self.body(EntryChanges)
        entries.edit_entry(actor=self.actor, entry_id=self.entry.pk, changes=changes)
        return self.answer()


class EntryApprove(EntryApiView):
    """Let somebody in who asked; on the waiting list if the event is full."""

    @extend_schema(request=Nothing, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        self.body(Nothing)
        entries.approve_entry(actor=self.actor, entry_id=self.entry.pk)
        return self.answer()


class EntryRefuse(EntryApiView):
    @extend_schema(request=WhyIn, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        reason = self.body(WhyIn)["reason"]
        entries.refuse_entry(actor=self.actor, entry_id=self.entry.pk, reason=reason)
        return self.answer()


class EntryCancel(EntryApiView):
    """Take an entry back before the event begins."""

    @extend_schema(request=Nothing, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        self.body(Nothing)
        entries.cancel_entry(actor=self.actor, entry_id=self.entry.pk)
        return self.answer()


class EntryCheckIn(EntryApiView):
    """Note that a player has come; `undo` takes it back."""

    @extend_schema(request=CheckInIn, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        undo = self.body(CheckInIn)["undo"]
        entries.check_in(actor=self.actor, entry_id=self.entry.pk, undo=undo)
        return self.answer()
