"""Crosstables of the stages of an event: who met whom."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.event.standings_rows import player_url
from config.pages.labels import LONE_OUTCOMES
from config.pages.templatetags.roadhouse import plain_points, points_tight
from games import selectors as games
from tournaments import selectors
from tournaments.standings.crosstable import FORFEIT_LOST, FORFEIT_WON, OPEN
from tournaments.standings.points import Points, read_points, write_points

Urls = Mapping[int, str]  # the page of a game, by pairing
ALL = slice(None)
FORFEITS = frozenset({FORFEIT_WON, FORFEIT_LOST})


class MeetingPoints(NamedTuple):
    """Half points of the row's entry in one meeting; None while nothing counts."""

    round: int
    points_x2: Points | None
    pairing: int | None
    outcome: str


class Meeting(NamedTuple):
    """points: None while being played."""

    points: str | None
    round: int
    url: str
    by_forfeit: bool


class CrosstableCell(NamedTuple):
    """kind: self, win, now (being played) or empty."""

    kind: str
    meetings: list[Meeting]


class LonePart(NamedTuple):
    """Points without an opponent, of one kind: (points, number of the round or None)."""

    label: str
    points: list[tuple[str, int | None]]


class CrosstableRow(NamedTuple):
    place: int
    name: str
    reading: str
    url: str
    cells: list[CrosstableCell]
    alone: list[LonePart]
    points: SafeString


class ColumnHead(NamedTuple):
    place: int
    name: str


class Crosstable(NamedTuple):
    """One stage. title: empty if there is only one. heads: the entries of the columns.

    first: as in `Standings`.
    """

    title: str
    rows: list[CrosstableRow]
    heads: Sequence[ColumnHead]
    first: int = 0

    @property
    def has_lone_points(self) -> bool:
        return any(row.alone for row in self.rows)


def build_crosstables(document: Document, table: Document, *, urls: Urls) -> list[Crosstable]:
    """A table for each stage, the last one first. Rows in the order of the stored standings."""
    stages = range(document["stages"], 0, -1)
    found = []
    for stage in stages:
        title = _("Stage %(number)d") % {"number": stage} if len(stages) > 1 else ""
        rows, _places = selectors.rows_of_stage(document, table, stage)
        if rows:
            found.append(build_crosstable(title, rows, stage, urls))
    return found


def build_crosstable(
    title: str,
    ordered: Sequence[Mapping[str, Any]],
    stage: int,
    urls: Urls,
    *,
    rows: slice = ALL,
    columns: slice = ALL,
) -> Crosstable:
    """ordered: all entries of the stage. rows, columns: those to draw."""
    heads = [ColumnHead(place, row["name"]) for place, row in enumerate(ordered, start=1)]
    drawn = _build_rows(ordered, stage, urls, rows, columns)
    return Crosstable(title, drawn, heads[columns])


def _build_rows(
    ordered: Sequence[Mapping[str, Any]], stage: int, urls: Urls, shown: slice, columns: slice
) -> list[CrosstableRow]:
    cells = {row["entry"]: [c for c in row["cells"] if c["stage"] == stage] for row in ordered}
    extras = {row["entry"]: [e for e in row["extras"] if e["stage"] == stage] for row in ordered}
    met = {entry: _points_by_opponent(mine) for entry, mine in cells.items()}
    placed = list(enumerate(ordered, start=1))[shown]
    readings = selectors.name_readings(row["player"] for _place, row in placed)
    rows = []
    for place, row in placed:
        number = row["entry"]
        rows.append(
            CrosstableRow(
                place=place,
                name=row["name"],
                reading=readings.get(row["player"], ""),
                url=player_url(row["player"]),
                cells=_cells_of(number, ordered[columns], met, urls),
                alone=lone_parts(cells[number], extras[number]),
                points=points_tight(write_points(selectors.stage_points_x2(row, stage))),
            )
        )
    return rows


def _cells_of(
    number: int,
    ordered: Sequence[Mapping[str, Any]],
    met: Mapping[int, Mapping[int, list[MeetingPoints]]],
    urls: Urls,
) -> list[CrosstableCell]:
    return [
        CrosstableCell("self", [])
        if other["entry"] == number
        else _make_cell(
            met[number].get(other["entry"], []), met[other["entry"]].get(number, []), urls
        )
        for other in ordered
    ]


def lone_parts(cells: Iterable[Document], extras: Iterable[Document]) -> list[LonePart]:
    """Byes, absences and points from outside rounds; neighbours of one kind share a label."""
    lone = [
        *((_extra_label(e), e["points_x2"], e["round"]) for e in extras),
        *(
            (str(LONE_OUTCOMES.get(c["outcome"], c["outcome"])), c["ranking_x2"], c["round"])
            for c in cells
            if not c["opponents"]
        ),
    ]
    return [
        LonePart(label, [(plain_points(read_points(given)), round_) for _l, given, round_ in part])
        for label, part in groupby(lone, key=lambda each: each[0])
    ]


def _extra_label(extra: Document) -> str:
    if extra["kind"] != "adjustment":
        return _("from before")
    return _("bonus") if read_points(extra["points_x2"]) > 0 else _("penalty")


def game_urls(document: Document) -> dict[int, str]:
    """The newest game of each pairing."""
    ids = {cell["pairing"] for row in document["rows"] for cell in row["cells"]}
    found = games.games_of_pairings(sorted(filter(None, ids)))
    return {
        pairing: reverse("pages:game", args=[public_ids[-1]])
        for (pairing, _number), public_ids in sorted(found.items())
    }


def _points_by_opponent(cells: Iterable[Document]) -> dict[int, list[MeetingPoints]]:
    found: dict[int, list[MeetingPoints]] = {}
    for cell in cells:
        for opponent in cell["opponents"]:
            given = cell["ranking_x2"]
            total = None if given is None else read_points(given)
            found.setdefault(opponent, []).append(
                MeetingPoints(cell["round"], total, cell["pairing"], cell["outcome"])
            )
    return found


def _make_cell(
    mine: Sequence[MeetingPoints], theirs: Sequence[MeetingPoints], urls: Urls
) -> CrosstableCell:
    if any(met.outcome == OPEN for met in mine):
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
                met.outcome in FORFEITS,
            )
            for met in mine
        ],
    )


def _sum(meetings: Iterable[MeetingPoints]) -> Points:
    return sum(met.points_x2 or 0 for met in meetings)
