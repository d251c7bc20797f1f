"""Seasons of clubs and their stored tables."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import Club, Player, Series, SeriesStandings
from tournaments.outlook.season import season_reach
from tournaments.selectors.seasons.scores import (
    NOT_SAID,
    RatingLists,
    Versions,
    current_versions,
    events_to_come,
    season_scores,
    season_scoring,
)
from tournaments.standings.seasons.table import season_table


@dataclass(frozen=True, slots=True)
class HeadRow:
    """total: as stored, see `tournaments.standings.points.read_points`."""

    rank: int
    player: str
    name: str
    total: int | str


def get_series(slug: str) -> Series:
    """:raises NotFound: there is none."""
    return get_row(Series.objects.select_related("club"), "series", slug=slug)


def series_by_id(series_id: int) -> Series:
    """:raises NotFound: there is none."""
    return get_row(Series.objects.select_related("club"), "series", pk=series_id)


def series_of(club: Club) -> "QuerySet[Series]":
    return club.series.order_by("-pk")


def last_series(club: str) -> Series | None:
    """The newest season of a club. club: its slug."""
    return Series.objects.filter(club__slug=club).order_by("-pk").first()


def season_head(club: Club, *, places: int = 3) -> tuple[Series, list[HeadRow]] | None:
    """The newest season of a club whose table has players, and the first rows of the table.

    Rows beyond `places` are left out, also equal ones. None: no season has players. Two queries.
    """
    kept = SeriesStandings.objects.filter(series__club=club).order_by("-series")
    for stored in kept.select_related("series__club"):
        rows: list[Document] = stored.document["rows"]
        if rows:
            return stored.series, _head_rows(rows[:places])
    return None


def make_document(series: Series, lists: RatingLists) -> Document:
    """The table of a season as it is stored, with what can still be reached."""
    scoring = season_scoring(series)
    scores = season_scores(series, lists)
    table = season_table(scores, scoring)
    to_come, why = events_to_come(series, scores)
    reach = season_reach(table, scoring, to_come) if not why else {}
    rows = [
        {**row.as_json(), **(reach[row.player].as_json() if row.player in reach else {})}
        for row in table
    ]
    return {"rows": rows, "to_come": len(to_come), "why_no_reach": why}


def series_document(series: Series, lists: RatingLists) -> Document:
    """The stored table with names. fresh: it includes the current table of every event."""
    stored = SeriesStandings.objects.filter(series=series).first()
    document: Document = (
        stored.document if stored else {"rows": [], "to_come": 0, "why_no_reach": NOT_SAID}
    )
    names = _names([row["player"] for row in document["rows"]])
    no_reach = {"most": None, "best_place": None, "worst_place": None}
    return {
        "series": series.slug,
        "club": series.club.slug,
        "name": series.name,
        "scoring": season_scoring(series).as_json(),
        "fresh": (stored.versions if stored else {}) == current_versions(series, lists),
        "to_come": document["to_come"],
        "why_no_reach": document["why_no_reach"],
        "rows": [
            {**no_reach, **row, "name": names.get(row["player"], "")} for row in document["rows"]
        ],
    }


def stale_series(lists: RatingLists) -> list[Series]:
    """Seasons whose stored table is not up to date."""
    return [
        series
        for series in Series.objects.select_related("standings").order_by("pk")
        if current_versions(series, lists) != _stored_versions(series)
    ]


def seasons_with_pool(slug: str) -> list[int]:
    """The ids of the seasons that count a rating list."""
    return list(Series.objects.filter(scoring__pool=slug).values_list("pk", flat=True))


def _stored_versions(series: Series) -> Versions:
    stored = getattr(series, "standings", None)
    return stored.versions if stored else {}


def _head_rows(rows: list[Document]) -> list[HeadRow]:
    names = _names([row["player"] for row in rows])
    return [
        HeadRow(row["rank"], row["player"], names.get(row["player"], ""), row["total"])
        for row in rows
    ]


def _names(players: list[str]) -> dict[str, str]:
    found = Player.objects.filter(public_id__in=players)
    return dict(found.values_list("public_id", "name"))
