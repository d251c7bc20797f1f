"""The forms behind the buttons of the next step. Every page sends them to the desk."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _

from config.pages.annotations import Round
from config.pages.desk.base import Desk, ReasonForm
from config.pages.desk.rounds.rounds import PAIR, pair_by
from config.pages.desk.steps.start import StartForm, offer_pools, start_event
from config.pages.desk.steps.steps import Steps
from config.pages.forms import Action, Form, NumberField
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.proof.parts import whole_proof
from tournaments.services.events import events
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.stages import stages


class RoundForm(Form):
    number = NumberField(widget=forms.HiddenInput)


class RoundReasonForm(RoundForm, ReasonForm):
    pass


def _close_and_pair(*, actor: Actor, event_id: int, number: int) -> Round | None:
    """Close a round and pair the next one as a draft. A refused pairing leaves it closed."""
    rounds.close_round(actor=actor, event_id=event_id, number=number)
    made: Round | None = PAIR(actor=actor, event_id=event_id)
    return made


def _pair_again(*, actor: Actor, event_id: int, number: int) -> Round | None:
    """Pair a draft again from the current results, with the lot that it had."""
    draft = selectors.event_rounds(selectors.event_by_id(event_id), actor).filter(number=number)
    made: Round | None = pair_by(pairing_jobs.request_re_pairing)(
        actor=actor,
        event_id=event_id,
        number=number,
        reason=_("Results have changed since it was paired"),
        seed=next((whole_proof(each).get("seed") for each in draft), None),
    )
    return made


ACTIONS = {
    "open": Action(Form, events.open_registration),
    "draft": Action(Form, events.back_to_draft),
    "start": Action(StartForm, start_event),
    "unstart": Action(Form, events.back_to_registration),
    "finish": Action(Form, events.finish),
    "reopen": Action(ReasonForm, events.reopen),
    "pair": Action(Form, PAIR),
    "close-pair": Action(RoundForm, _close_and_pair),
    "pair-again": Action(RoundForm, _pair_again),
    "publish": Action(RoundForm, rounds.publish_round),
    "discard": Action(RoundForm, rounds.discard_draft),
    "unpublish": Action(RoundReasonForm, rounds.unpublish_round),
    "close": Action(RoundForm, rounds.close_round),
    "reopen-round": Action(RoundReasonForm, rounds.reopen_round),
    "next-stage": Action(Form, stages.begin_next_stage),
    "undo-stage": Action(ReasonForm, stages.undo_stage),
}
PAIRING_ACTIONS = ("pair", "close-pair", "pair-again")  # they lead to the draft


def unbound_forms() -> dict[str, Form]:
    return {do: action.form(auto_id=f"{do}-%s") for do, action in ACTIONS.items()}


def add_forms(desk: Desk, steps: Steps, forms_by_action: Mapping[str, Form]) -> None:
    """Give each button its form."""
    if desk.before_start:
        offer_pools(forms_by_action["start"], desk.event)
    for button in steps.buttons:
        button.form = forms_by_action[button.action]
        button.form.initial = {"number": button.number}
