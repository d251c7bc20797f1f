"""Numbers that identify what readers see, so that an unchanged answer is not made again.

A service that changes what an event shows adds a line to the journal of the event, and one that
changes a person adds one to the journal of the site. A journal is counted under a lock, so its
length grows with every commit.
"""

from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.actor import ANONYMOUS, Actor
from tournaments.errors import NotFound
from tournaments.models import Event, JournalHead, Series
from tournaments.selectors.events.events import readable_events

Versions = tuple[object, ...]
SITE = "site"
# Approvals of clubs are in the journals of the clubs; derived tables are in none.
COLUMNS = (
    "slug",
    "settings_version",
    "results_version",
    "standings_version",
    "standings__computed_at",
    "approved_at",
    "club__approved_at",
    "planners_club__approved_at",
)


def event_versions(slug: str, actor: Actor) -> Versions:
    """They change with everything that an event shows to anybody. Two queries, if all may read it.

    :raises NotFound: as `get_event`.
    """
    for reader in (ANONYMOUS, actor):  # what all may read needs no rights of the actor
        if found := _versions(readable_events(reader).filter(slug=slug)):
            return found
    raise NotFound(what="event", key=slug)


def versions_of_event(event_id: int) -> Versions:
    """`event_versions`, without a check of visibility."""
    return _versions(Event.objects.filter(pk=event_id))


def series_versions(series: Series) -> Versions:
    """They change with everything that the table of a season shows. Four queries."""
    stored = Series.objects.filter(pk=series.pk).values_list("pk", "standings__computed_at")
    heads = journal_versions(f"club:{series.club.slug}")
    return (*stored, *heads, *_versions(series.events.order_by("pk")))


def journal_versions(*scopes: str) -> Versions:
    """They change with each line about these scopes or a person. One query."""
    return _lengths([*scopes, SITE])


def _versions(events: "QuerySet[Event]") -> Versions:
    rows = tuple(events.values_list(*COLUMNS))
    return (*rows, *_lengths([f"event:{slug}" for slug, *_ in rows] + [SITE])) if rows else ()


def _lengths(scopes: Iterable[str]) -> Versions:
    """The lengths of journals."""
    heads = JournalHead.objects.filter(scope__in=scopes).order_by("scope")
    return tuple(heads.values_list("scope", "seq"))
