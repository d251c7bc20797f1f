"""What an event waits for next, and what can be taken back: the buttons of the desk.

Nothing is decided here: a button that is shown too early is refused by its service.
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
    """do: what the desk's form is told. waits: why it cannot be pressed yet. reason: asked for.

    number: of the round that it is about.
    """

    do: str
    words: Words
    verb: str
    reason: bool = False
    number: int | None = None
    waits: Words = ""


@dataclass(slots=True)
class Steps:
    """`main` is what comes next; `pairing` is how far a pairing under way is, in percent."""

    main: Button | None = None
    others: list[Button] = field(default_factory=list)
    back: list[Button] = field(default_factory=list)
    said: Words = ""
    pairing: int | None = None

    def only(self, actor: Actor, event: Event) -> "Steps":
        """Without what the actor may not do."""

        def allowed(button: Button) -> bool:
            return permissions.may(actor, button.verb, event)

        main = self.main if self.main and allowed(self.main) else None
        return Steps(
            main,
            [button for button in self.others if allowed(button)],
            [button for button in self.back if allowed(button)],
            self.said,
            self.pairing,
        )


def steps_of(event: Event, actor: Actor) -> Steps:
    """The buttons of an event as it stands."""
    if event.state == "draft":
        made = Steps(
            Button("open", _("Open the registration"), "event.edit"),
            [Button("start", _("Start"), "event.start")],
            said=_("Only staff see the event. Players can be added already."),
        )
    elif event.state == "registration":
        made = Steps(
            Button("start", _("Start"), "event.start"),
            back=[Button("draft", _("Back to a draft"), "event.edit")],
            said=_("Players enter. The start numbers them by rating and ends the registration."),
        )
    elif event.state == "running":
        made = _running(event, actor)
    else:
        made = Steps(
            back=[Button("reopen", _("Reopen the event"), "event.finish", reason=True)],
            said=_("The event is finished and its final table is published."),
        )
    return made.only(actor, event)


def _running(event: Event, actor: Actor) -> Steps:
    rounds = list(selectors.event_rounds(event, actor))
    last = rounds[-1] if rounds else None
    under_way = _under_way(event)
    if under_way is not None:
        return Steps(said=_("The next round is being paired."), pairing=under_way)
    if last is not None and last.state == "draft":
        return _drafted(last)
    if last is not None and last.state == "published":
        return _published(last)
    return _between(event, last)


def _under_way(event: Event) -> int | None:
    try:
        job = pairing_jobs.latest_job(event)
    except NotFound:
        return None
    return job.progress if job.state in pairing_jobs.ACTIVE_STATES else None


def _drafted(last: Any) -> Steps:
    number = last.number
    if selectors.draft_is_stale(last):
        return Steps(
            None,
            back=[Button("discard", _("Discard the draft"), "round.pair", number=number)],
            said=_("Round {number} is a draft that was paired from older results: look at it."),
        )
    return Steps(
        Button("publish", _("Publish round {number}"), "round.publish", number=number),
        back=[Button("discard", _("Discard the draft"), "round.pair", number=number)],
        said=_("Round {number} is a draft that only staff see."),
    )


def _published(last: Any) -> Steps:
    counts, number = selectors.slot_counts(last), last.number
    open_ones = sum(count for state, count in counts.items() if state not in DONE)
    reported = sum(count for state, count in counts.items() if state in ("reported", "disputed"))
    steps = Steps(
        Button(
            "close",
            _("Close round {number}"),
            "round.close",
            number=number,
            waits=ngettext("waits for {count} game", "waits for {count} games", open_ones)
            if open_ones
            else "",
        ),
        said=_("Round {number} is being played."),
    )
    if not counts.get("decided") and not reported:
        steps.back.append(
            Button(
                "unpublish", _("Make it a draft again"), "round.unpublish", reason=True,
                number=number,
            )
        )  # fmt: skip
    if open_ones and open_ones == counts.get("postponed", 0):
        steps.others.append(Button("pair", _("Pair the next round"), "round.pair"))
    return steps


def _between(event: Event, last: Any) -> Steps:
    """No round is under way: the next one is paired, or the next stage begins, or it is over."""
    state, _version = selectors.event_state(event.pk)
    begun = last is not None and last.number > state.rounds_before
    stage = selectors.current_stage(event)
    by_hand = stage is not None and stage.system == pairing_jobs.BY_HAND
    pair = None if by_hand else Button("pair", _("Pair the next round"), "round.pair")
    number = stage.number if stage else 0
    follows = event.stages.filter(number__gt=number).exists()
    go_on = (
        Button("next-stage", _("Begin the next stage"), "event.edit")
        if follows
        else Button("finish", _("Finish the event"), "event.finish")
    )
    said = _("You say who plays whom in the next round, on the page of rounds.")
    steps = Steps(pair, said=said if by_hand else _("The next round can be paired."))
    if begun and last.number >= state.rounds_total > 0:
        said = _("All rounds of this stage are played.") if follows else _("All rounds are played.")
        steps = Steps(go_on, said=said)
    elif begun:
        steps.others.append(go_on)
    if begun:
        steps.back.append(
            Button("reopen-round", _("Reopen round {number}"), "round.reopen", reason=True,
                   number=last.number)
        )  # fmt: skip
    elif last is None:
        steps.back.append(Button("unstart", _("Take the start back"), "event.start"))
    else:
        steps.back.append(
            Button("undo-stage", _("Take this stage back"), "event.edit", reason=True)
        )
    return steps
