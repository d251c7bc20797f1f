"""The stages of an event at the desk: who qualifies, ties, the next stage and back."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField
from config.pages.labels import RUNNING, SYSTEMS
from tournaments import permissions, selectors
from tournaments.errors import DomainError
from tournaments.limits import SHORT_REASON
from tournaments.pairing import tie_decisions
from tournaments.services.stages import decisions, playoffs, stages
from tournaments.services.stages.table_sizes import min_players

STATES = {
    "open": gettext_lazy("to come"),
    "running": gettext_lazy("being played"),
    "finished": gettext_lazy("finished"),
}
WHY = {
    tie_decisions.LOT: gettext_lazy("by lot"),
    tie_decisions.PLAYOFF: gettext_lazy("by a play-off"),
    tie_decisions.RULING: gettext_lazy("by a ruling"),
}


DRAWN = gettext_lazy("empty: drawn by lot")
SEED_LABEL = gettext_lazy("Lot number")


class ReasonForm(Form):
    reason = TextField(gettext_lazy("Why"), max_length=SHORT_REASON)


class LotForm(Form):
    seed = NumberField(
        SEED_LABEL,
        format_lazy("{} · {}", DRAWN, gettext_lazy("the same number gives the same lot again")),
        required=False,
    )


class RuleForm(ReasonForm):
    """The order of entries that are tied, by their numbers."""

    order = TextField(
        gettext_lazy("Numbers of all of them, the best first"),
        widget=forms.TextInput(attrs={"dir": "ltr"}),
    )
    field_order = ("order", "reason")

    def clean_order(self) -> list[int]:
        numbers = self.cleaned_data["order"].replace(",", " ").replace("-", " ").split()
        if len(numbers) < 2:
            raise forms.ValidationError(_("the numbers of all who are level"))
        return [NumberField().clean(number) for number in numbers]


class PlayoffForm(Form):
    games = NumberField(gettext_lazy("Games"), initial=1)
    seed = NumberField(SEED_LABEL, DRAWN, required=False)
    minutes = NumberField(
        gettext_lazy("Minutes"), gettext_lazy("empty: as in the event"), required=False
    )
    increment = NumberField(gettext_lazy("Seconds a move"), required=False)


def _order_playoff(*, minutes: int | None, increment: int | None, **given: Any) -> Any:
    """Order a play-off; without minutes of its own it has the time of the event."""
    own_time = {"minutes": minutes, "increment_seconds": increment or 0}
    time_control = None if minutes is None else own_time
    return playoffs.order_playoff(time_control=time_control, **given)


ACTIONS = {
    "begin": Action(Form, stages.begin_next_stage, gettext_lazy("The next stage has begun.")),
    "lot": Action(
        LotForm,
        partial(stages.begin_next_stage, ties=tie_decisions.LOT),
        gettext_lazy("The lot is drawn and the next stage has begun."),
    ),
    "rule": Action(RuleForm, decisions.rule_on_tie, gettext_lazy("The order is written down.")),
    "unrule": Action(
        ReasonForm, decisions.undo_rulings, gettext_lazy("The rulings are taken back.")
    ),
    "undo": Action(ReasonForm, stages.undo_stage, gettext_lazy("The stage is taken back.")),
    "end": Action(Form, stages.end_stage, gettext_lazy("The stage has no more rounds.")),
    "playoff": Action(
        PlayoffForm,
        _order_playoff,
        gettext_lazy("The play-off is a draft: look at it and publish it."),
    ),
}


@staff_page
def stage_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages; every form of the page is sent to this address."""
    desk = open_desk(request, slug, "rounds")
    sent = ActionForms(request, ACTIONS)
    if request.method == "POST":
        if sent.do not in ACTIONS:
            return redirect("pages:manage-stages", slug)
        done = sent.run(actor=desk.actor, event_id=desk.event.pk)
        if done:
            messages.success(request, done)
            if sent.do == "playoff":
                return redirect("pages:manage-draft", slug, sent["playoff"].result.number)
            return redirect("pages:manage-stages", slug)
    context = desk.context | {
        "stages": [_stage(row) for row in desk.event.stages.order_by("number")],
        "running": desk.event.state == RUNNING,
        "may_begin": permissions.may(desk.actor, "event.edit", desk.event),
        "forms": sent,
        **_line_now(desk, sent["rule"]),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "pages/desk/setup/stages.html", context, status=status)


def _line_now(desk: Desk, ruling: Form) -> dict[str, Any]:
    """Who qualifies as things are, or why nobody does. Each tie has a form to rule on it."""
    if desk.event.state != RUNNING:
        return {"line": None, "no_line": ""}
    try:
        stage, outcome = decisions.current_cutoff(actor=desk.actor, event_id=desk.event.pk)
    except DomainError as refused:
        return {"line": None, "no_line": str(refused)}
    people = selectors.players_by_number(desk.event)

    def named(entries: tuple[int, ...]) -> list[dict[str, Any]]:
        return [{"number": n, "name": people.get(n, {}).get("name", f"#{n}")} for n in entries]

    return {
        "line": {
            "stage": stage,
            "may_play_off": all(
                len(tie.entries) >= min_players(desk.event) for tie in outcome.qualified.ties
            ),
            "order": named(outcome.qualified.order),
            "tied": [
                {
                    "group": tie.group,
                    "places": tie.places,
                    "entries": named(tie.entries),
                    "numbers": " ".join(map(str, tie.entries)),
                    "form": RuleForm(
                        ruling.data if ruling.is_bound else None,
                        auto_id=f"rule-{number}-%s",
                        initial={"order": " ".join(map(str, tie.entries))},
                    ),
                }
                for number, tie in enumerate(outcome.qualified.ties)
            ],
            "settled": [
                {
                    "group": done.tie.group,
                    "why": WHY.get(done.decided_by, done.decided_by),
                    "order": named(done.order),
                    "ruled": done.decided_by == tie_decisions.RULING,
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
