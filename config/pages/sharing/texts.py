"""A round or the standings as a text for chats, in Markdown or plain.

Names are shown as they are: they mention nobody, format nothing and are no links.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.event.rounds import PairingRow, RoundPage, SeatRow
from config.pages.templatetags.roadhouse import plain_points
from config.webhooks.payloads import inert_line, safe_in_discord

MOST = 500  # lines
Safe = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is written. safe: makes a name safe. bold: with {} in it."""

    safe: Safe
    bold: str
    item: str


MARKDOWN = Style(safe_in_discord, "**{}**", "- ")
PLAIN = Style(inert_line, "{}", "")


def round_text(name: str, shown: RoundPage, url: str, style: Style) -> str:
    title = _("Round {round}").format(round=shown.number)
    return _text(name, title, _tables(shown, style), url, style)


def standings_text(name: str, document: Document, url: str, style: Style) -> str:
    rows = [
        f"{style.item}{style.bold.format(row['rank'])} {style.safe(row['name'])} – {row['points']}"
        for row in document["rows"]
    ]
    return _text(name, _("Standings"), rows, url, style)


def table_lines(shown: RoundPage, *, with_results: bool) -> list[str]:
    """One line for each table of a round, not formatted. The caller escapes the names."""
    bare = Style(str, "{}", "")
    rows = [row for section in shown.sections for row in section.pairings]
    return [_table(row if with_results else row._replace(over=False), bare) for row in rows]


def _text(name: str, title: str, lines: list[str], url: str, style: Style) -> str:
    head = f"{style.bold.format(style.safe(name))} – {title}"
    more = [f"{style.item}…"] if len(lines) > MOST else []
    link = f"<{url}>" if style is MARKDOWN else url
    return "\n".join([head, "", *lines[:MOST], *more, "", link, ""])


def _tables(shown: RoundPage, style: Style) -> list[str]:
    lines: list[str] = []
    for section in shown.sections:
        if section.title:
            lines += [*([""] if lines else []), style.bold.format(section.title), ""]
        lines += [_table(row, style) for row in section.pairings]
    return lines


def _table(row: PairingRow, style: Style) -> str:
    table = "" if row.table is None else f"{row.table}: "
    head = f"{style.item}{style.bold.format(table.strip())} " if table else style.item
    if len(row.seats) == 1:
        return f"{head}{style.safe(row.seats[0].name)} ({row.state or _('bye')})"
    return head + (" – ".join(_seats(row, style)) if len(row.seats) > 2 else _two(row, style))


def _seats(row: PairingRow, style: Style) -> Iterator[str]:
    """At a table of several, each with what it got."""
    for seat in row.seats:
        got = f" ({_points(seat)})" if row.over else ""
        yield f"{style.safe(seat.name)}{got}"


def _two(row: PairingRow, style: Style) -> str:
    one, other = row.seats
    names = (style.safe(one.name), style.safe(other.name))
    if not row.over:
        return " – ".join(names)
    return f"{names[0]} {_points(one)}–{_points(other)} {names[1]}"


def _points(seat: SeatRow) -> str:
    return "0" if seat.points_x2 is None else plain_points(seat.points_x2)
