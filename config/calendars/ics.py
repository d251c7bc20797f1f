"""A calendar as text, by RFC 5545. Pure.

Times are in UTC, so no zone has to be defined. DTSTAMP and SEQUENCE come from the facts: the same
facts give the same bytes, and programs see what has changed.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event, vText

from config.calendars.items import Item

PRODUCT = "-//Roadhouse//Calendar 1//EN"
REFRESH = timedelta(hours=1)


def write_calendar(name: str, items: Iterable[Item]) -> bytes:
    """In the order of time, whatever the order of the items."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", PRODUCT)
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    for title in ("name", "x-wr-calname"):  # the standard's, and what Apple and Google read
        calendar.add(title, _line(name))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for item in sorted(items, key=_place_in_time):
        calendar.add_component(_written(item))
    text: bytes = calendar.to_ical()
    return text


def _line(text: str) -> vText:
    """One line without control characters, which the standard forbids."""
    return vText("".join(c for c in " ".join(text.split()) if c.isprintable()))


def _place_in_time(item: Item) -> tuple[str, str]:
    begins = item.begins
    if isinstance(begins, datetime):
        begins = begins.astimezone(UTC)
    return begins.isoformat(), item.uid


def _written(item: Item) -> Event:
    event = Event()
    event.add("uid", item.uid)
    event.add("sequence", item.revision)
    event.add("dtstamp", item.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("last-modified", item.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("summary", _line(item.summary))
    if isinstance(item.begins, datetime):
        event.add("dtstart", item.begins.astimezone(UTC))
        if item.ends is not None:
            event.add("dtend", item.ends.astimezone(UTC))
    else:
        event.add("dtstart", item.begins)
        event.add("dtend", item.begins + timedelta(days=1))
    if item.place:
        event.add("location", _line(item.place))
    event.add("url", item.url)
    event.add("status", "CANCELLED" if item.cancelled else "CONFIRMED")
    event.add("transp", "OPAQUE" if item.is_busy and not item.cancelled else "TRANSPARENT")
    return event
