"""Seasons of clubs, their events and tables."""

from collections import defaultdict

from django.db.models import QuerySet

from tournaments.choices import EventStatus
from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import Club, Event, Player, Series, SeriesStandings
from tournaments.selectors.people.people import resolve
from tournaments.standings.points import Points, read_points
from tournaments.standings.season import EventScores, SeasonScoring

PUBLIC = ("public", "unlisted")  # season tables are public, so private events do not count


def get_series(slug: str) -> Series:
    """:raises NotFound: there is none."""
    return get_row(Series.objects.select_related("club"), "series", slug=slug)


def series_of(club: Club) -> "QuerySet[Series]":
    return club.series.order_by("-pk")


def season_scoring(series: Series) -> SeasonScoring:
    return SeasonScoring(**series.scoring)


def season_events(series: Series) -> "QuerySet[Event]":
    """The events that count, with their tables, by date."""
    events = Event.objects.filter(series=series, visibility__in=PUBLIC)
    begun = events.filter(
        state__in=(EventStatus.RUNNING, EventStatus.FINISHED), standings__isnull=False
    )
    return begun.select_related("standings").order_by("starts_on", "pk")


def season_scores(series: Series) -> tuple[list[EventScores], dict[str, int]]:
    """The scores in each event, and the versions of the event tables by slug."""
    column = season_scoring(series).column
    found, versions = [], {}
    for event in season_events(series):
        players = _players(event)
        scores: dict[str, Points] = defaultdict(int)
        document = event.standings.document
        for stage in (*document.get("earlier", ()), document):
            for row in stage["rows"]:
                scores[players[row["entry"]]] += read_points(row[column])
        found.append(EventScores(event.slug, dict(scores)))
        versions[event.slug] = event.standings.version
    return found, versions


def series_document(series: Series) -> Document:
    """The stored table with names. fresh: it includes the current table of every event."""
    stored = SeriesStandings.objects.filter(series=series).first()
    versions = stored.versions if stored else {}
    rows = stored.document["rows"] if stored else []
    names = dict(
        Player.objects.filter(public_id__in=[row["player"] for row in rows]).values_list(
            "public_id", "name"
        )
    )
    return {
        "series": series.slug,
        "club": series.club.slug,
        "name": series.name,
        "scoring": series.scoring,
        "fresh": versions == current_versions(series),
        "rows": [{**row, "name": names.get(row["player"], "")} for row in rows],
    }


def current_versions(series: Series) -> dict[str, int]:
    """The current table version of each event by slug."""
    return dict(season_events(series).values_list("slug", "standings__version"))


def _players(event: Event) -> dict[int, str]:
    """Public ids by entry number, after merges."""
    entries = event.entries.filter(number__isnull=False).select_related("player__merged_into")
    return {entry.number or 0: resolve(entry.player).public_id for entry in entries}


def stale_series() -> list[Series]:
    """Seasons whose stored table is not up to date."""
    return [
        series
        for series in Series.objects.select_related("standings").order_by("pk")
        if current_versions(series) != _stored_versions(series)
    ]


def _stored_versions(series: Series) -> dict[str, int]:
    stored = getattr(series, "standings", None)
    return stored.versions if stored else {}
