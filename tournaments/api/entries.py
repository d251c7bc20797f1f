"""One entry of an event: what staff change, and its states."""

from functools import cached_property
from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.errors import get_row, require_found
from tournaments.models import Entry, Event
from tournaments.serializers.events import CheckInIn, EntryChanges, EntryOut, WhyIn
from tournaments.services.entries import entries


def take_entry(body: Document, event: Event, actor: Actor) -> Entry:
    """The entry that an `EntryIn` names; what names it is taken out of the body.

    :raises NotFound: the event has no such entry, or the actor may not see it.
    """
    number = body.pop("entry_number", None)
    if number is None:
        return selectors.get_entry(event, body.pop("entry_id"), actor)
    return get_row(selectors.visible_entries(event, actor), "entry", number=number)


def take_entry_ids(body: Document, event: Event) -> list[int] | None:
    """The ids of the entries that a body names, which is taken out of it; None: it names none.

    :raises NotFound: a number is not of this event. Ids are checked by the service.
    """
    numbers = body.pop("entry_numbers", None)
    if numbers is None:
        return cast("list[int] | None", body.pop("entry_ids", None))
    ids = dict(event.entries.filter(number__in=numbers).values_list("number", "pk"))
    return [require_found(ids.get(number), "entry", number) for number in numbers]


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


class EntryActionApiView(ActionApiView, EntryApiView, gives=EntryOut):
    def key(self) -> dict[str, int]:
        return {"entry_id": self.entry.pk}

    def shown(self, done: Entry) -> Entry:
        return self.read_entry()


class EntryApprove(EntryActionApiView, does=entries.approve_entry):
    """Let somebody in who asked; on the waiting list if the event is full."""


class EntryRefuse(EntryActionApiView, takes=WhyIn, does=entries.refuse_entry):
    pass


class EntryCancel(EntryActionApiView, does=entries.cancel_entry):
    """Take an entry back before the event begins."""


class EntryCheckIn(EntryActionApiView, takes=CheckInIn, does=entries.check_in):
    """Note that a player has come; `undo` takes it back."""
