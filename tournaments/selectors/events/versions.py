"""Numbers that identify what readers see, so that an unchanged answer is not made again.

A service that changes what an event shows adds a line to the journal of the event, and one that
changes a person adds one to the journal of the site. A journal is counted under a lock, so its
length grows with every commit.
"""

from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from tournaments.models import Event, JournalHead, Series

Versions = tuple[object, ...]
SITE = "site"
# Approvals of clubs are in the journals of the clubs; derived tables are in none.
COLUMNS = (
    "pk",
    "settings_version",
    "results_version",
    "standings_version",
    "standings__computed_at",
    "approved_at",
    "club__approved_at",
    "planners_club__approved_at",
)


def event_versions(event_id: int) -> Versions:
    """They change with everything that an event shows to anybody. One query."""
    return next(iter(_versions(Event.objects.filter(pk=event_id))), ())


def series_versions(series: Series) -> Versions:
    """They change with everything that the table of a season shows. Two queries."""
    scope = f"club:{series.club.slug}"
    stored = Series.objects.filter(pk=series.pk).values_list(
        "pk", "standings__computed_at", _length(Value(scope))
    )
    return (*stored, *_versions(series.events.order_by("pk")))


def journal_versions(scope: str) -> Versions:
    """They change with each line about `scope` or a person. One query."""
    heads = JournalHead.objects.filter(scope__in=[scope, SITE]).order_by("scope")
    return tuple(heads.values_list("scope", "seq"))


def _versions(events: "QuerySet[Event]") -> "QuerySet[Event, Versions]":
    own = _length(Concat(Value("event:"), OuterRef("slug")))
    return events.values_list(*COLUMNS, own, _length(Value(SITE)))


def _length(scope: Value | Concat) -> Subquery:
    """The length of the journal of a scope."""
    return Subquery(JournalHead.objects.filter(scope=scope).values("seq"))
