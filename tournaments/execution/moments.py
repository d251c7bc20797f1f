"""Moments that a row waits for, and a clock that may have been put back since they were written."""

from datetime import timedelta
from typing import Any

from django.db.models import Q

# By which clocks of two machines, or of two transactions at once, may differ.
SKEW = timedelta(minutes=1)


def has_come(field: str, now: Any, *, within: timedelta) -> Q:
    """Rows whose moment has come, or lies further away than it ever was set.

    now: a datetime, or an expression of the database. within: how far away it may have been set;
    what is further was written by a clock that was ahead, and would wait for hours or years.
    """
    return Q(**{f"{field}__lte": now}) | Q(**{f"{field}__gt": now + within + SKEW})
