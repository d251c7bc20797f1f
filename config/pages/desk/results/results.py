"""The page of results: entering slips by keyboard, undecided tables, disputes."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document, Round
from config.pages.desk.base import Desk, LineField, LineForm, open_desk, staff_page
from config.pages.desk.keys import to_latin_keys
from config.pages.desk.results import match_lines, slips
from config.pages.desk.results.slip_parser import (
    CARD_KEY_HELP,
    KEY_HELP,
    MATCH_KEY_HELP,
    parse_match,
)
from config.pages.desk.rounds.published import TableRow, join_names, table_rows
from config.pages.desk.rounds.rounds import progress_context
from config.pages.desk.steps.panel import panel_context
from config.pages.desk.undo import last_result, undo_context, undo_last_result
from config.pages.event.parts.team_table import match_titles
from engine.games import CARD_GAMES
from games import selectors as games
from games.dispute_words import dispute_text
from games.undo.decisions import DECISIONS
from games.undo.undo import undoable_actions
from tournaments import selectors
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Dispute

MAX_ENTERED = 8
MAX_LINE_LENGTH = 200
UNDO = "u"


class NoRoundOpen(DomainError):
    code = "no_round_open"
    message = gettext_lazy("No round is being played.")


class LateUndo(DomainError):
    code = "late_undo"
    message = gettext_lazy(
        "This was typed without a connection; other results may be the last by now. Nothing is "
        "undone. Look at what was last entered."
    )


class EnteredTable(NamedTuple):
    """line: the number of the journal line, for its Undo button."""

    line: int
    at: datetime
    table: TableRow
    score: str


class SlipForm(LineForm):
    line = LineField(
        gettext_lazy("Enter a slip"),
        gettext_lazy("The table, then a key for each game. Enter saves and waits for the next."),
        max_length=MAX_LINE_LENGTH,
    )


@staff_page
def results(request: HttpRequest, slug: str) -> HttpResponse:
    desk = open_desk(request, slug, "results")
    number = requested_round(desk)
    form = SlipForm(request.POST if request.method == "POST" else None, auto_id="%s")
    if form.is_bound and form.submit(enter_line, desk=desk, number=number):
        messages.success(request, form.result)
        return redirect(f"{reverse('pages:manage-results', args=[slug])}?round={number}")
    by_places = desk.event.game in CARD_GAMES
    say_at = f"{reverse('pages:manage-say', args=[slug])}?round={number}"
    boards = selectors.boards_of_matches(desk.event, number) if number is not None else 0
    form.fields["line"].widget.attrs |= {
        "autofocus": True,
        "data-say": say_at,
        "data-by-places": by_places,
    }
    disputes = games.open_disputes(desk.actor, event_slug=slug)
    context: dict[str, object] = {
        **undo_context(desk),
        **panel_context(desk),
        "number": number,
        "form": form,
        "by_places": by_places,
        "keys": (CARD_KEY_HELP if by_places else KEY_HELP) + (MATCH_KEY_HELP if boards > 1 else ()),
        "boards": boards,
        "rounds": [row.number for row in _shown_rounds(desk)],
        "disputes": [_dispute_context(each) for each in disputes],
    }
    if number is not None:
        context |= _round_context(desk, number)
    return desk.render("results/results.html", context, refused=form.is_bound)


@staff_page
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview of a typed line, as an HTML fragment for roadhouse/desk.js."""
    desk = open_desk(request, slug, "results")
    number, typed = requested_round(desk), request.GET.get("line", "")[:MAX_LINE_LENGTH].strip()
    preview: dict[str, object] = {}
    try:
        if to_latin_keys(typed) == UNDO:
            preview = {"undo": last_result(desk)}
        elif typed and number is not None:
            preview = {"sentences": _describe(desk, number, typed)}
    except DomainError as error:
        preview = {"problem": str(error)}
    return render(request, "pages/desk/results/slip_preview.html", {"event": desk.event, **preview})


@staff_page
def disputes(request: HttpRequest, slug: str) -> HttpResponse:
    """Disputes are shown on the page of results."""
    open_desk(request, slug, "results")
    return redirect(f"{reverse('pages:manage-results', args=[slug])}#disputes")


