"""Days and times in the fields of the desk: always those of the event's own zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from config.pages import zones
from tournaments.errors import InvalidInput


def moment_in(text: str, field: str, zone: str) -> datetime | None:
    """A time as a browser sends it; None for an empty field. :raises InvalidInput: it is none."""
    typed = text.strip()
    if not typed:
        return None
    try:
        moment = datetime.fromisoformat(typed)
    except ValueError:
        raise InvalidInput(field=field, problem=_("a day and a time")) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))


def as_field(moment: datetime | None, zone: str) -> str:
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%dT%H:%M}" if moment else ""


def told(moment: datetime | None, zone: str) -> str:
    """In words; empty for no time."""
    return zones.local_time_text(moment, zone, there=True)
