"""Dates and times in the forms of the desk, in the time zone of the event."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from config.pages import zones
from tournaments.errors import InvalidInput


def parse_moment(text: str, field: str, zone: str) -> datetime | None:
    """A datetime-local value; None for an empty text. :raises InvalidInput: it is not a time."""
    typed = text.strip()
    if not typed:
        return None
    try:
        moment = datetime.fromisoformat(typed)
    except ValueError:
        raise InvalidInput(field=field, problem=_("a day and a time")) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))


def moment_field_value(moment: datetime | None, zone: str) -> str:
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%dT%H:%M}" if moment else ""


def format_moment(moment: datetime | None, zone: str) -> str:
    return zones.local_time_text(moment, zone, there=True)
