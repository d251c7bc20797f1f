"""Seasons: series of events of a club whose scores are added up."""

from collections.abc import Collection, Mapping
from itertools import pairwise

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, selectors, tasks
from tournaments.actor import Actor
from tournaments.documents import Document, Settings
from tournaments.enqueue import enqueue_by_name
from tournaments.errors import InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event, Series, SeriesStandings
from tournaments.services import journal
from tournaments.services.events.bounds import is_code, require_text
from tournaments.services.events.states import lock_event
from tournaments.services.people.people import SlugTaken
from tournaments.standings.seasons.scoring import (
    KINDS,
    PLACES,
    RATING_GAIN,
    TIES,
    SeasonScoring,
)
from tournaments.wording import one_of_message

MOST_EVENTS = 1000
MOST_POINTS_X2 = 200_000
CHANGES = frozenset({"name", "scoring"})


@in_transaction
def create_series(
    *,
    actor: Actor,
    club_id: int,
    slug: str,
    name: str,
    scoring: Settings | None = None,
    pools: Collection[str] = (),
) -> Series:
    """Create a season. scoring: see SeasonScoring. pools: as in `validate_scoring`.

    :raises InvalidInput: as `validate_scoring`.
    :raises SlugTaken: another series has this address.
    """
    club = selectors.club_by_id(club_id)
    permissions.require(actor, "series.edit", club)
    require_text(name, field="name", most=limits.NAME)
    columns = {"club": club, "name": name, "scoring": validate_scoring(scoring or {}, pools)}
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
def edit_series(
    *, actor: Actor, series_id: int, changes: Settings, pools: Collection[str] = ()
) -> Series:
    """Change the name or the scoring of a season and refresh its table. Locks Series.

    pools: as in `validate_scoring`. Repeating it is harmless.
    """
    series = Series.objects.select_for_update(of=("self",)).select_related("club")
    found = get_row(series, "series", pk=series_id)
    permissions.require(actor, "series.edit", found.club)
    for field in changes:
        if field not in CHANGES:
            raise InvalidInput(field=field, problem=_("there is no such setting"))
    scoring = validate_scoring({**found.scoring, **changes.get("scoring", {})}, pools)
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
    enqueue_by_name(tasks.REFRESH_SERIES, found.pk)
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
            enqueue_by_name(tasks.REFRESH_SERIES, each.pk)
    return event


def validate_scoring(scoring: Mapping[str, object], pools: Collection[str] = ()) -> Document:
    """The whole scoring, with what is left out as it is by default.

    pools: the slugs of the rating lists there are.

    :raises InvalidInput: `scoring.<name>` is of no such kind, or one that does not fit `by`.
    """
    default = SeasonScoring().as_json()
    full = {**default, **scoring}
    for name in full.keys() - default.keys():
        raise InvalidInput(field=f"scoring.{name}", problem=_("there is no such setting"))
    for name, codes in (("by", KINDS), ("ties", TIES)):
        if not is_code(full[name], codes):
            raise InvalidInput(field=f"scoring.{name}", problem=one_of_message(codes))
    for name in ("best", "events"):
        if full[name] is not None and not _is_number(full[name], 1, MOST_EVENTS):
            raise InvalidInput(field=f"scoring.{name}", problem=_("a number of events, or null"))
    if not _is_number(full["bonus_x2"], 0, MOST_POINTS_X2):
        raise InvalidInput(field="scoring.bonus_x2", problem=_points_problem())
    if full["most_x2"] is not None and not _is_number(full["most_x2"], 0, MOST_POINTS_X2):
        raise InvalidInput(field="scoring.most_x2", problem=_points_problem())
    _check_points(full)
    _check_pool(full, pools)
    return full


def _check_points(full: Document) -> None:
    field, points = "scoring.points_x2", full["points_x2"]
    is_list = isinstance(points, list | tuple) and len(points) <= limits.SEASON_PLACES
    problem: object = None
    if not is_list or not all(_is_number(each, 0, MOST_POINTS_X2) for each in points):
        problem = _("points for up to {most} places").format(most=limits.SEASON_PLACES)
    elif any(better < worse for better, worse in pairwise(points)):
        problem = _("a lower place must not have more points")
    elif full["by"] == PLACES and not any(points):
        problem = _("the points of the first place, of the second, and so on")
    if problem is not None:
        raise InvalidInput(field=field, problem=problem)


def _check_pool(full: Document, pools: Collection[str]) -> None:
    if full["by"] != RATING_GAIN:
        full["pool"] = None  # what another kind had, so that no table depends on it
    elif not is_code(full["pool"], pools):
        raise InvalidInput(field="scoring.pool", problem=one_of_message(sorted(pools)))


def _points_problem() -> str:
    return _("half points from 0 to {most}").format(most=MOST_POINTS_X2)


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most
