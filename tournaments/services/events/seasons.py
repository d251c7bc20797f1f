"""Seasons: series of events of a club whose scores are added up."""

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, selectors, tasks
from tournaments.actor import Actor
from tournaments.documents import Document, Settings
from tournaments.enqueue import enqueue_once
from tournaments.errors import InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event, Series, SeriesStandings
from tournaments.services import journal
from tournaments.services.events.bounds import is_code, require_text
from tournaments.services.events.states import lock_event
from tournaments.services.people.people import SlugTaken
from tournaments.standings.season import COLUMNS
from tournaments.wording import one_of_message

MOST_EVENTS = 1000
CHANGES = frozenset({"name", "scoring"})


@in_transaction
def create_series(
    *, actor: Actor, club_id: int, slug: str, name: str, scoring: Settings | None = None
) -> Series:
    """Create a season. scoring: `by`, a column of the tables, and `best`, a number or null for all.

    :raises SlugTaken: another series has this address.
    """
    club = selectors.club_by_id(club_id)
    permissions.require(actor, "series.edit", club)
    require_text(name, field="name", most=limits.NAME)
    columns = {"club": club, "name": name, "scoring": validate_scoring(scoring or {})}
    try:
        with transaction.atomic():
            series = Series.objects.create(slug=slug, **columns)
    except IntegrityError as taken:
        raise SlugTaken(slug=slug) from taken
    journal.write(
        actor,
        "series.created",
        scope=f"club:{club.slug}",
        subject=f"series:{slug}",
        after=series.scoring,
    )
    return series


@in_transaction
def edit_series(*, actor: Actor, series_id: int, changes: Settings) -> Series:
    """Change the name or the scoring of a season and refresh its table. Locks Series.

    Repeating it is harmless.
    """
    series = Series.objects.select_for_update(of=("self",)).select_related("club")
    found = get_row(series, "series", pk=series_id)
    permissions.require(actor, "series.edit", found.club)
    for field in changes:
        if field not in CHANGES:
            raise InvalidInput(field=field, problem=_("there is no such setting"))
    scoring = validate_scoring({**found.scoring, **changes.get("scoring", {})})
    name = changes.get("name", found.name)
    require_text(name, field="name", most=limits.NAME)
    if (name, scoring) == (found.name, found.scoring):
        return found
    before, renamed = found.scoring, name != found.name
    found.name, found.scoring = name, scoring
    found.save(update_fields=["name", "scoring"])
    if before != scoring:
        # The versions do not cover the scoring, so the stored table is marked stale.
        SeriesStandings.objects.filter(series=found).update(versions={})
    journal.write(
        actor,
        "series.edited",
        scope=f"club:{found.club.slug}",
        subject=f"series:{found.slug}",
        before=before,
        after={**scoring, "renamed": renamed},
    )
    enqueue_once(tasks.refresh_series, found.pk)
    return found


@in_transaction
def set_event_series(*, actor: Actor, event_id: int, series_id: int | None) -> Event:
    """Count an event in a season of its club, or in none. Locks Event.

    Repeating it is harmless.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    series = Series.objects.filter(pk=series_id).first() if series_id is not None else None
    if series_id is not None and (series is None or series.club_id != event.club_id):
        raise InvalidInput(field="series", problem=_("a season of the club of this event"))
    if event.series_id == series_id:
        return event
    before, event.series = event.series, series
    event.save(update_fields=["series"])
    journal.write_event(
        actor,
        event,
        "event.series",
        before=before.slug if before else None,
        after=series.slug if series else None,
    )
    for each in (before, series):
        if each is not None:
            enqueue_once(tasks.refresh_series, each.pk)
    return event


def validate_scoring(scoring: Mapping[str, object]) -> Document:
    full = {"by": "match_points", "best": None, **scoring}
    if set(full) != {"by", "best"}:
        raise InvalidInput(field="scoring", problem=_("by and best"))
    if not is_code(full["by"], COLUMNS):
        raise InvalidInput(field="scoring.by", problem=one_of_message(COLUMNS))
    best = full["best"]
    if best is not None and (type(best) is not int or not 1 <= best <= MOST_EVENTS):
        raise InvalidInput(field="scoring.best", problem=_("a number of events, or null"))
    return full
