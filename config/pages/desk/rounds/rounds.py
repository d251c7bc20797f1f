"""The rounds of an event at the desk: the list, pairing the next one, and watching it paired."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import (
    ROUND_WORDS,
    Desk,
    number_or_none,
    open_desk,
    pressed,
    staff_page,
)
from config.pages.labels import RUNNING, SYSTEMS
from tournaments import jobs, selectors
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.services.rounds import pairing_jobs

JOB_WORDS = {
    "waiting": gettext_lazy("It waits for a worker."),
    "running": gettext_lazy("It is being paired."),
    "cancelled": gettext_lazy("The pairing was cancelled; nothing of it is kept."),
}
LOOK_AGAIN_SECONDS = 2
MOST_BY_HAND = 20_000  # characters


@staff_page
def round_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds, drafts too, and the button that pairs the next one."""
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
        context | _rounds(desk),
        status=422 if "refused" in context else 200,
    )


@staff_page
def pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the pairing is. While it is under way the page asks for itself again."""
    desk = open_desk(request, slug, "rounds")
    if request.method == "POST":
        return pressed(request, lambda: _cancel(desk), "pages:manage-pairing", slug)
    try:
        job = pairing_jobs.get_pairing_job(actor=desk.actor, event=desk.event)
    except NotFound:
        return redirect("pages:manage-rounds", slug)
    if job.state == "done":
        return _to_round(slug, job.round)
    under_way = job.state in pairing_jobs.ACTIVE_STATES
    context = desk.context | {
        "job": job,
        "under_way": under_way,
        "words": JOB_WORDS.get(job.state, ""),
        "problem": "" if job.state == "cancelled" else pairing_jobs.problem_text(job),
    }
    answer = render(request, "pages/desk/rounds/pairing.html", context)
    if under_way:
        answer["Refresh"] = str(LOOK_AGAIN_SECONDS)
    return answer


def pair_now(slug: str, job: Any) -> HttpResponse:
    """Have a job done, and go to its draft; or to the page that waits for it."""
    made = jobs.pair_and_wait(job)
    if made is None:
        return redirect("pages:manage-pairing", slug)
    return redirect("pages:manage-draft", slug, made.number)


def by_hand_in(text: str) -> list[list[int]]:
    """Tables from lines of player numbers. :raises InvalidInput: a line is none."""
    tables = []
    for line in text[:MOST_BY_HAND].splitlines():
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
        seed=number_or_none(request.POST.get("seed"), _("Number of the lot")),
        by_hand=by_hand_in(request.POST.get("by_hand", "")),
    )
    return pair_now(desk.event.slug, job)


def _cancel(desk: Desk) -> str:
    pairing_jobs.cancel_pairing(actor=desk.actor, event_id=desk.event.pk)
    return _("The pairing was cancelled; nothing of it is kept.")


def _to_round(slug: str, made: Any) -> HttpResponse:
    if made is None:
        return redirect("pages:manage-rounds", slug)
    page = "pages:manage-draft" if made.state == "draft" else "pages:manage-round"
    return redirect(page, slug, made.number)


def _rounds(desk: Desk) -> dict[str, Any]:
    lines = [_line(row) for row in selectors.event_rounds(desk.event, desk.actor)]
    stage = selectors.current_stage(desk.event)
    draft = next((line for line in lines if line["state"] == "draft"), None)
    waits = sum(line["open"] for line in lines)
    return {
        "lines": lines,
        "draft": draft,
        "waits": waits,
        "running": desk.event.state == RUNNING,
        "under_way": _under_way(desk),
        "stage": stage,
        "system": SYSTEMS.get(stage.system, stage.system) if stage else "",
        "by_hand": stage is not None and stage.system == pairing_jobs.BY_HAND,
        "stages": desk.event.stages.count(),
        "players": _players(desk),
    }


def _line(row: Any) -> dict[str, Any]:
    counts = selectors.slot_counts(row)
    total = sum(counts.values()) - counts.get("unneeded", 0)
    return {
        "number": row.number,
        "state": row.state,
        "kind": row.kind,
        "words": ROUND_WORDS.get(row.state, row.state),
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


def _under_way(desk: Desk) -> bool:
    try:
        job = pairing_jobs.get_pairing_job(actor=desk.actor, event=desk.event)
    except NotFound:
        return False
    return job.state in pairing_jobs.ACTIVE_STATES
