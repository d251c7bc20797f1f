"""When a mail may be sent: not by night of its reader unless it is urgent. Pure."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

NIGHT_BEGINS, NIGHT_ENDS = time(22), time(7)
DIGEST = time(8)  # when the mail of a day is sent


def send_at(now: datetime, zone: str, *, urgent: bool, quiet: bool, digest: bool) -> datetime:
    """When what happens now is mailed, in UTC.

    zone: the reader's. quiet: whether the reader wants no mails by night. digest: one mail a day.
    """
    local = now.astimezone(ZoneInfo(zone))
    if urgent:
        return now.astimezone(UTC)
    if digest:
        return _next(local, DIGEST)
    is_night = local.time() >= NIGHT_BEGINS or local.time() < NIGHT_ENDS
    return _next(local, NIGHT_ENDS) if quiet and is_night else now.astimezone(UTC)


def _next(local: datetime, clock: time) -> datetime:
    """The next time that a clock of the reader's zone shows this time."""
    days = 0 if local.time() < clock else 1
    day = local.date() + timedelta(days=days)
    return datetime.combine(day, clock, tzinfo=local.tzinfo).astimezone(UTC)


# After the first, second … attempt that failed; after the last the mail is given up.
DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 6 * 60, 12 * 60))


def delay_after(attempts: int) -> timedelta | None:
    """How long to wait after so many failed attempts; None: give up."""
    return DELAYS[attempts - 1] if attempts <= len(DELAYS) else None
