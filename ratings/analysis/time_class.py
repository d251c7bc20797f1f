"""The time class of a game by its time control. Pure."""

from collections.abc import Mapping
from typing import Any

# Upper bounds in minutes for 60 moves, so an increment of one second counts as one minute.
# Source of 60 moves, 10 and 60 minutes: FIDE Laws of Chess (E.01), articles A.1 and B.1.
# Source of bullet, which FIDE does not define: lichess.org, under three minutes.
BULLET_BELOW = 3.0
BLITZ_UP_TO = 10.0
RAPID_BELOW = 60.0


def time_class(control: Mapping[str, Any]) -> str:
    """The class named by a time control, else the one of its times; "" without either.

    control: {"class", "minutes", "increment_seconds"}, each optional.
    """
    named = str(control.get("class") or "")
    total = float(control.get("minutes") or 0) + float(control.get("increment_seconds") or 0)
    if named or not total:
        return named
    if total < BULLET_BELOW:
        return "bullet"
    if total <= BLITZ_UP_TO:
        return "blitz"
    return "rapid" if total < RAPID_BELOW else "classical"
