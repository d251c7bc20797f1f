"""One entry of an event: what staff change of it, and how it goes from state to state."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.view import ApiView, actor_of
from tournaments.serializers.base import Nothing
from tournaments.serializers.events import CheckInIn, EntryChanges, EntryOut, WhyIn
from tournaments.services.entries import entries


class EntryApiView(ApiView):
    """An address below an entry; who may not see it finds nothing there."""

    def entry_id(self, slug: str, entry_id: int) -> int:
        actor = actor_of(self.request)
        event = selectors.get_event(slug, actor)
        return selectors.get_entry(event, entry_id, actor).pk

    def shown(self, slug: str, entry_id: int) -> Response:
        actor = actor_of(self.request)
        event = selectors.get_event(slug, actor)
        return Response(EntryOut(selectors.get_entry(event, entry_id, actor)).data)


class EntryDetail(EntryApiView):
    @extend_schema(responses=EntryOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.shown(slug, entry_id)

    @extend_schema(request=EntryChanges, responses=EntryOut)
    def patch(self, request: Request, slug: str, entry_id: int) -> Response:
        changes = self.body(EntryChanges)
        entries.edit_entry(
            actor=actor_of(request), entry_id=self.entry_id(slug, entry_id), changes=changes
        )
        return self.shown(slug, entry_id)


class EntryApprove(EntryApiView):
    """Let somebody in who asked; on the waiting list if the event is full."""

    @extend_schema(request=Nothing, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        self.body(Nothing)
        entries.approve_entry(actor=actor_of(request), entry_id=self.entry_id(slug, entry_id))
        return self.shown(slug, entry_id)


class EntryRefuse(EntryApiView):
    @extend_schema(request=WhyIn, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        reason = self.body(WhyIn)["reason"]
        entries.refuse_entry(
            actor=actor_of(request), entry_id=self.entry_id(slug, entry_id), reason=reason
        )
        return self.shown(slug, entry_id)


class EntryCancel(EntryApiView):
    """Take an entry back before the event begins."""

    @extend_schema(request=Nothing, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        self.body(Nothing)
        entries.cancel_entry(actor=actor_of(request), entry_id=self.entry_id(slug, entry_id))
        return self.shown(slug, entry_id)


class EntryCheckIn(EntryApiView):
    """Note that a player has come; `undo` takes it back."""

    @extend_schema(request=CheckInIn, responses=EntryOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        undo = self.body(CheckInIn)["undo"]
        entries.check_in(actor=actor_of(request), entry_id=self.entry_id(slug, entry_id), undo=undo)
        return self.shown(slug, entry_id)
