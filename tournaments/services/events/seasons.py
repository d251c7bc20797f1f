"""A club's season: events whose scores are added up."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, tasks
from tournaments.actor import Actor
from tournaments.enqueue import enqueue
from tournaments.errors import InvalidInput, NotFound
from tournaments.models import Club, Event, Series, SeriesStandings
from tournaments.services import journal
from tournaments.services.events.bounds import is_code, require_text
from tournaments.services.events.life import locked
from tournaments.services.people.people import SlugTaken
from tournaments.standings.season import COLUMNS
from tournaments.wording import one_of_message

MOST_EVENTS = 1000
CHANGES = frozenset({"name", "scoring"})


@transaction.atomic
def create_series(
    *, actor: Actor, club_id: int, slug: str, name: str, scoring: Mapping[str, Any] | None = None
) -> Series:
    """Begin a season of a club. scoring: `by` (a column of the tables) and `best` (or all).

    :raises SlugTaken: another series has this address.
    """
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise NotFound(what="club", key=club_id)
    permissions.require(actor, "series.edit", club)
    require_text(name, field="name", most=limits.NAME)
    columns = {"club": club, "name": name, "scoring": checked_scoring(scoring or {})}
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


@transaction.atomic
def edit_series(*, actor: Actor, series_id: int, changes: Mapping[str, Any]) -> Series:
    """Change the name or the scoring of a season; its table follows. Locks Series.

    Repeating it is harmless.
    """
    series = Series.objects.select_for_update(of=("self",)).select_related("club")
    found = series.filter(pk=series_id).first()
    if found is None:
        raise NotFound(what="series", key=series_id)
    permissions.require(actor, "series.edit", found.club)
    for field in changes:
        if field not in CHANGES:
            raise InvalidInput(field=field, problem=_("there is no such setting"))
    scoring = checked_scoring({**found.scoring, **changes.get("scoring", {})})
    name = changes.get("name", found.name)
    require_text(name, field="name", most=limits.NAME)
    if (name, scoring) == (found.name, found.scoring):
        return found
    before, renamed = found.scoring, name != found.name
    found.name, found.scoring = name, scoring
    found.save(update_fields=["name", "scoring"])
    if before != scoring:
        # No version counts the scoring: the table is made of nothing, so that it is made again.
        SeriesStandings.objects.filter(series=found).update(versions={})
    journal.write(
        actor,
        "series.edited",
        scope=f"club:{found.club.slug}",
        subject=f"series:{found.slug}",
        before=before,
        after={**scoring, "renamed": renamed},
    )
    enqueue(tasks.refresh_series, found.pk)
    return found


@transaction.atomic
def put_in_series(*, actor: Actor, event_id: int, series_id: int | None) -> Event:
    """Count an event in a season of its own club, or in none. Locks Event.

    Repeating it is harmless.
    """
    event = locked(event_id)
    permissions.require(actor, "event.edit", event)
    series = Series.objects.filter(pk=series_id).first() if series_id is not None else None
    if series_id is not None and (series is None or series.club_id != event.club_id):
        raise InvalidInput(field="series", problem=_("a season of the club of this event"))
    if event.series_id == series_id:
        return event
    before, event.series = event.series, series
    event.save(update_fields=["series"])
    journal.write(
        actor,
        "event.series",
        scope=f"event:{event.slug}",
        subject=event.slug,
        before=before.slug if before else None,
        after=series.slug if series else None,
    )
    for each in (before, series):
        if each is not None:
            enqueue(tasks.refresh_series, each.pk)
    return event


def checked_scoring(scoring: Mapping[str, Any]) -> dict[str, Any]:
    full = {"by": "match_points", "best": None, **scoring}
    if set(full) != {"by", "best"}:
        raise InvalidInput(field="scoring", problem=_("by and best"))
    if not is_code(full["by"], COLUMNS):
        raise InvalidInput(field="scoring.by", problem=one_of_message(COLUMNS))
    best = full["best"]
    if best is not None and (type(best) is not int or not 1 <= best <= MOST_EVENTS):
        raise InvalidInput(field="scoring.best", problem=_("a number of events, or null"))
    return full
