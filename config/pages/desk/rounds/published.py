"""The page of a published round: its results, and closing or reverting it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.desk.base import (
    ROUND_LABELS,
    Desk,
    open_desk,
    parse_optional_number,
    staff_page,
    typed_reason,
)
from config.pages.desk.moments import format_moment, moment_field_value, parse_moment
from config.pages.desk.rounds.rounds import pair_and_redirect
from config.pages.desk.undo import undo_context
from config.pages.event.rounds import bracket_title
from config.pages.names import isolate
from games.services import postpone_slots
from tournaments import selectors
from tournaments.errors import DomainError, NotFound
from tournaments.services.rounds import deadlines, pairing_jobs, rounds

SLOT_LABELS = {
    "open": gettext_lazy("being played"),
    "reported": gettext_lazy("reported, waits for a confirmation"),
    "disputed": gettext_lazy("disputed"),
    "postponed": gettext_lazy("postponed"),
    "decided": gettext_lazy("in"),
    "unneeded": gettext_lazy("not needed"),
}
RESULT_KIND_LABELS = {
    "forfeit": gettext_lazy("by forfeit"),
    "double_forfeit": gettext_lazy("both forfeited"),
    "cancelled": gettext_lazy("cancelled"),
    "adjudicated": gettext_lazy("decided by the arbiter"),
}
_UNDECIDED = ("open", "reported", "disputed", "postponed")
# Sort order: tables that need attention first.
_URGENCY = {"disputed": 0, "reported": 1, "open": 2, "postponed": 3, "decided": 4, "unneeded": 5}


class SlotRow(NamedTuple):
    """points_x2: by seat, None without a result. label: the state, or the kind of the result."""

    pairing: int
    number: int
    state: str
    label: str
    points_x2: list[int] | None
    due: str
    late: bool


class TableRow(NamedTuple):
    leg: int
    table: int | None
    title: str
    names: list[str]
    first: int
    slots: list[SlotRow]
    bye: bool
    urgency: int
    late: bool


@staff_page
def published(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows the round, and handles all its forms."""
    desk = open_desk(request, slug, "rounds")
    try:
        view = selectors.round_view(desk.event, number, desk.actor)
    except NotFound as error:
        raise Http404(str(error)) from error
    if view["state"] == "draft" and request.method != "POST":
        return redirect("pages:manage-draft", slug, number)
    refused = ""
    if request.method == "POST":
        try:
            return _run_action(request, desk, number)
        except DomainError as error:
            refused = str(error)
    return _page(request, desk, view, refused)


