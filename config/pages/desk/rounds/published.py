"""A round that is published, at the desk: what is in, what is missing, and its way on and back."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.desk.base import (
    ROUND_WORDS,
    Desk,
    number_or_none,
    open_desk,
    staff_page,
    typed_reason,
)
from config.pages.desk.moments import as_field, moment_in, told
from config.pages.desk.rounds.rounds import pair_now
from config.pages.desk.undo import undo_of
from config.pages.names import isolate
from games.services import postpone_slots
from tournaments import selectors
from tournaments.errors import DomainError, NotFound
from tournaments.services.rounds import deadlines, pairing_jobs, rounds

STATES = {
    "open": gettext_lazy("being played"),
    "reported": gettext_lazy("reported, waits for a confirmation"),
    "disputed": gettext_lazy("disputed"),
    "postponed": gettext_lazy("postponed"),
    "decided": gettext_lazy("in"),
    "unneeded": gettext_lazy("not needed"),
}
KINDS = {
    "forfeit": gettext_lazy("by forfeit"),
    "double_forfeit": gettext_lazy("both forfeited"),
    "cancelled": gettext_lazy("cancelled"),
    "adjudicated": gettext_lazy("decided by the arbiter"),
}
_WAITING = ("open", "reported", "disputed", "postponed")
# The tables that need somebody come first.
_URGENT = {"disputed": 0, "reported": 1, "open": 2, "postponed": 3, "decided": 4, "unneeded": 5}


class SlotLine(NamedTuple):
    """A game of a table. points_x2: by seat, None without a result. words: its state or kind."""

    pairing: int
    number: int
    state: str
    words: str
    points_x2: list[int] | None
    due: str
    late: bool


class TableLine(NamedTuple):
    leg: int
    table: int | None
    title: str
    names: list[str]
    first: int
    slots: list[SlotLine]
    bye: bool
    urgency: int
    late: bool


@staff_page
def published(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page of a round; every form of it comes back here."""
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
            return _done(request, desk, number)
        except DomainError as error:
            refused = str(error)
    return _page(request, desk, view, refused)


def _done(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    form, slug = request.POST, desk.event.slug
    do = form.get("do", "")
    why: dict[str, Any] = {
        "actor": desk.actor,
        "event_id": desk.event.pk,
        "number": number,
        "reason": typed_reason(request),
    }
    if do == "again":
        seed = number_or_none(form.get("seed"), _("Number of the lot"))
        return pair_now(slug, pairing_jobs.request_re_pairing(**why, seed=seed))
    ways: Mapping[str, Callable[[], object]] = {
        "close": lambda: rounds.close_round(**{k: v for k, v in why.items() if k != "reason"}),
        "reopen": lambda: rounds.reopen_round(**why),
        "unpublish": lambda: rounds.unpublish_round(**why),
        "withdraw": lambda: rounds.withdraw_round(**why),
        "times": lambda: _set_times(request, desk, number),
        "postpone": lambda: _postpone(request, desk, number),
    }
    if do in ways:
        ways[do]()
    to = {"unpublish": "pages:manage-draft", "withdraw": "pages:manage-rounds"}
    page = to.get(do, "pages:manage-round")
    return redirect(page, slug) if do == "withdraw" else redirect(page, slug, number)


def _set_times(request: HttpRequest, desk: Desk, number: int) -> None:
    zone = desk.event.time_zone
    deadlines.set_round_times(
        actor=desk.actor,
        event_id=desk.event.pk,
        number=number,
        opens_at=moment_in(request.POST.get("opens_at", ""), _("Opens"), zone),
        closes_at=moment_in(request.POST.get("closes_at", ""), _("Closes"), zone),
    )


def _postpone(request: HttpRequest, desk: Desk, number: int) -> None:
    """All games of the round that are open."""
    postpone_slots(
        actor=desk.actor,
        event_id=desk.event.pk,
        round_number=number,
        until=moment_in(request.POST.get("until", ""), _("Until"), desk.event.time_zone),
        reason=typed_reason(request),
    )


def _page(request: HttpRequest, desk: Desk, view: dict[str, Any], refused: str) -> HttpResponse:
    counts, zone = view["slots"], desk.event.time_zone
    reported, total = reported_of(counts)
    decided = counts.get("decided", 0)
    row = next(
        r for r in selectors.event_rounds(desk.event, desk.actor) if r.number == view["number"]
    )
    typed = request.POST
    context = (
        desk.context
        | undo_of(desk)
        | {
            "number": view["number"],
            "state": view["state"],
            "words": ROUND_WORDS.get(view["state"], view["state"]),
            "tables": tables_of(view, zone),
            "reported": reported,
            "total": total,
            "count": count_words(reported, total),
            "unsure": reported - decided,
            "complete": decided + counts.get("postponed", 0) == total,
            "untouched": counts.keys() <= {"open", "postponed"},
            "open": counts.get("open", 0),
            "away": view["away"],
            "zone": zone,
            "opens_at": typed.get("opens_at") or as_field(row.opens_at, zone),
            "closes_at": typed.get("closes_at") or as_field(row.closes_at, zone),
            "typed": typed,
            "refused": refused,
        }
    )
    status = 422 if refused else 200
    return render(request, "pages/desk/rounds/published.html", context, status=status)


def reported_of(counts: Mapping[str, int]) -> tuple[int, int]:
    """Of how many games of a round somebody said how they went, and of how many there are."""
    total = sum(counts.values()) - counts.get("unneeded", 0)
    return total - counts.get("open", 0) - counts.get("postponed", 0), total


def count_words(reported: int, total: int) -> str:
    return ngettext(
        "%(reported)d of %(total)d game reported",
        "%(reported)d of %(total)d games reported",
        total,
    ) % {"reported": reported, "total": total}


def tables_of(view: Mapping[str, Any], zone: str) -> list[TableLine]:
    """The tables of a round: late ones first, then those disputed, waiting and open."""
    lines = [_table(pairing, zone) for pairing in view["pairings"]]
    return sorted(
        lines,
        key=lambda line: (line.bye, not line.late, line.urgency, line.leg, line.table or 0),
    )


def _table(pairing: Mapping[str, Any], zone: str) -> TableLine:
    slots = [_slot(pairing["id"], slot, zone) for slot in pairing["slots"]]
    parts = [pairing["group"], pairing["bracket"]]
    waiting = next((s for s in pairing["slots"] if s["state"] not in ("decided", "unneeded")), None)
    mover = (waiting or (pairing["slots"] or [{"first_seat": 0}])[0])["first_seat"]
    return TableLine(
        leg=pairing["leg"],
        table=pairing["table"],
        title=" · ".join(part for part in parts if part),
        names=[seat["name"] for seat in pairing["seats"]],
        first=mover,
        slots=slots,
        bye=not slots,
        urgency=min((_URGENT.get(slot.state, 4) for slot in slots), default=9),
        late=any(slot.late for slot in slots),
    )


def _slot(pairing_id: int, slot: Mapping[str, Any], zone: str) -> SlotLine:
    kind = KINDS.get(slot["kind"] or "")
    words = str(kind or STATES.get(slot["state"], slot["state"]))
    due = moment_in(slot["due_at"] or "", "due_at", zone) if slot["state"] in _WAITING else None
    return SlotLine(
        pairing=pairing_id,
        number=slot["number"],
        state=slot["state"],
        words=words,
        points_x2=slot["score"]["points_x2"] if slot["score"] else None,
        due=told(due, zone),
        late=due is not None and due < timezone.now(),
    )


def versus(names: list[str]) -> str:
    """Who sits there, for a sentence."""
    return " – ".join(isolate(name) for name in names)
