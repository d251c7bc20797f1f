"""REVERSALS: every action of staff that can be undone, with the service that reverts it.

event_reversals.py has those of whole events; undo.py decides when an action may be undone.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from games.services.rulings.withdraw import UNREPORTED_STATES, withdraw_player
from games.undo.actions import (
    Document,
    JournalLine,
    Reversal,
    StaffAction,
    dict_or_empty,
    undo_reason,
)
from games.undo.decisions import (
    ENTERED,
    RULED,
    TAKEN_BACK,
    VOIDED,
    last_decision,
    revert_decisions,
    revert_decisions_of,
    revert_withdrawal,
)
from games.undo.event_reversals import EVENT_REVERSALS
from games.undo.prize_reversals import PRIZE_REVERSALS
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.choices import BEFORE_START, EntryStatus
from tournaments.selectors.events.events import JUDGEMENT_UNDONE
from tournaments.services.entries import absences, entries, entry_rules
from tournaments.services.events import adjustments, events
from tournaments.services.rounds import draft_edits, rounds
from tournaments.services.stages import decisions, stages
from tournaments.standings.presence import WITHDRAWN
from tournaments.state import NO_SHOW, WITHDREW

PUBLISHED = "round.published"
UNPUBLISHED = ("round.unpublished", "round.withdrawn")


def _of_event(
    service: Callable[..., object], *, why: bool = False
) -> Callable[[Actor, StaffAction], None]:
    def revert(actor: Actor, action: StaffAction) -> None:
        service(actor=actor, event_id=action.event.pk, **({"reason": undo_reason()} if why else {}))

    return revert


def _of_round(
    service: Callable[..., object], *, why: bool = False
) -> Callable[[Actor, StaffAction], None]:
    def revert(actor: Actor, action: StaffAction) -> None:
        reason = {"reason": undo_reason()} if why else {}
        service(actor=actor, event_id=action.event.pk, number=action.key, **reason)

    return revert


def _revert_games(actor: Actor, action: StaffAction) -> None:
    """Revert every game that the same slip, line of a match, or no-show decided."""
    slot = selectors.slot_context_by_id(action.key)
    if match := action.after.get("match"):
        boards = selectors.match_boards(slot.event_id, slot.round_number, match["number"])
        games = [game for board in match["boards"] for game in boards.slots.get(board, ())]
        decided = [game for game in games if _decided_in_match(action, last_decision(game))]
        revert_decisions_of(actor=actor, slots=decided, reason=undo_reason())
        return
    together = [
        each.number
        for each in selectors.slots_of_pairing(slot.pairing_id)
        if each.number == slot.number or _decided_with(action, last_decision(each))
    ]
    revert_decisions(
        actor=actor, pairing_id=slot.pairing_id, numbers=together, reason=undo_reason()
    )


def _decided_with(action: StaffAction, decision: tuple[Document, Document] | None) -> bool:
    left = decision[1] if decision else {}
    if action.after.get("cause") == NO_SHOW:
        return left.get("cause") == NO_SHOW
    return len(action.after.get("games", ())) > 1 and left.get("games") == action.after["games"]


def _decided_in_match(action: StaffAction, decision: tuple[Document, Document] | None) -> bool:
    return decision is not None and decision[1].get("match") == action.after["match"]


def _check_in(undo: bool) -> Callable[[Actor, StaffAction], None]:
    def revert(actor: Actor, action: StaffAction) -> None:
        entries.check_in(actor=actor, entry_id=action.key, undo=undo)

    return revert


def _reenter(actor: Actor, action: StaffAction) -> None:
    entry = selectors.get_entry(action.event, action.key, actor)
    entries.enter(
        actor=actor,
        event_id=action.event.pk,
        player_id=entry.player_id,
        rating=entry.rating,
        rating_source=entry.rating_source,
    )


def _edit_entry(actor: Actor, action: StaffAction) -> None:
    changes = {name: action.before[name] for name in action.before if name in entry_rules.CHANGES}
    entries.edit_entry(actor=actor, entry_id=action.key, changes=changes)


def _is_edit_reverted(action: StaffAction, line: JournalLine) -> bool:
    """Whether a line restores the values that the action changed."""
    before, after = _edited(dict_or_empty(line.before)), _edited(dict_or_empty(line.after))
    turned = (before, after) == (_edited(action.after), _edited(action.before))
    return action.line.subject == line.subject and turned


def _edited(document: Document) -> Document:
    return {name: document[name] for name in document if name in entry_rules.CHANGES}


def _is_still_edited(action: StaffAction) -> bool:
    return all(getattr(action.entry, name) == now for name, now in _edited(action.after).items())


def _revert_judgement(actor: Actor, action: StaffAction) -> None:
    came = action.before.get("checked_in_at")
    entries.undo_judgement(
        actor=actor,
        entry_id=action.key,
        state=action.before["state"],
        checked_in_at=datetime.fromisoformat(came) if came else None,
    )


def _is_still_judged(action: StaffAction) -> bool:
    """Whether the entry still has the judged state, and may leave or join the event now."""
    concerned = {action.before["state"], action.after["state"]}
    return _has_state_after(action) and (_before_start(action) or EntryStatus.IN not in concerned)


def _has_state_after(action: StaffAction) -> bool:
    return action.entry is not None and action.entry.state == action.after["state"]


def _withdraw_again(actor: Actor, action: StaffAction) -> None:
    withdraw_player(
        actor=actor, entry_id=action.key, from_round=action.after["back"], reason=undo_reason()
    )


def _absence(service: Callable[..., object], field: str) -> Callable[[Actor, StaffAction], None]:
    def revert(actor: Actor, action: StaffAction) -> None:
        service(actor=actor, entry_id=action.key, **{field: action.after["from_round"]})

    return revert


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


def _has_snapshot(action: StaffAction) -> bool:
    return "games" in action.before and action.after.get("cause") != WITHDREW


def _before_start(action: StaffAction) -> bool:
    return action.event.state in BEFORE_START


def _was_in(action: StaffAction) -> bool:
    return _before_start(action) and action.before.get("state") == EntryStatus.IN


def _has_all_values(action: StaffAction) -> bool:
    """A family is free text, which the journal omits."""
    return bool(action.before) and "family" not in action.after.get("changed", ())


def _untouched(action: StaffAction) -> bool:
    """Whether no game of the round was reported."""
    row = selectors.event_rounds(action.event, SYSTEM).filter(number=action.key).first()
    return row is not None and selectors.slot_counts(row).keys() <= {*UNREPORTED_STATES}


def _was_withdrawn(action: StaffAction) -> bool:
    return action.after.get("kind") == WITHDRAWN


DECISION = Reversal("slot.desk", _revert_games, (TAKEN_BACK,), _has_snapshot)
JUDGEMENT = Reversal(
    "entry.judge", _revert_judgement, (JUDGEMENT_UNDONE,), is_in_effect=_is_still_judged
)
REVERSALS: Mapping[str, Reversal] = {
    **EVENT_REVERSALS,
    **PRIZE_REVERSALS,
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
        "entry.edit",
        _edit_entry,
        ("entry.edited",),
        _has_all_values,
        _is_edit_reverted,
        _is_still_edited,
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
        is_in_effect=_has_state_after,
    ),
    "entry.cancelled": Reversal("entry.add", _reenter, ("entry.added",), _was_in),
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
