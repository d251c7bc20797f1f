"""Numbers that identify what readers see, so that an unchanged answer is not made again.

A service that changes what an event shows adds a line to the journal of the event, and one that
changes a person adds one to the journal of the site. A journal is counted under a lock, so its
length grows with every commit.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from tournaments.actor import ANONYMOUS, Actor
from tournaments.choices import RoundStatus
from tournaments.errors import NotFound, require_found
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Event, JournalHead, Round, Series
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
    """They change with everything that an event shows to anybody. One query, if all may read it.

    :raises NotFound: as `get_event`.
    """
    if found := _OF_ALL.rows(slug=slug):  # what all may read needs no rights of the actor
        return found
    # Asking what the actor may read takes ten times as long as asking whether there is anything.
    require_found(_NAMED.first(slug=slug), "event", slug)
    if found := tuple(_with_journals(readable_events(actor).filter(slug=slug))):
        return found
    raise NotFound(what="event", key=slug)


def public_round_versions(slug: str, number: int) -> Versions:
    """`event_versions`, if everybody may see the event and the round; else empty. One query."""
    return _OF_ROUND.rows(slug=slug, number=number)


def versions_of_event(event_id: int) -> Versions:
    """`event_versions`, without a check of visibility. One query."""
    return _BY_ID.rows(event_id=event_id)


def series_versions(series: Series) -> Versions:
    """They change with everything that the table of a season shows. Four queries."""
    stored = Series.objects.filter(pk=series.pk).values_list("pk", "standings__computed_at")
    heads = journal_versions(f"club:{series.club.slug}")
    return (*stored, *heads, *_versions(series.events.order_by("pk")))


def journal_versions(scope: str = SITE) -> Versions:
    """They change with each line about this scope or a person. One query."""
    return _JOURNALS.rows(scope=scope, site=SITE)


def _with_journals(events: "QuerySet[Event]") -> "QuerySet[Event, tuple[object, ...]]":
    """The columns of events, and the lengths of their journals and of that of the site."""
    heads = JournalHead.objects.values("seq")
    of_event = heads.filter(scope=Concat(Value("event:"), OuterRef("slug")))
    lengths = Subquery(of_event), Subquery(heads.filter(scope=SITE))
    return events.values_list(*COLUMNS, *lengths)


def _published(number: int) -> "QuerySet[Round]":
    """The round of an event with this number, unless it is a draft."""
    rounds = Round.objects.filter(event=OuterRef("pk"), number=number)
    return rounds.exclude(state=RoundStatus.DRAFT)


def _versions(events: "QuerySet[Event]") -> Versions:
    rows = tuple(events.values_list(*COLUMNS))
    scopes = [SITE, *(f"event:{slug}" for slug, *_ in rows)]
    return (*rows, *_lengths(scopes)) if rows else ()


def _lengths(scopes: Iterable[str]) -> "QuerySet[JournalHead, tuple[str, int]]":
    """The lengths of journals."""
    heads = JournalHead.objects.filter(scope__in=scopes).order_by("scope")
    return heads.values_list("scope", "seq")


_OF_ALL = CompiledQuery(
    lambda slug: _with_journals(readable_events(ANONYMOUS).filter(slug=slug)), slug=str
)
_NAMED = CompiledQuery(
    lambda slug: Event.objects.filter(slug=slug).values_list("pk", flat=True), slug=str
)
_OF_ROUND = CompiledQuery(
    lambda slug, number: _with_journals(
        readable_events(ANONYMOUS).filter(Exists(_published(number)), slug=slug)
    ),
    slug=str,
    number=int,
)
_JOURNALS = CompiledQuery(lambda scope, site: _lengths([scope, site]), scope=str, site=str)
_BY_ID = CompiledQuery(
    lambda event_id: _with_journals(Event.objects.filter(pk=event_id)), event_id=int
)