def _run_action(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    form, slug = request.POST, desk.event.slug
    action = form.get("do", "")
    about: dict[str, Any] = {
        "actor": desk.actor,
        "event_id": desk.event.pk,
        "number": number,
        "reason": typed_reason(request),
    }
    if action == "again":
        seed = parse_optional_number(form.get("seed"), _("Lot number"))
        return pair_and_redirect(slug, pairing_jobs.request_re_pairing(**about, seed=seed))
    actions: Mapping[str, Callable[[], object]] = {
        "close": lambda: rounds.close_round(**{k: v for k, v in about.items() if k != "reason"}),
        "reopen": lambda: rounds.reopen_round(**about),
        "unpublish": lambda: rounds.unpublish_round(**about),
        "withdraw": lambda: rounds.withdraw_round(**about),
        "times": lambda: _set_times(request, desk, number),
        "postpone": lambda: _postpone(request, desk, number),
    }
    if action in actions:
        actions[action]()
    to = {"unpublish": "pages:manage-draft", "withdraw": "pages:manage-rounds"}
    page = to.get(action, "pages:manage-round")
    return redirect(page, slug) if action == "withdraw" else redirect(page, slug, number)


def _set_times(request: HttpRequest, desk: Desk, number: int) -> None:
    zone = desk.event.time_zone
    deadlines.set_round_times(
        actor=desk.actor,
        event_id=desk.event.pk,
        number=number,
        opens_at=parse_moment(request.POST.get("opens_at", ""), _("Opens"), zone),
        closes_at=parse_moment(request.POST.get("closes_at", ""), _("Closes"), zone),
    )


def _postpone(request: HttpRequest, desk: Desk, number: int) -> None:
    postpone_slots(
        actor=desk.actor,
        event_id=desk.event.pk,
        round_number=number,
        until=parse_moment(request.POST.get("until", ""), _("Until"), desk.event.time_zone),
        reason=typed_reason(request),
    )


def _page(request: HttpRequest, desk: Desk, view: dict[str, Any], refused: str) -> HttpResponse:
    counts, zone = view["slots"], desk.event.time_zone
    reported, total = count_reported(counts)
    decided = counts.get("decided", 0)
    row = next(
        r for r in selectors.event_rounds(desk.event, desk.actor) if r.number == view["number"]
    )
    typed = request.POST
    context = (
        desk.context
        | undo_context(desk)
        | {
            "number": view["number"],
            "state": view["state"],
            "words": ROUND_LABELS.get(view["state"], view["state"]),
            "tables": table_rows(view, zone),
            "reported": reported,
            "total": total,
            "count": reported_text(reported, total),
            "unsure": reported - decided,
            "complete": decided + counts.get("postponed", 0) == total,
            "untouched": counts.keys() <= {"open", "postponed"},
            "open": counts.get("open", 0),
            "away": view["away"],
            "zone": zone,
            "opens_at": typed.get("opens_at") or moment_field_value(row.opens_at, zone),
            "closes_at": typed.get("closes_at") or moment_field_value(row.closes_at, zone),
            "typed": typed,
            "refused": refused,
        }
    )
    status = 422 if refused else 200
    return render(request, "pages/desk/rounds/published.html", context, status=status)


def count_reported(counts: Mapping[str, int]) -> tuple[int, int]:
    """The number of reported games, and of all games that are played."""
    total = sum(counts.values()) - counts.get("unneeded", 0)
    return total - counts.get("open", 0) - counts.get("postponed", 0), total


def reported_text(reported: int, total: int) -> str:
    return ngettext(
        "%(reported)d of %(total)d game reported",
        "%(reported)d of %(total)d games reported",
        total,
    ) % {"reported": reported, "total": total}


def table_rows(view: Mapping[str, Any], zone: str) -> list[TableRow]:
    """Late tables first, then disputed, reported and open ones."""
    rows = [_table_row(pairing, zone) for pairing in view["pairings"]]
    return sorted(
        rows,
        key=lambda row: (row.bye, not row.late, row.urgency, row.leg, row.table or 0),
    )


def _table_row(pairing: Mapping[str, Any], zone: str) -> TableRow:
    slots = [_slot_row(pairing["id"], slot, zone) for slot in pairing["slots"]]
    waiting = next((s for s in pairing["slots"] if s["state"] not in ("decided", "unneeded")), None)
    mover = (waiting or (pairing["slots"] or [{"first_seat": 0}])[0])["first_seat"]
    return TableRow(
        leg=pairing["leg"],
        table=pairing["table"],
        title=table_title(pairing["group"], pairing["bracket"]),
        names=[seat["name"] for seat in pairing["seats"]],
        first=mover,
        slots=slots,
        bye=not slots,
        urgency=min((_URGENCY.get(slot.state, 4) for slot in slots), default=9),
        late=any(slot.late for slot in slots),
    )


def _slot_row(pairing_id: int, slot: Mapping[str, Any], zone: str) -> SlotRow:
    kind = RESULT_KIND_LABELS.get(slot["kind"] or "")
    label = str(kind or SLOT_LABELS.get(slot["state"], slot["state"]))
    due = (
        parse_moment(slot["due_at"] or "", "due_at", zone) if slot["state"] in _UNDECIDED else None
    )
    return SlotRow(
        pairing=pairing_id,
        number=slot["number"],
        state=slot["state"],
        label=label,
        points_x2=slot["score"]["points_x2"] if slot["score"] else None,
        due=format_moment(due, zone),
        late=due is not None and due < timezone.now(),
    )


def table_title(group: str, bracket: str) -> str:
    """The group and the part of the bracket, possibly empty."""
    parts = [_("Group %(group)s") % {"group": group}] if group else []
    if bracket:
        parts.append(bracket_title(bracket))
    return " · ".join(parts)


def join_names(names: list[str]) -> str:
    """For use inside a sentence: each name is bidi-isolated."""
    return " – ".join(isolate(name) for name in names)
