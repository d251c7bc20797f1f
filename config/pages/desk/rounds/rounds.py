"""The list of rounds, pairing the next one, and the progress of a pairing."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import (
    ROUND_LABELS,
    Desk,
    open_desk,
    parse_optional_number,
    run_and_redirect,
    staff_page,
)
from config.pages.labels import RUNNING, SYSTEMS
from tournaments import jobs, selectors
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.services.rounds import pairing_jobs

JOB_LABELS = {
    "waiting": gettext_lazy("It waits for a worker."),
    "running": gettext_lazy("It is being paired."),
    "cancelled": gettext_lazy("The pairing was cancelled; nothing of it is kept."),
}
REFRESH_SECONDS = 2
MAX_BY_HAND_LENGTH = 20_000  # characters


@staff_page
def round_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds including drafts, and the form that pairs the next one."""
    desk = open_desk(request, slug, "rounds")
    context = desk.context | {"typed": request.POST}
    if request.method == "POST":
        try:
            return _pair(request, desk)
        except DomainError as refused:
            context["refused"] = str(refused)
    return render(
        request,
        "pages/desk/rounds/rounds.html",
        context | _rounds_context(desk),
        status=422 if "refused" in context else 200,
    )


@staff_page
def pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Progress of the pairing. The page reloads itself until it is done."""
    desk = open_desk(request, slug, "rounds")
    if request.method == "POST":
        return run_and_redirect(
            request, lambda: _cancel_pairing(desk), "pages:manage-pairing", slug
        )
    try:
        job = pairing_jobs.get_pairing_job(actor=desk.actor, event=desk.event)
    except NotFound:
        return redirect("pages:manage-rounds", slug)
    if job.state == "done":
        return _redirect_to_round(slug, job.round)
    under_way = job.state in pairing_jobs.ACTIVE_STATES
    context = desk.context | {
        "job": job,
        "under_way": under_way,
        "words": JOB_LABELS.get(job.state, ""),
        "problem": "" if job.state == "cancelled" else pairing_jobs.problem_text(job),
    }
    answer = render(request, "pages/desk/rounds/pairing.html", context)
    if under_way:
        answer["Refresh"] = str(REFRESH_SECONDS)
    return answer


def pair_and_redirect(slug: str, job: Any) -> HttpResponse:
    """Run a pairing job; redirect to its draft, or to the progress page if it takes longer."""
    made = jobs.pair_and_wait(job)
    if made is None:
        return redirect("pages:manage-pairing", slug)
    return redirect("pages:manage-draft", slug, made.number)


def parse_tables(text: str) -> list[list[int]]:
    """Lines of player numbers. :raises InvalidInput: a line has something else."""
    tables = []
    for line in text[:MAX_BY_HAND_LENGTH].splitlines():
        numbers = line.replace(",", " ").replace("-", " ").replace("–", " ").split()
        if not all(n.isascii() and n.isdecimal() and len(n) < 7 for n in numbers):
            raise InvalidInput(field=_("By hand"), problem=_("numbers of players, a table a line"))
        if numbers:
            tables.append([int(number) for number in numbers])
    return tables


def _pair(request: HttpRequest, desk: Desk) -> HttpResponse:
    job = pairing_jobs.request_pairing(
        actor=desk.actor,
        event_id=desk.event.pk,
        seed=parse_optional_number(request.POST.get("seed"), _("Lot number")),
        by_hand=parse_tables(request.POST.get("by_hand", "")),
    )
    return pair_and_redirect(desk.event.slug, job)


def _cancel_pairing(desk: Desk) -> str:
    pairing_jobs.cancel_pairing(actor=desk.actor, event_id=desk.event.pk)
    return _("The pairing was cancelled; nothing of it is kept.")


def _redirect_to_round(slug: str, made: Any) -> HttpResponse:
    if made is None:
        return redirect("pages:manage-rounds", slug)
    page = "pages:manage-draft" if made.state == "draft" else "pages:manage-round"
    return redirect(page, slug, made.number)


def _rounds_context(desk: Desk) -> dict[str, Any]:
    rows = [_round_row(row) for row in selectors.event_rounds(desk.event, desk.actor)]
    stage = selectors.current_stage(desk.event)
    draft = next((row for row in rows if row["state"] == "draft"), None)
    waits = sum(row["open"] for row in rows)
    return {
        "rounds": rows,
        "draft": draft,
        "waits": waits,
        "running": desk.event.state == RUNNING,
        "under_way": _is_pairing(desk),
        "stage": stage,
        "system": SYSTEMS.get(stage.system, stage.system) if stage else "",
        "by_hand": stage is not None and stage.system == pairing_jobs.BY_HAND,
        "stages": desk.event.stages.count(),
        "players": _players(desk),
    }


def _round_row(row: Any) -> dict[str, Any]:
    counts = selectors.slot_counts(row)
    total = sum(counts.values()) - counts.get("unneeded", 0)
    return {
        "number": row.number,
        "state": row.state,
        "kind": row.kind,
        "words": ROUND_LABELS.get(row.state, row.state),
        "decided": counts.get("decided", 0),
        "total": total,
        "open": 0
        if row.state == "draft"
        else total - counts.get("decided", 0) - counts.get("postponed", 0),
        "page": "pages:manage-draft" if row.state == "draft" else "pages:manage-round",
    }


def _players(desk: Desk) -> list[tuple[int, str]]:
    return [
        (number, row["name"]) for number, row in selectors.players_by_number(desk.event).items()
    ]


def _is_pairing(desk: Desk) -> bool:
    try:
        job = pairing_jobs.get_pairing_job(actor=desk.actor, event=desk.event)
    except NotFound:
        return False
    return job.state in pairing_jobs.ACTIVE_STATES
