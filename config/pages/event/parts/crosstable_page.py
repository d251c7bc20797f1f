"""The page of the crosstable: a long one in blocks, or ranked with the opponents by round."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.annotations import Context, Document, Event
from config.pages.event.crosstable import Crosstable, build_crosstable, game_urls
from config.pages.event.events import crosstable_of, document_of, open_event, states_of
from config.pages.event.parts.round_cells import played_rounds
from config.pages.event.standings_rows import Standings, build_standings, standings_stamp
from config.pages.live import live_event_page, shared_part
from config.pages.long_lists import (
    SHORT,
    ListedName,
    find_names,
    find_row,
    list_page,
    page_number,
    row_url,
)
from engine.games import CARD_GAMES
from tournaments import selectors

BLOCK = 30  # rows and columns of a block of a long crosstable
EVERYBODY_MEETS = "round_robin"  # in other systems most cells of a long crosstable are empty
Rows = Sequence[Mapping[str, Any]]


class Asked(NamedTuple):
    """The query parameters: a page of the ranked tables, the first row and column of a block."""

    page: int
    rows: int
    columns: int


class BlockLink(NamedTuple):
    text: str
    query: str
    is_current: bool


class StagePart(NamedTuple):
    """What is shown of a stage: a crosstable with links to its other blocks, or a ranked table."""

    title: str
    cross: Crosstable | None = None
    row_links: Sequence[BlockLink] = ()
    column_links: Sequence[BlockLink] = ()
    table: Standings | None = None
    page: "Page[Any] | None" = None


@live_event_page
def event_crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """A name leads to its row."""
    found, context = open_event(request, slug, "crosstable")
    asked = Asked(
        page_number(request.GET.get("page")),
        page_number(request.GET.get("rows")),
        page_number(request.GET.get("columns")),
    )
    if answer := find_row(request, context, lambda name: find_names(name, _listed(request, found))):
        return answer
    context["leaf"] = shared_part(
        request,
        "pages/event/leaves/crosstable.html",
        lambda: _crosstables(request, found, asked),
        of=asked,
    )
    return render(request, "pages/event/crosstable.html", context)


def _crosstables(request: HttpRequest, found: Event, asked: Asked) -> Context:
    table = document_of(request, found)
    parts = list(_parts(request, found, table, asked))
    return {
        "event": found,
        "parts": parts,
        "has_crosses": any(part.cross for part in parts),
        "has_ranked": any(part.table for part in parts),
        "stamp": standings_stamp(table, found.time_zone),
        "late": not table["fresh"],
        "cards": found.game in CARD_GAMES,
    }


def _parts(
    request: HttpRequest, found: Event, table: Document, asked: Asked
) -> Iterator[StagePart]:
    """A part for each stage, the last one first. Rows in the order of the stored standings."""
    document, states = crosstable_of(request, found), states_of(request, found)
    urls = game_urls(document)
    before = 0  # rows of the long tables before
    for stage in range(document["stages"], 0, -1):
        title = _("Stage %(number)d") % {"number": stage} if document["stages"] > 1 else ""
        ordered, _places = selectors.rows_of_stage(document, table, stage)
        if 0 < len(ordered) <= SHORT:
            yield StagePart(title, build_crosstable(title, ordered, stage, urls))
        elif ordered and states[stage - 1].system == EVERYBODY_MEETS:
            build = partial(build_crosstable, stage=stage, urls=urls)
            yield _block(title, ordered, asked, build, before)
        elif ordered:
            ranked = _table_of_stage(table, stage, document["stages"])
            page = list_page(range(len(ranked["rows"])), str(asked.page))
            shown = slice(max(0, page.start_index() - 1), page.end_index())
            played = played_rounds(document, states, urls)[stage - 1]
            first = before + shown.start + 1
            rows = build_standings(ranked, played=played, shown=shown, first=first)
            yield StagePart(title, table=rows, page=page)
        before += len(ordered) if len(ordered) > SHORT else 0


def _block(
    title: str, ordered: Rows, asked: Asked, build: Callable[..., Crosstable], before: int
) -> StagePart:
    """The block with the row and column asked for. before: rows of the long tables before."""
    starts = range(0, len(ordered), BLOCK)
    row, column = (
        min(max(0, number - 1) // BLOCK, len(starts) - 1) * BLOCK
        for number in (asked.rows, asked.columns)
    )

    def links(of: str, current: int) -> list[BlockLink]:
        chosen = {"rows": row + 1, "columns": column + 1}
        return [
            BlockLink(
                f"{start + 1}–{min(start + BLOCK, len(ordered))}",
                "?rows={rows}&columns={columns}".format(**{**chosen, of: start + 1}),
                start == current,
            )
            for start in starts
        ]

    cross = build(
        title,
        ordered,
        rows=slice(row, row + BLOCK),
        columns=slice(column, column + BLOCK),
    )
    cross = cross._replace(first=before + row + 1)
    return StagePart(title, cross, links("rows", row), links("columns", column))


def _table_of_stage(table: Document, stage: int, stages: int) -> Document:
    """The stored table of a stage, without tie-breaks."""
    earlier = table.get("earlier", [])
    own = earlier[stage - 1] if stage < stages and stage <= len(earlier) else table
    rows = [{**row, "tie_breaks": []} for row in own["rows"]]
    return {**own, "event": table["event"], "tiebreaks": [], "rows": rows}


def _listed(request: HttpRequest, found: Event) -> Iterator[ListedName]:
    """The names in long tables."""
    table = document_of(request, found)
    document, states = crosstable_of(request, found), states_of(request, found)
    before = 0
    for stage in range(document["stages"], 0, -1):
        ordered, _places = selectors.rows_of_stage(document, table, stage)
        if len(ordered) <= SHORT:
            continue
        meets = states[stage - 1].system == EVERYBODY_MEETS
        for at, row in enumerate(ordered):
            anchor = f"row-{before + at + 1}"
            block = f"?rows={at // BLOCK * BLOCK + 1}&columns=1#{anchor}"
            url = block if meets else row_url(at, len(ordered), anchor)
            yield ListedName(row["player"], row["name"], str(at + 1), url)
        before += len(ordered)
