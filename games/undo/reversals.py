"""What staff do that the desk can undo, and the service that is the way back: REVERSALS is the whole
table, with what undo_settings.py adds. When it is undo_reason, and what comes first, stands in undo.py.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from games.services.rule import NO_SHOW, WITHDREW
from games.services.withdraw import withdraw_player
from games.undo.actions import JournalLine, Reversal, StaffAction, dict_or_empty, undo_reason
from games.undo.decisions import (
    ENTERED,
    RULED,
    TAKEN_BACK,
    VOIDED,
    last_decision,
    revert_decisions,
    revert_withdrawal,
)
from games.undo.event_reversals import EVENT_REVERSALS
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.selectors.events.events import JUDGEMENT_UNDONE
from tournaments.services.entries import absences, entries
from tournaments.services.events import adjustments, events
from tournaments.services.events.life import BEFORE_START
from tournaments.services.rounds import draft_edits, rounds
from tournaments.services.stages import decisions, stages

PUBLISHED = "round.published"
UNPUBLISHED = ("round.unpublished", "round.withdrawn")


def _of_event(
    service: Callable[..., object], *, why: bool = False
) -> Callable[[Actor, StaffAction], None]:
    def back(actor: Actor, action: StaffAction) -> None:
        service(actor=actor, event_id=action.event.pk, **({"reason": undo_reason()} if why else {}))

    return back


def _of_round(
    service: Callable[..., object], *, why: bool = False
) -> Callable[[Actor, StaffAction], None]:
    def back(actor: Actor, action: StaffAction) -> None:
        reason = {"reason": undo_reason()} if why else {}
        service(actor=actor, event_id=action.event.pk, number=action.key, **reason)

    return back


def _of_games(actor: Actor, action: StaffAction) -> None:
    """Every game that was decided by the same slip or the same no-show."""
    slot = selectors.slot_context_by_id(action.key)
    together = [
        each.number
        for each in selectors.slots_of_pairing(slot.pairing_id)
        if each.number == slot.number or _decided_with(action, last_decision(each))
    ]
    revert_decisions(
        actor=actor, pairing_id=slot.pairing_id, numbers=together, reason=undo_reason()
    )


def _decided_with(action: StaffAction, decision: tuple[Any, dict[str, Any]] | None) -> bool:
    left = decision[1] if decision else {}
    if action.after.get("cause") == NO_SHOW:
        return left.get("cause") == NO_SHOW
    return len(action.after.get("games", ())) > 1 and left.get("games") == action.after["games"]


def _check_in(undo: bool) -> Callable[[Actor, StaffAction], None]:
    def back(actor: Actor, action: StaffAction) -> None:
        entries.check_in(actor=actor, entry_id=action.key, undo=undo)

    return back


def _enter_again(actor: Actor, action: StaffAction) -> None:
    entry = selectors.get_entry(action.event, action.key, actor)
    entries.enter(
        actor=actor,
        event_id=action.event.pk,
        player_id=entry.player_id,
        rating=entry.rating,
        rating_source=entry.rating_source,
    )


def _edit_entry(actor: Actor, action: StaffAction) -> None:
    changes = {name: action.before[name] for name in action.before if name in entries.CHANGES}
    entries.edit_entry(actor=actor, entry_id=action.key, changes=changes)


def _edit_ended(action: StaffAction, line: JournalLine) -> bool:
    """Another change of the same entry takes nothing back."""
    before, after = _edited(dict_or_empty(line.before)), _edited(dict_or_empty(line.after))
    turned = (before, after) == (_edited(action.after), _edited(action.before))
    return action.line.subject == line.subject and turned


def _edited(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in told if name in entries.CHANGES}


def _stands_edited(action: StaffAction) -> bool:
    return all(getattr(action.entry, name) == now for name, now in _edited(action.after).items())


def _judge_again(actor: Actor, action: StaffAction) -> None:
    came = action.before.get("checked_in_at")
    entries.take_judgement_back(
        actor=actor,
        entry_id=action.key,
        state=action.before["state"],
        checked_in_at=datetime.fromisoformat(came) if came else None,
    )


def _stands_judged(action: StaffAction) -> bool:
    """Whether the entry is what it was made; who is in, or was, only before the start."""
    concerned = {action.before["state"], action.after["state"]}
    return _as_left(action) and (_before_start(action) or "in" not in concerned)


def _as_left(action: StaffAction) -> bool:
    return bool(action.entry.state == action.after["state"])


def _withdraw_again(actor: Actor, action: StaffAction) -> None:
    withdraw_player(
        actor=actor, entry_id=action.key, from_round=action.after["back"], reason=undo_reason()
    )


def _absence(service: Callable[..., object], field: str) -> Callable[[Actor, StaffAction], None]:
    def back(actor: Actor, action: StaffAction) -> None:
        service(actor=actor, entry_id=action.key, **{field: action.after["from_round"]})

    return back


def _ask_bye(actor: Actor, action: StaffAction) -> None:
    absences.ask_bye(
        actor=actor,
        entry_id=action.key,
        round_number=action.after["from_round"],
        points_x2=action.after["points_x2"],
    )


def _cancel_adjustment(actor: Actor, action: StaffAction) -> None:
    adjustments.cancel_adjustment(
        actor=actor, adjustment_id=action.after["adjustment"], reason=undo_reason()
    )


def _tells_before(action: StaffAction) -> bool:
    return "games" in action.before and action.after.get("cause") != WITHDREW


def _before_start(action: StaffAction) -> bool:
    return action.event.state in BEFORE_START


def _was_in(action: StaffAction) -> bool:
    return _before_start(action) and action.before.get("state") == "in"


def _tells_all(action: StaffAction) -> bool:
    """A family is free text, which the chain does not hold."""
    return bool(action.before) and "family" not in action.after.get("changed", ())


def _untouched(action: StaffAction) -> bool:
    """Whether nobody said yet how a game of the round went."""
    row = selectors.event_rounds(action.event, SYSTEM).filter(number=action.key).first()
    return row is not None and selectors.slot_counts(row).keys() <= {"open", "postponed"}


def _was_withdrawn(action: StaffAction) -> bool:
    return action.after.get("kind") == absences.WITHDRAWN


DECISION = Reversal("slot.desk", _of_games, (TAKEN_BACK,), _tells_before)
JUDGEMENT = Reversal("entry.judge", _judge_again, (JUDGEMENT_UNDONE,), still=_stands_judged)
REVERSALS: Mapping[str, Reversal] = {
    **EVENT_REVERSALS,
    ENTERED: DECISION,
    RULED: DECISION,
    VOIDED: DECISION,
    "entry.withdrawn": Reversal(
        "entry.absent",
        lambda actor, action: revert_withdrawal(
            actor=actor, entry_id=action.key, reason=undo_reason()
        ),
        ("entry.returned",),
    ),
    "entry.returned": Reversal(
        "entry.absent", _withdraw_again, ("entry.withdrawn",), _was_withdrawn
    ),
    "entry.absent": Reversal(
        "entry.absent", _absence(absences.return_entry, "from_round"), ("entry.returned",)
    ),
    "entry.bye_asked": Reversal(
        "entry.absent", _absence(absences.cancel_bye, "round_number"), ("entry.bye_cancelled",)
    ),
    "entry.bye_cancelled": Reversal("entry.absent", _ask_bye, ("entry.bye_asked",)),
    "entry.adjusted": Reversal("entry.adjust", _cancel_adjustment, ("entry.adjustment_cancelled",)),
    "entry.edited": Reversal(
        "entry.edit", _edit_entry, ("entry.edited",), _tells_all, _edit_ended, _stands_edited
    ),
    "entry.approved": JUDGEMENT,
    "entry.refused": JUDGEMENT,
    "entry.checked_in": Reversal(
        "entry.check_in", _check_in(undo=True), ("entry.check_in_undone",), _before_start
    ),
    "entry.check_in_undone": Reversal(
        "entry.check_in", _check_in(undo=False), ("entry.checked_in",), _before_start
    ),
    "entry.added": Reversal(
        "entry.add",
        lambda actor, action: entries.cancel_entry(actor=actor, entry_id=action.key),
        ("entry.cancelled",),
        _before_start,
        still=_as_left,
    ),
    "entry.cancelled": Reversal("entry.add", _enter_again, ("entry.added",), _was_in),
    "round.paired": Reversal("round.pair", _of_round(rounds.discard_draft), ("round.discarded",)),
    "round.edited": Reversal(
        "round.edit", _of_round(draft_edits.undo_edits), ("round.edit_undone",)
    ),
    PUBLISHED: Reversal(
        "round.unpublish", _of_round(rounds.unpublish_round, why=True), UNPUBLISHED, _untouched
    ),
    "round.closed": Reversal(
        "round.reopen", _of_round(rounds.reopen_round, why=True), ("round.reopened",)
    ),
    "event.registration": Reversal("event.edit", _of_event(events.back_to_draft), ("event.draft",)),
    "event.running": Reversal(
        "event.start", _of_event(events.back_to_registration), ("event.unstarted",)
    ),
    "event.finished": Reversal(
        "event.finish", _of_event(events.reopen, why=True), ("event.reopened",)
    ),
    "stage.begun": Reversal(
        "event.edit", _of_event(stages.undo_stage, why=True), ("stage.undone",)
    ),
    "tie.ruled": Reversal(
        "stage.rule", _of_event(decisions.undo_rulings, why=True), ("tie.ruling_undone",)
    ),
}
