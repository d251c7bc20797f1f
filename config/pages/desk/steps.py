"""The buttons of the desk: the next step of an event, and what can be reverted.

Services decide: a button that is shown too early is refused.
"""

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.pages.event.event_rows import Event
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.services.rounds import pairing_jobs

Words = str | Promise
DONE = ("decided", "unneeded")


@dataclass(frozen=True, slots=True)
class Button:
    """action: the value of the form field `do`. reason: whether the form asks for one.

    number: of the round. blocked: why the action is not possible yet.
    """

    action: str
    label: Words
    verb: str
    reason: bool = False
    number: int | None = None
    blocked: Words = ""


@dataclass(slots=True)
class Steps:
    """main: the next step. back: ways to revert. pairing: progress of a running pairing, in %."""

    main: Button | None = None
    others: list[Button] = field(default_factory=list)
    back: list[Button] = field(default_factory=list)
    message: Words = ""
    pairing: int | None = None

    def allowed_for(self, actor: Actor, event: Event) -> "Steps":
        """The buttons that the actor has permission for."""

        def allowed(button: Button) -> bool:
            return permissions.may(actor, button.verb, event)

        main = self.main if self.main and allowed(self.main) else None
        return Steps(
            main,
            [button for button in self.others if allowed(button)],
            [button for button in self.back if allowed(button)],
            self.message,
            self.pairing,
        )


def find_steps(event: Event, actor: Actor) -> Steps:
    if event.state == "draft":
        steps = Steps(
            Button("open", _("Open the registration"), "event.edit"),
            [Button("start", _("Start"), "event.start")],
            message=_("Only staff see the event. Players can be added already."),
        )
    elif event.state == "registration":
        steps = Steps(
            Button("start", _("Start"), "event.start"),
            back=[Button("draft", _("Back to a draft"), "event.edit")],
            message=_("Players enter. The start numbers them by rating and ends the registration."),
        )
    elif event.state == "running":
        steps = _running_steps(event, actor)
    else:
        steps = Steps(
            back=[Button("reopen", _("Reopen the event"), "event.finish", reason=True)],
            message=_("The event is finished and its final table is published."),
        )
    return steps.allowed_for(actor, event)


def _running_steps(event: Event, actor: Actor) -> Steps:
    rounds = list(selectors.event_rounds(event, actor))
    last = rounds[-1] if rounds else None
    progress = _pairing_progress(event)
    if progress is not None:
        return Steps(message=_("The next round is being paired."), pairing=progress)
    if last is not None and last.state == "draft":
        return _draft_steps(last)
    if last is not None and last.state == "published":
        return _published_steps(last)
    return _steps_between_rounds(event, last)


def _pairing_progress(event: Event) -> int | None:
    try:
        job = pairing_jobs.latest_job(event)
    except NotFound:
        return None
    return job.progress if job.state in pairing_jobs.ACTIVE_STATES else None


def _draft_steps(last: Any) -> Steps:
    number = last.number
    if selectors.draft_is_stale(last):
        return Steps(
            None,
            back=[Button("discard", _("Discard the draft"), "round.pair", number=number)],
            message=_("Round {number} is a draft that was paired from older results: look at it."),
        )
    return Steps(
        Button("publish", _("Publish round {number}"), "round.publish", number=number),
        back=[Button("discard", _("Discard the draft"), "round.pair", number=number)],
        message=_("Round {number} is a draft that only staff see."),
    )


def _published_steps(last: Any) -> Steps:
    counts, number = selectors.slot_counts(last), last.number
    undecided = sum(count for state, count in counts.items() if state not in DONE)
    reported = sum(count for state, count in counts.items() if state in ("reported", "disputed"))
    steps = Steps(
        Button(
            "close",
            _("Close round {number}"),
            "round.close",
            number=number,
            blocked=ngettext("waits for {count} game", "waits for {count} games", undecided)
            if undecided
            else "",
        ),
        message=_("Round {number} is being played."),
    )
    if not counts.get("decided") and not reported:
        steps.back.append(
            Button(
                "unpublish", _("Make it a draft again"), "round.unpublish", reason=True,
                number=number,
            )
        )  # fmt: skip
    if undecided and undecided == counts.get("postponed", 0):
        steps.others.append(Button("pair", _("Pair the next round"), "round.pair"))
    return steps


def _steps_between_rounds(event: Event, last: Any) -> Steps:
    """No round is open: pair the next one, begin the next stage, or finish."""
    state, _version = selectors.event_state(event.pk)
    has_rounds = last is not None and last.number > state.rounds_before
    stage = selectors.current_stage(event)
    is_manual = stage is not None and stage.system == pairing_jobs.BY_HAND
    pair = None if is_manual else Button("pair", _("Pair the next round"), "round.pair")
    number = stage.number if stage else 0
    has_next_stage = event.stages.filter(number__gt=number).exists()
    end_button = (
        Button("next-stage", _("Begin the next stage"), "event.edit")
        if has_next_stage
        else Button("finish", _("Finish the event"), "event.finish")
    )
    message = _("You say who plays whom in the next round, on the page of rounds.")
    steps = Steps(pair, message=message if is_manual else _("The next round can be paired."))
    if has_rounds and last.number >= state.rounds_total > 0:
        message = (
            _("All rounds of this stage are played.")
            if has_next_stage
            else _("All rounds are played.")
        )
        steps = Steps(end_button, message=message)
    elif has_rounds:
        steps.others.append(end_button)
    if has_rounds:
        steps.back.append(
            Button("reopen-round", _("Reopen round {number}"), "round.reopen", reason=True,
                   number=last.number)
        )  # fmt: skip
    elif last is None:
        steps.back.append(Button("unstart", _("Undo the start"), "event.start"))
    else:
        steps.back.append(Button("undo-stage", _("Undo this stage"), "event.edit", reason=True))
    return steps
