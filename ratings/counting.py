"""Which rated games a pool counts: the same filter as a database query and as a Python test.

`Pool.counts` is the filter. A key that is missing does not restrict, so {} counts everything:

- `game`, `size`, `half_komi`, `time_class`: a value, or a list of allowed values;
- `events`: a list of event slugs; `casual`: "yes" (they count too, the default), "no", "only";
- `from`: the first day that counts, "2026-01-31".

With `events` a casual game counts only where `casual` says so.
"""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import limits
from tournaments.wording import one_of_message

if TYPE_CHECKING:
    from ratings.models import RatedGame

Counts = Mapping[str, Any]  # which games a list counts, see `validated`
COLUMNS: dict[str, type] = {"game": str, "size": int, "half_komi": int, "time_class": str}
CASUAL = ("yes", "no", "only")
NAMES = (*COLUMNS, "events", "casual", "from")


class WrongFilter(ValueError):
    """A filter that is not there, or has a value that it may not have; and why."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name, self.problem = name, problem


def validated(counts: Counts) -> dict[str, Any]:
    """The filter as it is stored.

    :raises WrongFilter: a key or a value is not allowed.
    """
    for name, value in counts.items():
        if name not in NAMES:
            raise WrongFilter(name, _("there is no {name}").format(name=name))
        problem = _problem(name, value)
        if problem:
            raise WrongFilter(name, problem)
    if counts.get("casual") == "only" and "events" in counts:
        raise WrongFilter("casual", _("only casual games are in no event"))
    return dict(counts)


def _problem(name: str, value: Any) -> str:
    """What is wrong with the value of a filter; "" if nothing."""
    if name == "casual":
        return "" if isinstance(value, str) and value in CASUAL else one_of_message(CASUAL)
    if name == "from":
        return "" if _is_day(value) else _("a day, like 2026-01-31")
    if name == "events":
        fits = isinstance(value, list) and all(isinstance(one, str) for one in value) and value
        return "" if fits and len(value) <= limits.FILTER_VALUES else _("a list of events")
    wanted = COLUMNS[name]
    values = value if isinstance(value, list) else [value]
    if not 0 < len(values) <= limits.FILTER_VALUES or any(
        type(one) is not wanted for one in values
    ):
        return _("numbers") if wanted is int else _("words")
    if wanted is int and any(abs(one) > limits.MAX_INTEGER for one in values):
        return _("numbers")
    if wanted is str and any(len(one) > limits.CODE for one in values):
        return _("words")
    return ""


def _is_day(value: Any) -> bool:
    try:
        return bool(date.fromisoformat(value).isoformat() == value)
    except (TypeError, ValueError):
        return False


def may_count_game(counts: Counts, game: str) -> bool:
    """Whether games of this kind can be in the list."""
    return "game" not in counts or game in _any_of(counts["game"])


def may_count_size(counts: Counts, size: int) -> bool:
    """Whether games on boards of this size can be in the list."""
    return "size" not in counts or size in _any_of(counts["size"])


def asks_event(counts: Counts) -> bool:
    """Whether the filter reads the event of a game."""
    return "events" in counts


def counted_filter(counts: Counts, *, prefix: str = "") -> Q:
    """The filter over RatedGame, or over a model that reaches it by `prefix`."""
    asked = Q()
    for column in COLUMNS:
        if column in counts:
            asked &= Q(**{f"{prefix}{column}__in": _any_of(counts[column])})
    if "from" in counts:
        asked &= Q(**{f"{prefix}played_on__gte": date.fromisoformat(counts["from"])})
    if "events" in counts:
        of_events = Q(**{f"{prefix}event__slug__in": counts["events"]})
        asked &= of_events | _casual(prefix) if counts.get("casual") == "yes" else of_events
    elif counts.get("casual") in ("no", "only"):
        asked &= _casual(prefix) if counts["casual"] == "only" else ~_casual(prefix)
    return asked


def is_counted(counts: Counts, rated: "RatedGame") -> bool:
    """Whether a RatedGame, stored or not, matches `counts`."""
    for column in COLUMNS:
        if column in counts and getattr(rated, column) not in _any_of(counts[column]):
            return False
    if "from" in counts and rated.played_on < date.fromisoformat(counts["from"]):
        return False
    if rated.event_id is None:
        return bool(counts.get("casual", "no" if "events" in counts else "yes") != "no")
    if counts.get("casual") == "only":
        return False
    if "events" not in counts:
        return True
    return rated.event is not None and rated.event.slug in counts["events"]


def _any_of(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _casual(prefix: str) -> Q:
    return Q(**{f"{prefix}event__isnull": True})
