"""Times as a reader sees them: in the zone that this reader chose, else in that of the event.

The choice is a cookie and needs no account. A zone's name stands beside a time wherever the time
might be taken for that of another zone. The fields of the desk are `desk/moments.py`.
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
EVENT_ZONE = "event"  # said by a reader who wants no zone of their own
CLOCK = "H:i"
KINDS = {  # Django's zone_names of formats; each language has its own
    "full": ("DATE_FORMAT", CLOCK),
    "short": ("SHORT_DATE_FORMAT", CLOCK),
    "time": (CLOCK,),
    "date": ("DATE_FORMAT",),
    "short date": ("SHORT_DATE_FORMAT",),
}

_reader: ContextVar[str] = ContextVar("zone of the reader", default="")


class LocalTime(NamedTuple):
    """A moment in words; `zone` is empty where nobody could take it for another zone's."""

    words: str
    zone: str

    def __str__(self) -> str:
        return f"{self.words} ({self.zone})" if self.zone else self.words


def zone_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: answer a request in the zone of its cookie."""

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
    """The zone that the reader of this answer chose; empty: that of the event."""
    return _reader.get()


def known_zone(zone: str) -> str:
    """The zone, or nothing where there is none of that name to choose."""
    return zone if zone in zone_names() else ""


@cache
def zone_names() -> tuple[str, ...]:
    """Zones to choose from: those of places, and UTC; the rest are old zone_names for the same."""
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
    """A moment in words: in the reader's zone, or `there`, in the event's, whoever reads it.

    event_zone: empty where no event is meant. The desk tells times there, as its fields do.
    own_zone: that of a player whose page it is, for a reader who chose none.
    """
    own = zone_of_reader() or own_zone
    shown = event_zone if event_zone and (there or not own) else own or "UTC"
    local = moment.astimezone(ZoneInfo(shown))
    words = " ".join(date_format(local, form) for form in KINDS[kind])
    others = {zone for zone in (own, event_zone) if zone}
    same = own and all(_offset(moment, zone) == local.utcoffset() for zone in others)
    return LocalTime(words, "" if same or CLOCK not in KINDS[kind] else shown)


def local_time_text(
    moment: datetime | None, event_zone: str = "", *, there: bool = False, own_zone: str = ""
) -> str:
    """`local_time` for the middle of a sentence; empty for no moment."""
    return str(local_time(moment, event_zone, there=there, own_zone=own_zone)) if moment else ""


def time_element(moment: datetime, said: LocalTime) -> SafeString:
    """The element of a moment: what programs read, what people read, and the zone."""
    zone = format_html(' <span class="zone">({})</span>', said.zone) if said.zone else ""
    utc = f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return format_html('<time datetime="{}">{}{}</time>', utc, said.words, zone)


def _offset(moment: datetime, zone: str) -> object:
    return moment.astimezone(ZoneInfo(zone)).utcoffset()
