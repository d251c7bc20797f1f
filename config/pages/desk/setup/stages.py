"""The stages of an event at the desk: who qualifies, ties, the next stage and back."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Stage
from config.pages.desk.base import (
    DRAWN,
    LOT_LABEL,
    Desk,
    NumbersField,
    ReasonForm,
    lot_field,
    open_desk,
    staff_page,
)
from config.pages.desk.steps.cutoff import DECIDED_BY, describe_cutoff
from config.pages.forms import Action, ActionForms, Form, NumberField
from config.pages.labels import RUNNING, SYSTEMS
from tournaments import permissions, selectors
from tournaments.choices import StageStatus
from tournaments.errors import DomainError
from tournaments.pairing import tie_decisions
from tournaments.services.stages import decisions, playoffs, stages
from tournaments.services.stages.table_sizes import min_players


class LotForm(Form):
    seed = lot_field(gettext_lazy("the same number gives the same lot again"))


class RuleForm(ReasonForm):
    """The order of entries that are tied, by their numbers."""

    order = NumbersField(
        gettext_lazy("Numbers of all of them, the best first"),
        widget=forms.TextInput(attrs={"dir": "ltr"}),
    )
    field_order = ("order", "reason")

    def clean_order(self) -> list[int]:
        numbers: list[int] = self.cleaned_data["order"]
        if len(numbers) < 2:
            raise forms.ValidationError(_("the numbers of all who are level"))
        return numbers


class PlayoffForm(Form):
    games = NumberField(gettext_lazy("Games"), initial=1)
    seed = NumberField(LOT_LABEL, DRAWN, required=False)
    minutes = NumberField(
        gettext_lazy("Minutes"), gettext_lazy("empty: as in the event"), required=False
    )
    increment = NumberField(gettext_lazy("Seconds a move"), required=False)

    def clean(self) -> dict[str, object]:
        """Without minutes of its own the play-off has the time of the event."""
        given = dict(self.cleaned_data)
        minutes, increment = given.pop("minutes", None), given.pop("increment", None)
        own_time = {"minutes": minutes, "increment_seconds": increment or 0}
        return {**given, "time_control": None if minutes is None else own_time}


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
        playoffs.order_playoff,
        gettext_lazy("The play-off is a draft: look at it and publish it."),
    ),
}


@staff_page
def stage_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages; every form of the page is sent to this address."""
    desk = open_desk(request, slug, "rounds")
    sent = ActionForms(request, ACTIONS)
    if done := sent.run(actor=desk.actor, event_id=desk.event.pk):
        messages.success(request, done)
        if sent.do == "playoff":
            return redirect("pages:manage-draft", slug, sent["playoff"].result.number)
        return redirect("pages:manage-stages", slug)
    context = {
        "stages": [_stage(row) for row in selectors.event_stages(desk.event)],
        "running": desk.event.state == RUNNING,
        "may_begin": permissions.may(desk.actor, "event.edit", desk.event),
        "forms": sent,
        **_line_now(desk, sent["rule"]),
    }
    return desk.render("setup/stages.html", context, refused=request.method == "POST")


def _line_now(desk: Desk, ruling: Form) -> dict[str, object]:
    """Who qualifies as things are, or why nobody does. Each tie has a form to rule on it."""
    if desk.event.state != RUNNING:
        return {"line": None, "no_line": ""}
    try:
        stage_now, outcome = decisions.current_cutoff(actor=desk.actor, event_id=desk.event.pk)
    except DomainError as refused:
        return {"line": None, "no_line": str(refused)}
    people = selectors.players_by_number(desk.event)
    following = selectors.event_stages(desk.event).filter(number__gt=stage_now.number).first()
    options = dict(following.options) if following else {}

    def named(entries: tuple[int, ...]) -> list[dict[str, object]]:
        return [{"number": n, "name": people.get(n, {}).get("name", f"#{n}")} for n in entries]

    return {
        "cutoff": describe_cutoff(desk.event, outcome, options),
        "line": {
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
                    "why": DECIDED_BY.get(done.decided_by, done.decided_by),
                    "order": named(done.order),
                }
                for done in outcome.settled
            ],
        },
        "no_line": "",
    }


def _stage(row: Stage) -> dict[str, object]:
    return {
        "number": row.number,
        "system": SYSTEMS.get(row.system, row.system),
        "state": StageStatus(row.state).label,
        "running": row.state == StageStatus.RUNNING,
        "entries": row.stage_entries.count(),
        "rounds": row.rounds.count(),
    }
