"""Rows of event lists."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from config.pages.annotations import Event
from config.pages.labels import RUNNING, event_game_label
from tournaments import selectors
from tournaments.choices import EventStatus


class EventRow(NamedTuple):
    event: Event
    state: str
    club: str
    game: str


def event_rows(events: Iterable[Event]) -> list[EventRow]:
    """One row per event; one query finds the rounds being played."""
    found = list(events)
    rounds = selectors.current_round_numbers([event for event in found if event.state == RUNNING])
    return [
        EventRow(
            event=event,
            state=_("round %(round)d is being played") % {"round": rounds[event.pk]}
            if event.pk in rounds
            else str(EventStatus(event.state).label),
            club=event.club.name if event.club else "",
            game=event_game_label(event),
        )
        for event in found
    ]
