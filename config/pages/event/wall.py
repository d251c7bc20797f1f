"""The wall screen of a hall: large sheets that turn by themselves.

The server decides the order of the sheets. roadhouse/wall.js requests the next sheet when its time
is over; without a script the page refreshes itself.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document, Event
from config.pages.desk.links import qr_of
from config.pages.event import standings_rows
from config.pages.event.events import document_of, open_event, round_of
from config.pages.event.parts.announcements import announcements_on_wall
from config.pages.event.round_clock import round_clock
from config.pages.event.rounds import PairingRow, RoundPage, RoundSection, SeatRow
from config.pages.live import live_event_page
from tournaments import selectors
from tournaments.actor import ANONYMOUS
from tournaments.choices import RoundStatus

# Rows per sheet on a landscape screen; names are in two columns.
TABLES, NAMES, PLACES = 8, 20, 9
EVERY, LONGEST = 12, 600  # seconds per sheet; 0: no turning
CONTENTS = {
    "announcements": gettext_lazy("Announcements"),
    "pairings": gettext_lazy("Pairings"),
    "playing": gettext_lazy("Still playing"),
    "standings": gettext_lazy("Standings"),
}
ORDERS = {"table": gettext_lazy("by table"), "name": gettext_lazy("by name")}


class WallSheet(NamedTuple):
    """kind: tables, matches (of teams), names, standings or announcement.

    stamp: when a derived sheet was computed.
    """

    kind: str
    title: str
    rows: Sequence[object]
    stamp: str = ""
    late: bool = False


class NameRow(NamedTuple):
    """Where a player sits. table: None for a bye. others: the opponents."""

    seat: SeatRow
    table: int | None
    others: list[SeatRow]


class WallOptions(NamedTuple):
    """The query parameters of the wall."""

    show: tuple[str, ...]
    by: str
    every: int
    page: int


@live_event_page
def event_wall(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "wall")
    options = _read_options(request)
    # The proofs of a round of a thousand are a megabyte.
    last = selectors.event_rounds(found, ANONYMOUS).defer("proof", "proof_staff").last()
    shown_round = round_of(request, found, last.number) if last else None
    document = document_of(request, found)
    sheets = list(_sheets(found, shown_round, options, document)) or [_no_sheet]
    page = (options.page - 1) % len(sheets) + 1
    following = page % len(sheets) + 1
    context |= {
        "round": shown_round,
        "clock": round_clock(last, found) if last else None,
        "playing": len(_playing(shown_round))
        if shown_round and last and last.state != RoundStatus.CLOSED
        else None,
        "sheet": sheets[page - 1](),
        "page": page,
        "pages": len(sheets),
        "every": options.every if len(sheets) > 1 else 0,
        "next": _address(request, page=following),
        "before": _address(request, page=(page - 2) % len(sheets) + 1),
        "qr": qr_of(request.build_absolute_uri(reverse("pages:event", args=[slug]))),
        "options": options,
        "choices": CONTENTS,
        "orders": ORDERS,
    }
    return render(request, "pages/event/wall.html", context)


def _read_options(request: HttpRequest) -> WallOptions:
    asked = [part for given in request.GET.getlist("show") for part in given.split(",")]
    by = request.GET.get("by", "")
    return WallOptions(
        show=tuple(name for name in CONTENTS if name in asked)
        or ("announcements", "pairings", "standings"),
        by=by if by in ORDERS else "table",
        every=min(_number(request.GET.get("every", ""), EVERY), LONGEST),
        page=max(_number(request.GET.get("page", ""), 1), 1),
    )


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else otherwise


def _address(request: HttpRequest, *, page: int) -> str:
    query = request.GET.copy()
    query["page"] = str(page)
    return f"{request.path}?{query.urlencode()}"


def _no_sheet() -> WallSheet:
    return WallSheet("", "", ())


def _sheets(
    event: Event, shown_round: RoundPage | None, options: WallOptions, document: Document
) -> Iterator[Callable[[], WallSheet]]:
    """What makes each sheet: only one of them is shown."""
    if "announcements" in options.show:
        title = str(CONTENTS["announcements"])
        for each in announcements_on_wall(event):
            yield partial(WallSheet, "announcement", title, [each])
    if shown_round and "pairings" in options.show:
        yield from (
            _by_name(shown_round) if options.by == "name" else _by_table(shown_round.sections)
        )
    if shown_round and "playing" in options.show:
        title = str(CONTENTS["playing"])
        for rows in _batches(_playing(shown_round), TABLES):
            yield partial(WallSheet, "tables", title, rows)
    if "standings" in options.show:
        for begin in range(0, len(document["rows"]), PLACES):
            yield partial(_places, event, document, slice(begin, begin + PLACES))


def _by_table(sections: Sequence[RoundSection]) -> Iterator[Callable[[], WallSheet]]:
    of_matches = [section for section in sections if section.is_match]
    for some in _matches_by_sheet(of_matches):
        yield partial(WallSheet, "matches", "", some)
    for section in sections:
        if section in of_matches:
            continue
        for rows in _batches(section.pairings, TABLES):
            yield partial(WallSheet, "tables", section.title, rows)


def _matches_by_sheet(sections: Sequence[RoundSection]) -> Iterator[list[RoundSection]]:
    """Matches of teams, as many as a sheet has room for; a title counts as a table."""
    sheet: list[RoundSection] = []
    for section in sections:
        for begin in range(0, len(section.pairings), TABLES):
            part = section._replace(pairings=section.pairings[begin : begin + TABLES])
            if sheet and sum(len(each.pairings) + 1 for each in [*sheet, part]) > TABLES + 1:
                yield sheet
                sheet = []
            sheet.append(part)
    if sheet:
        yield sheet


def _by_name(shown_round: RoundPage) -> Iterator[Callable[[], WallSheet]]:
    for section in shown_round.sections:
        rows = [
            NameRow(seat, row.table, [other for other in row.seats if other is not seat])
            for row in section.pairings
            for seat in row.seats
        ]
        rows.sort(key=lambda row: (row.seat.reading or row.seat.name).casefold())
        for some in _batches(rows, NAMES):
            yield partial(WallSheet, "names", section.title, some)


def _playing(shown_round: RoundPage) -> list[PairingRow]:
    return [row for part in shown_round.sections for row in part.pairings if not row.over]


def _places(event: Event, document: Document, shown: slice) -> WallSheet:
    stamp = standings_rows.standings_stamp(document, event.time_zone, there=True)
    presence = selectors.presence_by_number(event)
    table = standings_rows.build_standings(document, stamp=stamp, presence=presence, shown=shown)
    return WallSheet("standings", _("Standings"), table.rows, table.stamp, table.late)


def _batches(rows: Sequence[object], size: int) -> Iterator[Sequence[object]]:
    return (rows[at : at + size] for at in range(0, len(rows), size))
