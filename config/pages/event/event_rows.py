"""Rows of event lists."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from config.pages.labels import RUNNING, event_game_label, event_state_label
from tournaments import selectors

Event = Any  # a row of tournaments.Event: the model is private to its app


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
            else event_state_label(event),
            club=event.club.name if event.club else "",
            game=event_game_label(event),
        )
        for event in found
    ]
