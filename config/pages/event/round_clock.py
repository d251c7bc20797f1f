"""When a round ends, from its times or its time control."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.safestring import SafeString

from config.pages import zones
from config.pages.annotations import Event, Round
from tournaments.choices import RoundStatus

# FIDE classes time controls by 60 moves per player (Laws of Chess, A and B).
MOVES = 60


class RoundClock(NamedTuple):
    """ends_at: ISO 8601 in UTC, for the script. until: local time of the event."""

    ends_at: str
    until: SafeString


def round_clock(round_: Round, event: Event) -> RoundClock | None:
    """None for a closed round and for one without an end."""
    end = None if round_.state == RoundStatus.CLOSED else round_end(round_, event)
    if end is None:
        return None
    soon = round_.opens_at is not None and end - round_.opens_at < timedelta(days=1)
    local = zones.local_time(end, event.time_zone, kind="time" if soon else "full", there=True)
    return RoundClock(end.isoformat(), zones.time_element(end, local._replace(zone="")))


def round_end(round_: Round, event: Event) -> datetime | None:
    """The closing time of the round, else the latest possible end of its games."""
    if round_.closes_at is not None or round_.opens_at is None:
        return round_.closes_at
    control = event.time_control
    if not control.get("minutes"):
        return None
    each = timedelta(
        minutes=control["minutes"], seconds=MOVES * control.get("increment_seconds", 0)
    )
    games = int(event.match.get("games", 1)) * round_.legs
    return round_.opens_at + 2 * each * games
