"""The crosstable of an event."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString

from config.pages.event.events import open_event
from config.pages.event.standings_rows import (
    BOARD_AND_RESERVE,
    player_url,
    standings_stamp,
)
from config.pages.live import live_event_page
from config.pages.templatetags.roadhouse import num, plain_points, points_tight
from games import selectors as games
from tournaments import selectors
from tournaments.standings.points import Points, read_points

Urls = Mapping[int, str]  # the page of a game, by pairing


class MeetingPoints(NamedTuple):
    """Half points of the row's entry in one meeting; None while it is played."""

    round: int
    points_x2: Points | None
    pairing: int | None


class Meeting(NamedTuple):
    points: str | None
    round: int
    url: str


class CrosstableCell(NamedTuple):
    """kind: self, win, now (being played) or empty."""

    kind: str
    meetings: list[Meeting]


class CrosstableRow(NamedTuple):
    place: int
    name: str
    reading: str
    url: str
    cells: list[CrosstableCell]
    points: SafeString


class Crosstable(NamedTuple):
    rows: list[CrosstableRow]
    stamp: str
    late: bool


@live_event_page
def event_crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "crosstable")
    table = selectors.standings_document(found)
    document = selectors.crosstable(found)
    context["cross"] = build_crosstable(
        document, table, urls=game_urls(document), stamp=standings_stamp(table, found.time_zone)
    )
    return render(request, "pages/event/crosstable.html", context)


def build_crosstable(
    document: Mapping[str, Any], table: Mapping[str, Any], *, urls: Urls, stamp: str
) -> Crosstable:
    """Rows in the order of the stored `table`; entries missing there come last."""
    ordered, places = selectors.rows_by_standing(document, table)
    by_entry = {row["entry"]: _points_by_opponent(row["cells"]) for row in ordered}
    readings = selectors.name_readings(row["player"] for row in ordered)
    rows = []
    for place, row in enumerate(ordered, start=1):
        number = row["entry"]
        cells = [
            CrosstableCell("self", [])
            if other["entry"] == number
            else _make_cell(
                by_entry[number].get(other["entry"], []),
                by_entry[other["entry"]].get(number, []),
                urls,
            )
            for other in ordered
        ]
        url = player_url(row["player"])
        reading = readings.get(row["player"], "")
        total = _total(places.get(number), table)
        rows.append(CrosstableRow(place, row["name"], reading, url, cells, total))
    return Crosstable(rows, stamp, not table["fresh"])


def game_urls(document: Mapping[str, Any]) -> dict[int, str]:
    """The newest game of each pairing."""
    ids = {cell["pairing"] for row in document["rows"] for cell in row["cells"]}
    found = games.games_of_pairings(sorted(filter(None, ids)))
    return {
        pairing: reverse("pages:game", args=[public_ids[-1]])
        for (pairing, _number), public_ids in sorted(found.items())
    }


def _total(standing: Mapping[str, Any] | None, table: Mapping[str, Any]) -> SafeString:
    if standing and table.get("rank_by") == BOARD_AND_RESERVE:
        return num(standing["bpr"])
    return points_tight(standing["primary_x2"] if standing else None)


def _points_by_opponent(cells: Iterable[Mapping[str, Any]]) -> dict[int, list[MeetingPoints]]:
    found: dict[int, list[MeetingPoints]] = {}
    for cell in cells:
        for opponent in cell["opponents"]:
            given = cell["points_x2"]
            total = None if given is None else read_points(given)
            found.setdefault(opponent, []).append(
                MeetingPoints(cell["round"], total, cell["pairing"])
            )
    return found


def _make_cell(
    mine: Sequence[MeetingPoints], theirs: Sequence[MeetingPoints], urls: Urls
) -> CrosstableCell:
    if any(met.points_x2 is None for met in mine):
        kind = "now"
    else:
        kind = "win" if _sum(mine) > _sum(theirs) else ""
    return CrosstableCell(
        kind,
        [
            Meeting(
                None if met.points_x2 is None else plain_points(met.points_x2),
                met.round,
                urls.get(met.pairing or 0, ""),
            )
            for met in mine
        ],
    )


def _sum(meetings: Iterable[MeetingPoints]) -> Points:
    return sum(met.points_x2 or 0 for met in meetings)
