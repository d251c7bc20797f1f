"""Copies of events."""

from tournaments.api.view import ActionApiView
from tournaments.serializers.copies import CopyIn
from tournaments.serializers.events import EventOut
from tournaments.services.events.copying import copy_event


class EventCopy(ActionApiView, takes=CopyIn, does=copy_event, gives=EventOut, status=201):
    """Plan a draft with the settings, stages and staff of an event."""
