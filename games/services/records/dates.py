"""The allowed days of games: from 1990 to tomorrow."""

from datetime import date, timedelta
from datetime import timezone as fixed_zone
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.outcomes import Verdict
from tournaments.errors import DomainError

EARLIEST = date(1990, 1, 1)
# The zone where a day begins first, for games without a zone of their own.
FIRST_ZONE = fixed_zone(timedelta(hours=14))

PLAYED_ON = "played_on"
DATE_TAG = "Date"


class DateOutOfRange(DomainError):
    code = "date_out_of_range"
    kind = "invalid"
    message = _("{field}: {day} is not between {earliest} and {latest}.")


def latest_day(time_zone: str = "") -> date:
    """Tomorrow in a zone; without one, in the zone where the day begins first."""
    zone = ZoneInfo(time_zone) if time_zone else FIRST_ZONE
    return timezone.now().astimezone(zone).date() + timedelta(days=1)


def check_day(day: date, *, field: str, time_zone: str = "") -> None:
    """field: where the day was given, `played_on` or the Date tag of a record.

    :raises DateOutOfRange: the day lies before 1990 or after tomorrow.
    """
    latest = latest_day(time_zone)
    if not EARLIEST <= day <= latest:
        raise DateOutOfRange(
            field=field,
            day=day.isoformat(),
            earliest=EARLIEST.isoformat(),
            latest=latest.isoformat(),
        )


def record_date(verdict: Verdict, *, time_zone: str = "") -> date | None:
    """The day that the Date tag of a record states, or None.

    :raises DateOutOfRange: as `check_day`.
    """
    stated = verdict.get("played_on")
    if not stated:
        return None
    day = date.fromisoformat(stated)
    check_day(day, field=DATE_TAG, time_zone=time_zone)
    return day
