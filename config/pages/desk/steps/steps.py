"""The buttons of the desk: the next step of an event, and what can be reverted.

A round takes two presses: one closes it and pairs the next, which only staff see; one publishes.

Services decide: a button that is shown too early is refused.
"""

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.pages.annotations import Event, Round
from config.pages.event.events import ELIMINATION
from config.pages.forms import Form
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import FINISHED_SLOTS, EventStatus, RoundStatus, SlotStatus
from tournaments.errors import NotFound
from tournaments.pairing import PLAYOFF
from tournaments.services.rounds import pairing_jobs
from tournaments.standings.bracket import build_bracket
from tournaments.state import EventState


@dataclass(slots=True)
class Button:
    """action: the value of the form field `do`. reason: whether the form asks for one.

    number: of the round. blocked: why the action is not possible yet. form: set by the page.
    """

    action: str
    label: str
    verb: str
    reason: bool = False
    number: int | None = None
    blocked: str = ""
    form: Form | None = None


@dataclass(slots=True)
class Steps:
    """main: the next step. back: ways to revert. pairing: progress of a running pairing, in %.

    draft: the number of the round that waits to be published.
    """

    main: Button | None = None
    others: list[Button] = field(default_factory=list)
    back: list[Button] = field(default_factory=list)
    message: str = ""
    pairing: int | None = None
    draft: int | None = None

    @property
    def buttons(self) -> list[Button]:
        return [*([self.main] if self.main else ()), *self.others, *self.back]

    @property
    def is_possible(self) -> bool:
        """Whether there is a step to take now."""
        return bool(self.main and not self.main.blocked) or self.draft is not None

    def allowed_for(self, actor: Actor, event: Event) -> "Steps":
        """The buttons that the actor has permission for."""
        allowed = [each for each in self.buttons if permissions.may(actor, each.verb, event)]
        return replace(
            self,
            main=self.main if self.main in allowed else None,
            others=[button for button in self.others if button in allowed],
            back=[button for button in self.back if button in allowed],
        )


def find_steps(event: Event, actor: Actor) -> Steps:
    if event.state == EventStatus.DRAFT:
        steps = Steps(
            Button("open", _("Open the registration"), "event.edit"),
            [Button("start", _("Start"), "event.start")],
            message=_("Only staff see the event. Players can be added already."),
        )
    elif event.state == EventStatus.REGISTRATION:
        steps = Steps(
            Button("start", _("Start"), "event.start"),
            back=[Button("draft", _("Back to a draft"), "event.edit")],
            message=_("Players enter. The start numbers them by rating and ends the registration."),
        )
    elif event.state == EventStatus.RUNNING:
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
    if last is not None and last.state == RoundStatus.DRAFT:
        return _draft_steps(last)
    if last is not None and last.state == RoundStatus.PUBLISHED:
        return _published_steps(event, last)
    return _steps_between_rounds(event, last)


def _pairing_progress(event: Event) -> int | None:
    try:
        job = pairing_jobs.latest_job(event)
    except NotFound:
        return None
    return job.progress if job.state in pairing_jobs.ACTIVE_STATES else None


def _draft_steps(last: Round) -> Steps:
    number = last.number
    discard = Button("discard", _("Discard the draft"), "round.pair", number=number)
    if selectors.draft_is_stale(last):
        message = _("Round {number} is a draft that was paired from older results.")
        again = Button(
            "pair-again", _("Pair again from the current results"), "round.pair", number=number
        )
        return Steps(
            None if last.kind == PLAYOFF else again,
            back=[discard],
            message=message.format(number=number),
            draft=number,
        )
    label = _("Publish round {number}").format(number=number)
    return Steps(
        Button("publish", label, "round.publish", number=number),
        back=[discard],
        message=_("Round {number} is a draft that only staff see.").format(number=number),
        draft=number,
    )


def _published_steps(event: Event, last: Round) -> Steps:
    counts, number = selectors.slot_counts(last), last.number
    undecided = sum(count for state, count in counts.items() if state not in FINISHED_SLOTS)
    postponed = counts.get(SlotStatus.POSTPONED, 0)
    reported = counts.get(SlotStatus.REPORTED, 0) + counts.get(SlotStatus.DISPUTED, 0)
    steps = _closing_steps(event, last, missing=undecided - postponed)
    if not counts.get(SlotStatus.DECIDED) and not reported:
        label = _("Make it a draft again")
        steps.back.append(Button("unpublish", label, "round.unpublish", reason=True, number=number))
    if undecided and undecided == postponed:
        steps.others.append(Button("pair", _("Pair the next round"), "round.pair"))
    return steps


def _closing_steps(event: Event, last: Round, *, missing: int) -> Steps:
    """missing: how many games wait for a result and are not postponed."""
    number = last.number
    label = _("Close round {number}").format(number=number)
    close = Button("close", label, "round.close", number=number)
    if missing:
        waits = ngettext("waits for {count} game", "waits for {count} games", missing)
        close.blocked = waits.format(count=missing)
        return Steps(close, message=_("Round {number} is being played.").format(number=number))
    message = _("Nothing is missing in round {number}.").format(number=number)
    if not _pairs_another_round(event, last):
        return Steps(close, message=message)
    label = _("Close round {number} and pair the next").format(number=number)
    both = Button("close-pair", label, "round.pair", number=number)
    return Steps(both, [close], message=message)


def _pairs_another_round(event: Event, last: Round) -> bool:
    """Whether the system pairs another round of the stage after this one."""
    stage = selectors.current_stage(event)
    if stage is None or stage.system == pairing_jobs.BY_HAND or last.kind == PLAYOFF:
        return False
    state, _version = selectors.event_state(event.pk)
    return not _is_played_out(state, last.number)


def _is_played_out(state: EventState, played: int) -> bool:
    """Whether a stage has no more rounds after round `played`; False if that is not known."""
    if state.system in ELIMINATION:
        bracket = build_bracket(state)
        return not (bracket.by_status("ready") or bracket.by_status("running"))
    return played >= state.rounds_total > 0


def _steps_between_rounds(event: Event, last: Round | None) -> Steps:
    """No round is open: pair the next one, begin the next stage, or finish."""
    state, _version = selectors.event_state(event.pk)
    played = last.number if last is not None and last.number > state.rounds_before else 0
    stage = selectors.current_stage(event)
    is_manual = stage is not None and stage.system == pairing_jobs.BY_HAND
    pair = None if is_manual else Button("pair", _("Pair the next round"), "round.pair")
    number = stage.number if stage else 0
    has_next_stage = selectors.event_stages(event).filter(number__gt=number).exists()
    end_button = (
        Button("next-stage", _("Begin the next stage"), "event.edit")
        if has_next_stage
        else Button("finish", _("Finish the event"), "event.finish")
    )
    message = _("You say who plays whom in the next round, on the page of rounds.")
    steps = Steps(pair, message=message if is_manual else _("The next round can be paired."))
    if played and _is_played_out(state, played):
        message = (
            _("All rounds of this stage are played.")
            if has_next_stage
            else _("All rounds are played.")
        )
        steps = Steps(end_button, message=message)
    elif played:
        steps.others.append(end_button)
    if played:
        label = _("Reopen round {number}").format(number=played)
        steps.back.append(Button("reopen-round", label, "round.reopen", reason=True, number=played))
    elif last is None:
        steps.back.append(Button("unstart", _("Undo the start"), "event.start"))
    else:
        steps.back.append(Button("undo-stage", _("Undo this stage"), "event.edit", reason=True))
    return steps
