"""Copies of events."""

from typing import Any

from tournaments.api.view import ActionApiView
from tournaments.models import Event
from tournaments.serializers.copies import CopyIn
from tournaments.serializers.events import EventOut
from tournaments.services.events.copying import copy_event


class EventCopy(ActionApiView, takes=CopyIn, does=copy_event, gives=EventOut, status=201):
    """Plan a draft with the settings, stages and staff of an event."""

    def address_of(self, done: Event) -> tuple[str, dict[str, Any]]:
        return "event", {"slug": done.slug}