def enter_line(*, desk: Desk, number: int | None, line: str) -> str:
    """Save a slip, or undo the last one. Returns the message to show.

    :raises DomainError: the line cannot be parsed, or is refused.
    """
    if to_latin_keys(line) == UNDO:
        return undo_last_result(desk)
    if number is None:
        raise NoRoundOpen
    if (of_match := parse_match(line)) is not None:
        return match_lines.save_match(desk, match_lines.read_match(desk, number, of_match))
    return slips.save_line(desk, slips.read_line(desk, number, line))


def enter_late_line(*, desk: Desk, number: int | None, line: str) -> slips.LateSlip:
    """As `enter_line`, of a line that a device kept until there was a network.

    :raises LateUndo: "the last" is another one by now.
    """
    if to_latin_keys(line) == UNDO:
        raise LateUndo
    if number is None:
        raise NoRoundOpen
    if (of_match := parse_match(line)) is not None:
        return match_lines.save_late_match(desk, number, of_match, line)
    return slips.save_late_line(desk, number, line)


def _describe(desk: Desk, number: int, line: str) -> list[str]:
    """What a line would save. :raises DomainError: it cannot be parsed, or does not fit."""
    if (of_match := parse_match(line)) is not None:
        return match_lines.describe_match(match_lines.read_match(desk, number, of_match))
    return slips.describe_line(slips.read_line(desk, number, line))


def _shown_rounds(desk: Desk) -> "QuerySet[Round]":
    return selectors.event_rounds(desk.event, desk.actor).exclude(state=RoundStatus.DRAFT)


def requested_round(desk: Desk) -> int | None:
    """The requested round, by default the last published one."""
    request, rows = desk.request, list(_shown_rounds(desk))
    asked = request.POST.get("round") or request.GET.get("round")
    by_preference = [
        *(row.number for row in rows if str(row.number) == asked),
        *(row.number for row in reversed(rows) if row.state == RoundStatus.PUBLISHED),
        *(row.number for row in reversed(rows)),
    ]
    return by_preference[0] if by_preference else None


def _open_tables(tables: Iterable[TableRow]) -> list[int]:
    """The numbers of the tables with a game that waits for its first report."""
    waiting = {
        each.table for each in tables if any(slot.state == SlotStatus.OPEN for slot in each.slots)
    }
    return sorted(number for number in waiting if number)


def _round_context(desk: Desk, number: int) -> dict[str, object]:
    view = selectors.round_view(desk.event, number, desk.actor)
    titles = match_titles(desk.event, number)
    tables = [
        table._replace(title=titles.get(table.slots[0].pairing, table.title))
        for table in table_rows(view, desk.event.time_zone)
        if not table.bye
    ]
    return {
        **progress_context(view["slots"]),
        "open_tables": _open_tables(tables),
        "undecided": [table for table in tables if not table.complete],
        "complete": [table for table in tables if table.complete],
        "entered": _entered_tables(desk, view, tables),
    }


def _entered_tables(desk: Desk, view: Document, tables: list[TableRow]) -> list[EnteredTable]:
    """Decisions of staff that can be undone, newest first."""
    by_id = {pairing["id"]: pairing for pairing in view["pairings"]}
    at_table = {table.slots[0].pairing: table for table in tables}
    pairing_of = {
        slot.slot_id: slot.pairing_id
        for slot in selectors.slots_of_round(desk.event.pk, view["number"])
    }
    found: dict[int, EnteredTable] = {}
    for act in reversed(undoable_actions(desk.event)):
        pairing = pairing_of.get(act.key) if act.line.action in DECISIONS else None
        if pairing is not None and pairing not in found:
            score = slips.table_score_text(by_id[pairing]["slots"])
            found[pairing] = EnteredTable(act.line.seq, act.line.at, at_table[pairing], score)
    return list(found.values())[:MAX_ENTERED]


def _dispute_context(dispute: "Dispute") -> dict[str, object]:
    slot = selectors.slot_context_by_id(dispute.slot_id)
    names = [seat.name for seat in slot.seats]
    return {"slot": slot, "versus": join_names(names), "text": dispute_text(dispute)}
