"""Results by the keyboard: one line a slip, what is missing, what was entered, what is disputed."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.keys import as_latin
from config.pages.desk.results import slips
from config.pages.desk.results.slip_line import CARD_KEYS, KEYS
from config.pages.desk.rounds.published import (
    TableLine,
    count_words,
    reported_of,
    tables_of,
    versus,
)
from config.pages.desk.undo import undo_last, undo_of
from engine.games import CARD_GAMES
from games import selectors as games
from games.undo.decisions import DECISIONS
from games.undo.undo import undoable_actions
from tournaments import selectors
from tournaments.errors import DomainError

MOST_ENTERED = 8
LONGEST_LINE = 200
UNDO = "u"


class NoRoundOpen(DomainError):
    code = "no_round_open"
    kind = "conflict"
    message = gettext_lazy("No round is being played.")


class Entered(NamedTuple):
    """A table whose result the desk entered or ruled: the line of the journal, to undo it by."""

    line: int
    at: Any
    table: TableLine
    score: str


@staff_page
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The line, and under it what it fills. After each slip the field is ready for the next."""
    desk = open_desk(request, slug, "results")
    number = _round(request, desk)
    typed = refused = ""
    if request.method == "POST":
        typed = request.POST.get("line", "")[:LONGEST_LINE]
        try:
            messages.success(request, _enter(desk, number, typed))
            return redirect(f"{reverse('pages:manage-results', args=[slug])}?round={number}")
        except DomainError as error:
            refused = str(error)
    return _page(request, desk, number, typed=typed, refused=refused)


@staff_page
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """What Enter would do with a line, as a piece of the page; roadhouse/desk.js asks for it."""
    desk = open_desk(request, slug, "results")
    number, typed = _round(request, desk), request.GET.get("line", "")[:LONGEST_LINE].strip()
    said: dict[str, Any] = {}
    try:
        if as_latin(typed) == UNDO:
            said = undo_of(desk)
        elif typed and number is not None:
            said = {"words": slips.words(slips.read(desk, number, typed))}
    except DomainError as error:
        said = {"not_yet": str(error)}
    return render(request, "pages/desk/results/slip_said.html", {"event": desk.event, **said})


@staff_page
def disputes(request: HttpRequest, slug: str) -> HttpResponse:
    """The disputes stand beside the results."""
    open_desk(request, slug, "results")
    return redirect(f"{reverse('pages:manage-results', args=[slug])}#disputes")


def _enter(desk: Desk, number: int | None, typed: str) -> str:
    if as_latin(typed) == UNDO:
        return undo_last(desk)
    if number is None:
        raise NoRoundOpen
    return slips.enter(desk, slips.read(desk, number, typed))


def _round(request: HttpRequest, desk: Desk) -> int | None:
    """The round asked for, else the last one that is being played."""
    rows = selectors.event_rounds(desk.event, desk.actor)
    shown = [row.number for row in rows if row.state != "draft"]
    being = [row.number for row in rows if row.state == "published"]
    asked = request.POST.get("round") or request.GET.get("round") or ""
    if asked.isascii() and asked.isdecimal() and len(asked) < 7 and int(asked) in shown:
        return int(asked)
    return being[-1] if being else (shown[-1] if shown else None)


def _page(
    request: HttpRequest, desk: Desk, number: int | None, *, typed: str, refused: str
) -> HttpResponse:
    context: dict[str, Any] = (
        desk.context
        | undo_of(desk)
        | {
            "number": number,
            "typed": typed,
            "refused": refused,
            "keys": CARD_KEYS if desk.event.game in CARD_GAMES else KEYS,
            "rounds": [
                row.number
                for row in selectors.event_rounds(desk.event, desk.actor)
                if row.state != "draft"
            ],
            "disputes": [_dispute(each) for each in _disputes(desk)],
        }
    )
    if number is not None:
        context |= _of_round(desk, number)
    status = 422 if refused else 200
    return render(request, "pages/desk/results/results.html", context, status=status)


def _of_round(desk: Desk, number: int) -> dict[str, Any]:
    view = selectors.round_view(desk.event, number, desk.actor)
    reported, total = reported_of(view["slots"])
    tables = [table for table in tables_of(view, desk.event.time_zone) if not table.bye]
    return {
        "reported": reported,
        "total": total,
        "count": count_words(reported, total),
        "unsure": reported - view["slots"].get("decided", 0),
        "missing": [t for t in tables if any(s.state in slips.NOT_IN for s in t.slots)],
        "complete": [t for t in tables if all(s.state not in slips.NOT_IN for s in t.slots)],
        "entered": _entered(desk, view, tables),
    }


def _entered(desk: Desk, view: dict[str, Any], tables: list[TableLine]) -> list[Entered]:
    """What staff decided at the tables of a round and may take back, the last first."""
    by_id = {pairing["id"]: pairing for pairing in view["pairings"]}
    at_table = {table.slots[0].pairing: table for table in tables}
    pairing_of = {
        slot.slot_id: slot.pairing_id
        for slot in selectors.slots_of_round(desk.event.pk, view["number"])
    }
    found: dict[int, Entered] = {}
    for act in reversed(undoable_actions(desk.event)):
        pairing = pairing_of.get(act.key) if act.line.action in DECISIONS else None
        if pairing is not None and pairing not in found:
            score = slips.score_of(by_id[pairing]["slots"])
            found[pairing] = Entered(act.line.seq, act.line.at, at_table[pairing], score)
    return list(found.values())[:MOST_ENTERED]


def _disputes(desk: Desk) -> list[Any]:
    return list(games.open_disputes(desk.actor, event_slug=desk.event.slug))


def _dispute(dispute: Any) -> dict[str, Any]:
    slot = selectors.slot_context_by_id(dispute.slot_id)
    names = [seat.name for seat in slot.seats]
    return {"slot": slot, "versus": versus(names), "text": dispute.text}
