"""The stages of an event at the desk: who goes on, ties at the line, the next stage and back."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import (
    Desk,
    number_in,
    number_or_none,
    open_desk,
    staff_page,
    typed_reason,
)
from config.pages.labels import RUNNING, SYSTEMS
from tournaments import permissions, selectors
from tournaments.errors import DomainError, InvalidInput
from tournaments.pairing import ties
from tournaments.services.stages import decisions, playoffs, stages
from tournaments.services.stages.table_sizes import least_players

STATES = {
    "open": gettext_lazy("to come"),
    "running": gettext_lazy("being played"),
    "finished": gettext_lazy("finished"),
}
WHY = {
    ties.LOT: gettext_lazy("by lot"),
    ties.PLAYOFF: gettext_lazy("by a play-off"),
    ties.RULING: gettext_lazy("by a ruling"),
}


@staff_page
def stage_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the stages; every form of it comes back here."""
    desk = open_desk(request, slug, "rounds")
    refused = ""
    if request.method == "POST":
        try:
            return _done(request, desk)
        except DomainError as error:
            refused = str(error)
    context = desk.context | {
        "stages": [_stage(row) for row in desk.event.stages.order_by("number")],
        "running": desk.event.state == RUNNING,
        "may_begin": permissions.may(desk.actor, "event.edit", desk.event),
        "typed": request.POST,
        "refused": refused,
        **_line_now(desk),
    }
    return render(request, "pages/desk/setup/stages.html", context, status=422 if refused else 200)


def _done(request: HttpRequest, desk: Desk) -> HttpResponse:
    form, slug = request.POST, desk.event.slug
    at: dict[str, Any] = {"actor": desk.actor, "event_id": desk.event.pk}
    seed = number_or_none(form.get("seed"), _("Number of the lot"))
    if form.get("do") == "playoff":
        made = playoffs.order_playoff(
            **at,
            games=number_in(form.get("games"), _("Games")),
            time_control=_time(form),
            seed=seed,
        )
        messages.success(request, _("The play-off is a draft: look at it and publish it."))
        return redirect("pages:manage-draft", slug, made.number)
    why = typed_reason(request)
    ways: Mapping[str, tuple[Callable[[], object], str]] = {
        "begin": (lambda: stages.begin_next_stage(**at), _("The next stage has begun.")),
        "lot": (
            lambda: stages.begin_next_stage(**at, ties=ties.LOT, seed=seed),
            _("The lot is drawn and the next stage has begun."),
        ),
        "rule": (
            lambda: decisions.decide_ties(**at, order=_order(form), reason=why),
            _("The order is written down."),
        ),
        "unrule": (
            lambda: decisions.undo_rulings(**at, reason=why),
            _("The rulings are taken back."),
        ),
        "undo": (lambda: stages.undo_stage(**at, reason=why), _("The stage is taken back.")),
        "end": (lambda: stages.end_stage(**at), _("The stage has no more rounds.")),
    }
    if form.get("do") in ways:
        act, said = ways[form["do"]]
        act()
        messages.success(request, said)
    return redirect("pages:manage-stages", slug)


def _time(form: Mapping[str, str]) -> dict[str, Any] | None:
    """The time of each game of a play-off; None: the event's."""
    minutes = number_or_none(form.get("minutes"), _("Minutes"))
    if minutes is None:
        return None
    increment = number_or_none(form.get("increment"), _("Seconds a move")) or 0
    return {"minutes": minutes, "increment_seconds": increment}


def _order(form: Mapping[str, str]) -> list[int]:
    numbers = str(form.get("order", "")).replace(",", " ").replace("-", " ").split()
    if len(numbers) < 2:
        raise InvalidInput(field=_("Order"), problem=_("the numbers of all who are level"))
    return [number_in(number, _("Order")) for number in numbers]


def _line_now(desk: Desk) -> dict[str, Any]:
    """Who would go on as things are; or why nobody does."""
    if desk.event.state != RUNNING:
        return {"line": None, "no_line": ""}
    try:
        stage, outcome = decisions.line_now(actor=desk.actor, event_id=desk.event.pk)
    except DomainError as refused:
        return {"line": None, "no_line": str(refused)}
    people = selectors.entrants(desk.event)

    def named(entries: tuple[int, ...]) -> list[dict[str, Any]]:
        return [{"number": n, "name": people.get(n, {}).get("name", f"#{n}")} for n in entries]

    return {
        "line": {
            "stage": stage,
            "may_play_off": all(
                len(tie.entries) >= least_players(desk.event) for tie in outcome.qualified.tied
            ),
            "order": named(outcome.qualified.order),
            "tied": [
                {
                    "group": tie.group,
                    "places": tie.places,
                    "entries": named(tie.entries),
                    "numbers": " ".join(map(str, tie.entries)),
                }
                for tie in outcome.qualified.tied
            ],
            "settled": [
                {
                    "group": done.tie.group,
                    "why": WHY.get(done.why, done.why),
                    "order": named(done.order),
                    "ruled": done.why == ties.RULING,
                }
                for done in outcome.settled
            ],
        },
        "no_line": "",
    }


def _stage(row: Any) -> dict[str, Any]:
    return {
        "number": row.number,
        "system": SYSTEMS.get(row.system, row.system),
        "state": STATES.get(row.state, row.state),
        "running": row.state == "running",
        "entries": row.stage_entries.count(),
        "rounds": row.rounds.count(),
        "options": row.options,
    }
