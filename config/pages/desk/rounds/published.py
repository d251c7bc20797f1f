"""The page of a published round: its results, its times, and reverting it."""

from datetime import datetime
from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages import zones
from config.pages.annotations import Document
from config.pages.desk.base import (
    MAY_BE_EMPTY,
    Desk,
    ReasonForm,
    open_desk,
    staff_page,
)
from config.pages.desk.rounds.rounds import pair_by, progress_context, redirect_to_draft
from config.pages.desk.steps.panel import panel_context
from config.pages.desk.undo import undo_context
from config.pages.event.rounds import bracket_title
from config.pages.forms import Action, ActionForms, MomentField, NumberField, ZonedForm
from config.pages.names import isolate
from games.places import SeatScore, slot_scores
from games.services import postpone_slots
from tournaments import selectors
from tournaments.choices import FINISHED_SLOTS, RoundStatus, SlotStatus
from tournaments.services.rounds import deadlines, pairing_jobs, rounds

SLOT_LABELS = {
    SlotStatus.OPEN: gettext_lazy("being played"),
    SlotStatus.REPORTED: gettext_lazy("reported, waits for a confirmation"),
    SlotStatus.DISPUTED: gettext_lazy("disputed"),
    SlotStatus.POSTPONED: gettext_lazy("postponed"),
    SlotStatus.DECIDED: gettext_lazy("in"),
    SlotStatus.UNNEEDED: gettext_lazy("not needed"),
}
RESULT_KIND_LABELS = {
    "forfeit": gettext_lazy("by forfeit"),
    "double_forfeit": gettext_lazy("both forfeited"),
    "cancelled": gettext_lazy("cancelled"),
    "adjudicated": gettext_lazy("decided by the arbiter"),
}
# Sort order: tables that need attention first.
_URGENCY = {
    SlotStatus.DISPUTED: 0,
    SlotStatus.REPORTED: 1,
    SlotStatus.OPEN: 2,
    SlotStatus.POSTPONED: 3,
    SlotStatus.DECIDED: 4,
    SlotStatus.UNNEEDED: 5,
}


class SlotRow(NamedTuple):
    """scores: by seat, empty without a result. label: the state, or the kind of the result."""

    pairing: int
    number: int
    state: str
    label: str
    scores: list[SeatScore]
    due: str
    late: bool


class TableRow(NamedTuple):
    leg: int
    table: int | None
    title: str
    names: list[str]
    slots: list[SlotRow]
    bye: bool
    urgency: int
    late: bool
    complete: bool


class PairAgainForm(ReasonForm):
    seed = NumberField(required=False, widget=forms.HiddenInput)


class TimesForm(ZonedForm):
    opens_at = MomentField(gettext_lazy("Opens"), required=False)
    closes_at = MomentField(gettext_lazy("Closes"), required=False)


class PostponeForm(ReasonForm, ZonedForm):
    until = MomentField(gettext_lazy("Until"), MAY_BE_EMPTY, required=False)
    field_order = ("until", "reason")


ACTIONS = {
    "times": Action(TimesForm, deadlines.set_round_times),
    "postpone": Action(
        PostponeForm, lambda number, **given: postpone_slots(round_number=number, **given)
    ),
    "reopen": Action(ReasonForm, rounds.reopen_round),
    "unpublish": Action(ReasonForm, rounds.unpublish_round),
    "again": Action(PairAgainForm, pair_by(pairing_jobs.request_re_pairing)),
    "withdraw": Action(ReasonForm, rounds.withdraw_round),
}
REVERTS = ("unpublish", "reopen", "again", "withdraw")  # they share the field of the reason


@staff_page
def published(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows the round, and handles all its forms."""
    desk = open_desk(request, slug, "rounds")
    view = selectors.round_view(desk.event, number, desk.actor)
    sent = ActionForms(request, ACTIONS, zone=desk.event.time_zone)
    if request.method != "POST":
        if view["state"] == RoundStatus.DRAFT:
            return redirect("pages:manage-draft", slug, number)
        return _page(desk, view, sent)
    sent.run(actor=desk.actor, event_id=desk.event.pk, number=number)
    if sent.problems:
        return _page(desk, view, sent)
    if sent.do == "again":
        return redirect_to_draft(slug, sent["again"].result)
    if sent.do == "withdraw":
        return redirect("pages:manage-rounds", slug)
    page = "pages:manage-draft" if sent.do == "unpublish" else "pages:manage-round"
    return redirect(page, slug, number)


def _page(desk: Desk, view: Document, sent: ActionForms) -> HttpResponse:
    counts, number = view["slots"], view["number"]
    every = selectors.event_rounds(desk.event, desk.actor)
    row = every.get(number=number)
    sent["times"].initial = {"opens_at": row.opens_at, "closes_at": row.closes_at}
    finished = counts.get(SlotStatus.DECIDED, 0) + counts.get(SlotStatus.POSTPONED, 0)
    progress = progress_context(counts)
    context = {
        **undo_context(desk),
        **panel_context(desk),
        **progress,
        "number": number,
        "is_last": not every.filter(number__gt=number).exists(),
        "state": view["state"],
        "words": RoundStatus(view["state"]).label,
        "tables": table_rows(view, desk.event.time_zone),
        "complete": finished == progress["total"],
        "untouched": counts.keys() <= {SlotStatus.OPEN, SlotStatus.POSTPONED},
        "open": counts.get(SlotStatus.OPEN, 0),
        "away": view["away"],
        "drawn_matches": [
            each
            for each in selectors.match_documents(
                desk.event, round_number=number, write_name=isolate
            )
            if each["decided"]
        ],
        "forms": sent,
        "revert": sent[sent.do if sent.do in REVERTS else REVERTS[0]],
    }
    return desk.render("rounds/published.html", context, refused=sent.problems)


def table_rows(view: Document, zone: str) -> list[TableRow]:
    """Late tables first, then disputed, reported and open ones."""
    rows = [_table_row(pairing, zone) for pairing in view["pairings"]]
    return sorted(
        rows,
        key=lambda row: (row.bye, not row.late, row.urgency, row.leg, row.table or 0),
    )


def _table_row(pairing: Document, zone: str) -> TableRow:
    slots = [_slot_row(pairing["id"], slot, zone) for slot in pairing["slots"]]
    return TableRow(
        leg=pairing["leg"],
        table=pairing["table"],
        title=table_title(pairing["group"], pairing["bracket"]),
        names=[seat["name"] for seat in pairing["seats"]],
        slots=slots,
        bye=not slots,
        urgency=min((_URGENCY[SlotStatus(slot.state)] for slot in slots), default=9),
        late=any(slot.late for slot in slots),
        complete=all(slot.state in FINISHED_SLOTS for slot in slots),
    )


def _slot_row(pairing_id: int, slot: Document, zone: str) -> SlotRow:
    kind = RESULT_KIND_LABELS.get(slot["kind"] or "")
    label = str(kind or SLOT_LABELS[slot["state"]])
    is_due = slot["due_at"] and slot["state"] not in FINISHED_SLOTS
    due = datetime.fromisoformat(slot["due_at"]) if is_due else None
    return SlotRow(
        pairing=pairing_id,
        number=slot["number"],
        state=slot["state"],
        label=label,
        scores=slot_scores(slot),
        due=zones.local_time_text(due, zone, there=True),
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
