"""What hangs on the wall of the hall: sheets in big letters that turn by themselves.

The server says what stands on each sheet, and which comes next; roadhouse/wall.js asks for the next
one when its time is over, and without a script the page refreshes itself to it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.links import qr_of
from config.pages.event import standings_rows
from config.pages.event.event_rows import Event
from config.pages.event.events import open_event
from config.pages.event.round_clock import clock_of
from config.pages.event.rounds import RoundPage, SeatLine, Section, round_page
from config.pages.live import live_event_page
from tournaments import selectors
from tournaments.actor import ANONYMOUS

# Lines that fill a sheet of a screen that is wider than high; names stand in two columns.
TABLES, NAMES, PLACES = 8, 20, 9
EVERY, LONGEST = 12, 600  # seconds that a sheet stays; 0: nothing turns by itself
SHOWN = {
    "pairings": gettext_lazy("Pairings"),
    "playing": gettext_lazy("Still playing"),
    "standings": gettext_lazy("Standings"),
}
BY = {"table": gettext_lazy("by table"), "name": gettext_lazy("by name")}


class Sheet(NamedTuple):
    """`kind` is tables, names or standings; `stamp`: when it was true, where it is derived."""

    kind: str
    title: str
    lines: Sequence[Any]
    stamp: str = ""
    late: bool = False


class NameLine(NamedTuple):
    """Where somebody plays; `table` None: a free round, `others`: against whom."""

    seat: SeatLine
    table: int | None
    others: list[SeatLine]


class Wish(NamedTuple):
    """What the address of the wall asks for."""

    show: tuple[str, ...]
    by: str
    every: int
    page: int


@live_event_page
def event_wall(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "wall")
    wish = _wish(request)
    last = selectors.event_rounds(found, ANONYMOUS).last()
    shown = round_page(found, last.number) if last else None
    sheets = list(_sheets(found, shown, wish)) or [Sheet("", "", ())]
    page = (wish.page - 1) % len(sheets) + 1
    following = page % len(sheets) + 1
    context |= {
        "round": shown,
        "clock": clock_of(last, found) if last else None,
        "playing": len(_playing(shown)) if shown and last and last.state != "closed" else None,
        "sheet": sheets[page - 1],
        "page": page,
        "pages": len(sheets),
        "every": wish.every if len(sheets) > 1 else 0,
        "next": _address(request, page=following),
        "before": _address(request, page=(page - 2) % len(sheets) + 1),
        "qr": qr_of(request.build_absolute_uri(reverse("pages:event", args=[slug]))),
        "wish": wish,
        "choices": SHOWN,
        "orders": BY,
    }
    return render(request, "pages/event/wall.html", context)


def _wish(request: HttpRequest) -> Wish:
    asked = [part for given in request.GET.getlist("show") for part in given.split(",")]
    by = request.GET.get("by", "")
    return Wish(
        show=tuple(name for name in SHOWN if name in asked) or ("pairings", "standings"),
        by=by if by in BY else "table",
        every=min(_number(request.GET.get("every", ""), EVERY), LONGEST),
        page=max(_number(request.GET.get("page", ""), 1), 1),
    )


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else otherwise


def _address(request: HttpRequest, *, page: int) -> str:
    query = request.GET.copy()
    query["page"] = str(page)
    return f"{request.path}?{query.urlencode()}"


def _sheets(event: Event, shown: RoundPage | None, wish: Wish) -> Iterator[Sheet]:
    if shown and "pairings" in wish.show:
        yield from _by_name(shown) if wish.by == "name" else _by_table(shown.sections)
    if shown and "playing" in wish.show:
        title = str(SHOWN["playing"])
        for lines in _batches(_playing(shown), TABLES):
            yield Sheet("tables", title, lines)
    if "standings" in wish.show:
        yield from _standings(event)


def _by_table(sections: Sequence[Section]) -> Iterator[Sheet]:
    for section in sections:
        for lines in _batches(section.pairings, TABLES):
            yield Sheet("tables", section.title, lines)


def _by_name(shown: RoundPage) -> Iterator[Sheet]:
    for section in shown.sections:
        lines = [
            NameLine(seat, line.table, [other for other in line.seats if other is not seat])
            for line in section.pairings
            for seat in line.seats
        ]
        lines.sort(key=lambda line: (line.seat.reading or line.seat.name).casefold())
        for some in _batches(lines, NAMES):
            yield Sheet("names", section.title, some)


def _playing(shown: RoundPage) -> list[Any]:
    return [line for part in shown.sections for line in part.pairings if not line.over]


def _standings(event: Event) -> Iterator[Sheet]:
    document = selectors.standings_document(event)
    stamp = standings_rows.stamp_of(document, event.time_zone, there=True)
    table = standings_rows.standings(document, stamp=stamp)
    for lines in _batches(table.rows, PLACES):
        yield Sheet("standings", _("Standings"), lines, table.stamp, table.late)


def _batches(lines: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    return (lines[at : at + size] for at in range(0, len(lines), size))
