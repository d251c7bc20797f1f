"""What staff do that the desk can undo, and the service that is the way back: WAYS is the whole
table. When it is undone so, and what comes first, stands in undo.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext_lazy as _

from games.services.rule import NO_SHOW, WITHDREW
from games.services.take_back import (
    ENTERED,
    RULED,
    TAKEN_BACK,
    VOIDED,
    last_decision,
    take_back_decisions,
    take_back_withdrawal,
)
from games.services.withdraw import withdraw_player
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.services import (
    absences,
    adjustments,
    decisions,
    draft_edits,
    entries,
    events,
    rounds,
    stages,
)
from tournaments.services.life import BEFORE_START

PUBLISHED = "round.published"
UNPUBLISHED = ("round.unpublished", "round.withdrawn")


class Line(Protocol):
    """What is read of a line of the journal."""

    seq: int
    at: datetime
    action: str
    subject: str
    actor: dict[str, Any]
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Act:
    """Something staff did, with what its way back needs."""

    line: Line
    event: Any

    @property
    def key(self) -> int:
        """The number or the id in the subject: of a round, an entry, a slot or a stage."""
        return int(self.line.subject.partition(":")[2])

    @property
    def after(self) -> dict[str, Any]:
        return self.line.after if isinstance(self.line.after, dict) else {}

    @property
    def before(self) -> dict[str, Any]:
        return self.line.before if isinstance(self.line.before, dict) else {}


def _always(_act: Act) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Way:
    """verb: who may. ended_by: the actions that say it is taken back. fits: whether it can be."""

    verb: str
    back: Callable[[Actor, Act], object]
    ended_by: tuple[str, ...]
    fits: Callable[[Act], bool] = _always


def _why() -> str:
    return str(_("undone at the desk"))


def _of_event(service: Callable[..., object], *, why: bool = False) -> Callable[[Actor, Act], None]:
    def back(actor: Actor, act: Act) -> None:
        service(actor=actor, event_id=act.event.pk, **({"reason": _why()} if why else {}))

    return back


def _of_round(service: Callable[..., object], *, why: bool = False) -> Callable[[Actor, Act], None]:
    def back(actor: Actor, act: Act) -> None:
        reason = {"reason": _why()} if why else {}
        service(actor=actor, event_id=act.event.pk, number=act.key, **reason)

    return back


def _of_games(actor: Actor, act: Act) -> None:
    """Every game that was decided by the same slip or the same no-show."""
    slot = selectors.slot_context_by_id(act.key)
    together = [
        each.number
        for each in selectors.slots_of_pairing(slot.pairing_id)
        if each.number == slot.number or _decided_with(act, last_decision(each))
    ]
    take_back_decisions(actor=actor, pairing_id=slot.pairing_id, numbers=together, reason=_why())


def _decided_with(act: Act, decision: tuple[Any, dict[str, Any]] | None) -> bool:
    left = decision[1] if decision else {}
    if act.after.get("cause") == NO_SHOW:
        return left.get("cause") == NO_SHOW
    return len(act.after.get("games", ())) > 1 and left.get("games") == act.after["games"]


def _check_in(undo: bool) -> Callable[[Actor, Act], None]:
    def back(actor: Actor, act: Act) -> None:
        entries.check_in(actor=actor, entry_id=act.key, undo=undo)

    return back


def _enter_again(actor: Actor, act: Act) -> None:
    entry = selectors.get_entry(act.event, act.key, actor)
    entries.enter(
        actor=actor,
        event_id=act.event.pk,
        player_id=entry.player_id,
        rating=entry.rating,
        rating_source=entry.rating_source,
    )


def _edit_entry(actor: Actor, act: Act) -> None:
    changes = {name: act.before[name] for name in act.before if name in entries.CHANGES}
    entries.edit_entry(actor=actor, entry_id=act.key, changes=changes)


def _withdraw_again(actor: Actor, act: Act) -> None:
    withdraw_player(actor=actor, entry_id=act.key, from_round=act.after["back"], reason=_why())


def _absence(service: Callable[..., object], field: str) -> Callable[[Actor, Act], None]:
    def back(actor: Actor, act: Act) -> None:
        service(actor=actor, entry_id=act.key, **{field: act.after["from_round"]})

    return back


def _ask_bye(actor: Actor, act: Act) -> None:
    absences.ask_bye(
        actor=actor,
        entry_id=act.key,
        round_number=act.after["from_round"],
        points_x2=act.after["points_x2"],
    )


def _cancel_adjustment(actor: Actor, act: Act) -> None:
    adjustments.cancel_adjustment(actor=actor, adjustment_id=act.after["adjustment"], reason=_why())


def _tells_before(act: Act) -> bool:
    return "games" in act.before and act.after.get("cause") != WITHDREW


def _before_start(act: Act) -> bool:
    return act.event.state in BEFORE_START


def _was_in(act: Act) -> bool:
    return _before_start(act) and act.before.get("state") == "in"


def _tells_all(act: Act) -> bool:
    """A family is free text, which the chain does not hold."""
    return bool(act.before) and "family" not in act.after.get("changed", ())


def _untouched(act: Act) -> bool:
    """Whether nobody said yet how a game of the round went."""
    row = selectors.event_rounds(act.event, SYSTEM).filter(number=act.key).first()
    return row is not None and selectors.slot_counts(row).keys() <= {"open", "postponed"}


def _was_withdrawn(act: Act) -> bool:
    return act.after.get("kind") == absences.WITHDRAWN


DECISION = Way("slot.desk", _of_games, (TAKEN_BACK,), _tells_before)
WAYS: Mapping[str, Way] = {
    ENTERED: DECISION,
    RULED: DECISION,
    VOIDED: DECISION,
    "entry.withdrawn": Way(
        "entry.absent",
        lambda actor, act: take_back_withdrawal(actor=actor, entry_id=act.key, reason=_why()),
        ("entry.returned",),
    ),
    "entry.returned": Way("entry.absent", _withdraw_again, ("entry.withdrawn",), _was_withdrawn),
    "entry.absent": Way(
        "entry.absent", _absence(absences.return_entry, "from_round"), ("entry.returned",)
    ),
    "entry.bye_asked": Way(
        "entry.absent", _absence(absences.cancel_bye, "round_number"), ("entry.bye_cancelled",)
    ),
    "entry.bye_cancelled": Way("entry.absent", _ask_bye, ("entry.bye_asked",)),
    "entry.adjusted": Way("entry.adjust", _cancel_adjustment, ("entry.adjustment_cancelled",)),
    "entry.edited": Way("entry.edit", _edit_entry, ("entry.edited",), _tells_all),
    "entry.checked_in": Way(
        "entry.check_in", _check_in(undo=True), ("entry.check_in_undone",), _before_start
    ),
    "entry.check_in_undone": Way(
        "entry.check_in", _check_in(undo=False), ("entry.checked_in",), _before_start
    ),
    "entry.added": Way(
        "entry.add",
        lambda actor, act: entries.cancel_entry(actor=actor, entry_id=act.key),
        ("entry.cancelled", "entry.refused"),
        _before_start,
    ),
    "entry.cancelled": Way("entry.add", _enter_again, ("entry.added",), _was_in),
    "round.paired": Way("round.pair", _of_round(rounds.discard_draft), ("round.discarded",)),
    "round.edited": Way("round.edit", _of_round(draft_edits.undo_edits), ("round.edit_undone",)),
    PUBLISHED: Way(
        "round.unpublish", _of_round(rounds.unpublish_round, why=True), UNPUBLISHED, _untouched
    ),
    "round.closed": Way(
        "round.reopen", _of_round(rounds.reopen_round, why=True), ("round.reopened",)
    ),
    "event.registration": Way("event.edit", _of_event(events.back_to_draft), ("event.draft",)),
    "event.running": Way(
        "event.start", _of_event(events.back_to_registration), ("event.unstarted",)
    ),
    "event.finished": Way("event.finish", _of_event(events.reopen, why=True), ("event.reopened",)),
    "stage.begun": Way("event.edit", _of_event(stages.undo_stage, why=True), ("stage.undone",)),
    "tie.ruled": Way(
        "stage.rule", _of_event(decisions.undo_rulings, why=True), ("tie.ruling_undone",)
    ),
}
