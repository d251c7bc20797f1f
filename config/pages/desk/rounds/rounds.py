"""The list of rounds, pairing the next one, and the progress of a pairing."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.pages.annotations import Round
from config.pages.desk.base import SAME_ROUND, Desk, NumbersField, lot_field, open_desk, staff_page
from config.pages.forms import Form, TextField
from config.pages.labels import RUNNING, SYSTEMS
from tournaments import jobs, selectors
from tournaments.choices import JobStatus, RoundStatus, SlotStatus
from tournaments.errors import DomainError, NotFound
from tournaments.services.rounds import pairing_jobs

if TYPE_CHECKING:
    from tournaments.models import PairingJob

CANCELLED = _("The pairing was cancelled; nothing of it is kept.")
JOB_LABELS = {
    JobStatus.WAITING: _("It waits for a worker."),
    JobStatus.RUNNING: _("It is being paired."),
    JobStatus.CANCELLED: CANCELLED,
}
REFRESH_SECONDS = 2
MAX_BY_HAND_LENGTH = 20_000  # characters


class PairForm(Form):
    seed = lot_field(SAME_ROUND)
    by_hand = TextField(
        _("Or tables by hand"),
        _("the numbers of the players, a table a line; a number alone has a bye"),
        max_length=MAX_BY_HAND_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def clean_by_hand(self) -> list[list[int]]:
        line = NumbersField(required=False)
        try:
            tables = [line.clean(text) for text in self.cleaned_data["by_hand"].splitlines()]
        except forms.ValidationError:
            raise forms.ValidationError(_("numbers of players, a table a line")) from None
        return [table for table in tables if table]


@staff_page
def round_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds including drafts, and the form that pairs the next one."""
    desk = open_desk(request, slug, "rounds")
    form = PairForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.submit(PAIR, actor=desk.actor, event_id=desk.event.pk):
        return redirect_to_draft(slug, form.result)
    return desk.render("rounds/rounds.html", _context(desk, form), refused=form.is_bound)


@staff_page
def pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Progress of the pairing. The page reloads itself until it is done."""
    desk = open_desk(request, slug, "rounds")
    if request.method == "POST":
        try:
            pairing_jobs.cancel_pairing(actor=desk.actor, event_id=desk.event.pk)
            messages.success(request, CANCELLED)
        except DomainError as refusal:
            messages.error(request, str(refusal))
        return redirect("pages:manage-pairing", slug)
    job = _latest_job(desk)
    if job is None or (job.state == JobStatus.DONE and job.round is None):
        return redirect("pages:manage-rounds", slug)
    if job.state == JobStatus.DONE and job.round is not None:
        return redirect(_page_of(job.round), slug, job.round.number)
    under_way = job.state in pairing_jobs.ACTIVE_STATES
    context = desk.context | {
        "job": job,
        "under_way": under_way,
        "words": JOB_LABELS.get(JobStatus(job.state), ""),
        "problem": "" if job.state == JobStatus.CANCELLED else pairing_jobs.problem_text(job),
    }
    answer = render(request, "pages/desk/rounds/pairing.html", context)
    if under_way:
        answer["Refresh"] = str(REFRESH_SECONDS)
    return answer


def pair_by(request: "Callable[..., PairingJob]") -> Callable[..., Round | None]:
    """A service that pairs what `request` asks for; None if it takes longer."""

    def pair(**given: object) -> Round | None:
        return jobs.pair_and_wait(request(**given))

    return pair


PAIR = pair_by(pairing_jobs.request_pairing)


def redirect_to_draft(slug: str, made: Round | None) -> HttpResponse:
    """To the draft that a pairing made, or to the progress page if it takes longer."""
    if made is None:
        return redirect("pages:manage-pairing", slug)
    return redirect("pages:manage-draft", slug, made.number)


def _page_of(round_: Round) -> str:
    is_draft = round_.state == RoundStatus.DRAFT
    return "pages:manage-draft" if is_draft else "pages:manage-round"


def _context(desk: Desk, form: PairForm) -> dict[str, object]:
    rows = list(selectors.event_rounds(desk.event, desk.actor))
    counts = {row.number: Counter(selectors.slot_counts(row)) for row in rows}
    stage, job = selectors.current_stage(desk.event), _latest_job(desk)
    people = selectors.players_by_number(desk.event)
    draft = next((row for row in rows if row.state == RoundStatus.DRAFT), None)
    by_hand = stage is not None and stage.system == pairing_jobs.BY_HAND
    if by_hand:
        form.fields["by_hand"].label = _("Tables, by hand")
    return {
        "form": form,
        "rounds": [
            {
                "number": row.number,
                "is_draft": row.state == RoundStatus.DRAFT,
                "kind": row.kind,
                "words": RoundStatus(row.state).label,
                "decided": counts[row.number][SlotStatus.DECIDED],
                "total": count_reported(counts[row.number])[1],
                "page": _page_of(row),
            }
            for row in rows
        ],
        "draft": draft,
        "draft_is_stale": draft is not None and selectors.draft_is_stale(draft),
        "waits": sum(
            counts[row.number][state]
            for row in rows
            for state in (SlotStatus.OPEN, SlotStatus.REPORTED, SlotStatus.DISPUTED)
            if row.state != RoundStatus.DRAFT
        ),
        "running": desk.event.state == RUNNING,
        "under_way": job is not None and job.state in pairing_jobs.ACTIVE_STATES,
        "system": SYSTEMS.get(stage.system, stage.system) if stage else "",
        "by_hand": by_hand,
        "players": [(number, row["name"]) for number, row in people.items()],
    }


def count_reported(counts: Mapping[str, int]) -> tuple[int, int]:
    """The number of reported games, and of all games that are played."""
    total = sum(counts.values()) - counts.get(SlotStatus.UNNEEDED, 0)
    return total - counts.get(SlotStatus.OPEN, 0) - counts.get(SlotStatus.POSTPONED, 0), total


def progress_context(counts: Mapping[str, int]) -> dict[str, object]:
    """What `progress.html` shows of a round, from the number of its games by state."""
    reported, total = count_reported(counts)
    text = ngettext(
        "%(reported)d of %(total)d game reported", "%(reported)d of %(total)d games reported", total
    )
    return {
        "reported": reported,
        "total": total,
        "count": text % {"reported": reported, "total": total},
        "unsure": reported - counts.get(SlotStatus.DECIDED, 0),
    }


def _latest_job(desk: Desk) -> "PairingJob | None":
    try:
        return pairing_jobs.get_pairing_job(actor=desk.actor, event=desk.event)
    except NotFound:
        return None
