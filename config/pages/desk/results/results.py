"""The page of results: entering slips by keyboard, undecided tables, disputes."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.keys import to_latin_keys
from config.pages.desk.results import slips
from config.pages.desk.results.slip_parser import CARD_KEY_HELP, KEY_HELP
from config.pages.desk.rounds.published import (
    TableRow,
    count_reported,
    join_names,
    reported_text,
    table_rows,
)
from config.pages.desk.undo import undo_context, undo_last_act
from engine.games import CARD_GAMES
from games import selectors as games
from games.undo.decisions import DECISIONS
from games.undo.undo import undoable_actions
from tournaments import selectors
from tournaments.errors import DomainError

MAX_ENTERED = 8
MAX_LINE_LENGTH = 200
UNDO = "u"


class NoRoundOpen(DomainError):
    code = "no_round_open"
    kind = "conflict"
    message = gettext_lazy("No round is being played.")


class EnteredTable(NamedTuple):
    """line: the number of the journal line, for its Undo button."""

    line: int
    at: Any
    table: TableRow
    score: str


@staff_page
def results(request: HttpRequest, slug: str) -> HttpResponse:
    desk = open_desk(request, slug, "results")
    number = _round(request, desk)
    typed = refused = ""
    if request.method == "POST":
        typed = request.POST.get("line", "")[:MAX_LINE_LENGTH]
        try:
            messages.success(request, _enter(desk, number, typed))
            return redirect(f"{reverse('pages:manage-results', args=[slug])}?round={number}")
        except DomainError as error:
            refused = str(error)
    return _page(request, desk, number, typed=typed, refused=refused)


@staff_page
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview of a typed line, as an HTML fragment for roadhouse/desk.js."""
    desk = open_desk(request, slug, "results")
    number, typed = _round(request, desk), request.GET.get("line", "")[:MAX_LINE_LENGTH].strip()
    preview: dict[str, Any] = {}
    try:
        if to_latin_keys(typed) == UNDO:
            preview = undo_context(desk)
        elif typed and number is not None:
            preview = {"sentences": slips.describe_line(slips.read_line(desk, number, typed))}
    except DomainError as error:
        preview = {"problem": str(error)}
    return render(request, "pages/desk/results/slip_preview.html", {"event": desk.event, **preview})


@staff_page
def disputes(request: HttpRequest, slug: str) -> HttpResponse:
    """Disputes are shown on the page of results."""
    open_desk(request, slug, "results")
    return redirect(f"{reverse('pages:manage-results', args=[slug])}#disputes")


def _enter(desk: Desk, number: int | None, typed: str) -> str:
    if to_latin_keys(typed) == UNDO:
        return undo_last_act(desk)
    if number is None:
        raise NoRoundOpen
    return slips.save_line(desk, slips.read_line(desk, number, typed))


def _round(request: HttpRequest, desk: Desk) -> int | None:
    """The requested round, by default the last published one."""
    rows = selectors.event_rounds(desk.event, desk.actor)
    shown = [row.number for row in rows if row.state != "draft"]
    open_rounds = [row.number for row in rows if row.state == "published"]
    asked = request.POST.get("round") or request.GET.get("round") or ""
    if asked.isascii() and asked.isdecimal() and len(asked) < 7 and int(asked) in shown:
        return int(asked)
    return open_rounds[-1] if open_rounds else (shown[-1] if shown else None)


def _page(
    request: HttpRequest, desk: Desk, number: int | None, *, typed: str, refused: str
) -> HttpResponse:
    context: dict[str, Any] = (
        desk.context
        | undo_context(desk)
        | {
            "number": number,
            "typed": typed,
            "refused": refused,
            "keys": CARD_KEY_HELP if desk.event.game in CARD_GAMES else KEY_HELP,
            "rounds": [
                row.number
                for row in selectors.event_rounds(desk.event, desk.actor)
                if row.state != "draft"
            ],
            "disputes": [_dispute_context(each) for each in _disputes(desk)],
        }
    )
    if number is not None:
        context |= _round_context(desk, number)
    status = 422 if refused else 200
    return render(request, "pages/desk/results/results.html", context, status=status)


def _round_context(desk: Desk, number: int) -> dict[str, Any]:
    view = selectors.round_view(desk.event, number, desk.actor)
    reported, total = count_reported(view["slots"])
    tables = [table for table in table_rows(view, desk.event.time_zone) if not table.bye]
    return {
        "reported": reported,
        "total": total,
        "count": reported_text(reported, total),
        "unsure": reported - view["slots"].get("decided", 0),
        "undecided": [t for t in tables if any(s.state in slips.UNDECIDED for s in t.slots)],
        "complete": [t for t in tables if all(s.state not in slips.UNDECIDED for s in t.slots)],
        "entered": _entered_tables(desk, view, tables),
    }


def _entered_tables(desk: Desk, view: dict[str, Any], tables: list[TableRow]) -> list[EnteredTable]:
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
            score = slips.score_text(by_id[pairing]["slots"])
            found[pairing] = EnteredTable(act.line.seq, act.line.at, at_table[pairing], score)
    return list(found.values())[:MAX_ENTERED]


def _disputes(desk: Desk) -> list[Any]:
    return list(games.open_disputes(desk.actor, event_slug=desk.event.slug))


def _dispute_context(dispute: Any) -> dict[str, Any]:
    slot = selectors.slot_context_by_id(dispute.slot_id)
    names = [seat.name for seat in slot.seats]
    return {"slot": slot, "versus": join_names(names), "text": dispute.text}
