"""Times in the zone that the reader chose, else in that of the event.

The choice is a cookie and needs no account. The zone is named beside a time if it could be
mistaken. Forms have the `MomentField` of forms.py.
"""

from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

COOKIE = "zone"
EVENT_ZONE = "event"  # the choice of no zone of one's own
CLOCK = "H:i"
KINDS = {  # Django's format names, by language; a day is written one way on every page
    "full": ("DATE_FORMAT", CLOCK),
    "time": (CLOCK,),
    "date": ("DATE_FORMAT",),
}

_reader: ContextVar[str] = ContextVar("zone of the reader", default="")


class LocalTime(NamedTuple):
    """zone: its name, empty if the time cannot be mistaken."""

    words: str
    zone: str

    def __str__(self) -> str:
        return f"{self.words} ({self.zone})" if self.zone else self.words


def zone_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer requests in the zone of their cookie."""

    def middleware(request: HttpRequest) -> HttpResponse:
        zone = known_zone(request.COOKIES.get(COOKIE, ""))
        token = _reader.set(zone)
        try:
            with timezone.override(ZoneInfo(zone) if zone else None):
                response = get_response(request)
        finally:
            _reader.reset(token)
        patch_vary_headers(response, ["Cookie"])
        return response

    return middleware


def zone_of_reader() -> str:
    """The zone the reader chose; empty for that of the event."""
    return _reader.get()


def known_zone(zone: str) -> str:
    """The zone, or empty if it cannot be chosen."""
    return zone if zone and zone in zone_names() else ""


@cache
def zone_names() -> tuple[str, ...]:
    """Zones to choose from: those of places, and UTC, without aliases."""
    return ("UTC", *sorted(zone for zone in available_timezones() if _is_of_a_place(zone)))


def _is_of_a_place(zone: str) -> bool:
    region, _slash, place = zone.partition("/")
    return bool(place) and region not in ("Etc", "SystemV", "US", "posix", "right")


def local_time(
    moment: datetime,
    event_zone: str = "",
    *,
    kind: str = "full",
    there: bool = False,
    own_zone: str = "",
) -> LocalTime:
    """A time in the reader's zone, or with `there` in that of the event.

    event_zone: empty outside events. own_zone: of the player whose page it is, for readers who
    chose none.
    """
    own = zone_of_reader() or own_zone
    zone = event_zone if event_zone and (there or not own) else own or "UTC"
    local = moment.astimezone(ZoneInfo(zone))
    words = " ".join(date_format(local, form) for form in KINDS[kind])
    others = {zone for zone in (own, event_zone) if zone}
    same = own and all(_offset(moment, zone) == local.utcoffset() for zone in others)
    return LocalTime(words, "" if same or CLOCK not in KINDS[kind] else zone)


def local_time_text(
    moment: datetime | None, event_zone: str = "", *, there: bool = False, own_zone: str = ""
) -> str:
    """`local_time` as text; empty for None."""
    return str(local_time(moment, event_zone, there=there, own_zone=own_zone)) if moment else ""


def time_element(moment: datetime, time: LocalTime) -> SafeString:
    """A <time> element with the UTC time, the words and the zone."""
    zone = format_html(' <span class="zone">({})</span>', time.zone) if time.zone else ""
    utc = f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return format_html('<time datetime="{}">{}{}</time>', utc, time.words, zone)


def _offset(moment: datetime, zone: str) -> object:
    return moment.astimezone(ZoneInfo(zone)).utcoffset()
