"""What staff do that the desk can undo, and the service that is the way back: WAYS is the whole
table, with what undo_settings.py adds. When it is undone, and what comes first, stands in undo.py.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from games.services.rule import NO_SHOW, WITHDREW
from games.services.withdraw import withdraw_player
from games.undo.acts import Act, Line, Way, dict_or_empty, undone
from games.undo.settings import WAYS as WAYS_OF_SETTINGS
from games.undo.take_back import (
    ENTERED,
    RULED,
    TAKEN_BACK,
    VOIDED,
    last_decision,
    take_back_decisions,
    take_back_withdrawal,
)
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.selectors.events.events import JUDGEMENT_UNDONE
from tournaments.services.entries import absences, entries, entry_rules
from tournaments.services.events import adjustments, events
from tournaments.services.events.states import BEFORE_START
from tournaments.services.rounds import draft_edits, rounds
from tournaments.services.stages import decisions, stages

PUBLISHED = "round.published"
UNPUBLISHED = ("round.unpublished", "round.withdrawn")


def _of_event(service: Callable[..., object], *, why: bool = False) -> Callable[[Actor, Act], None]:
    def back(actor: Actor, act: Act) -> None:
        service(actor=actor, event_id=act.event.pk, **({"reason": undone()} if why else {}))

    return back


def _of_round(service: Callable[..., object], *, why: bool = False) -> Callable[[Actor, Act], None]:
    def back(actor: Actor, act: Act) -> None:
        reason = {"reason": undone()} if why else {}
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
    take_back_decisions(actor=actor, pairing_id=slot.pairing_id, numbers=together, reason=undone())


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
    changes = {name: act.before[name] for name in act.before if name in entry_rules.CHANGES}
    entries.edit_entry(actor=actor, entry_id=act.key, changes=changes)


def _edit_ended(act: Act, line: Line) -> bool:
    """Another change of the same entry takes nothing back."""
    before, after = _edited(dict_or_empty(line.before)), _edited(dict_or_empty(line.after))
    turned = (before, after) == (_edited(act.after), _edited(act.before))
    return act.line.subject == line.subject and turned


def _edited(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in told if name in entry_rules.CHANGES}


def _stands_edited(act: Act) -> bool:
    return all(getattr(act.entry, name) == now for name, now in _edited(act.after).items())


def _judge_again(actor: Actor, act: Act) -> None:
    came = act.before.get("checked_in_at")
    entries.undo_judgement(
        actor=actor,
        entry_id=act.key,
        state=act.before["state"],
        checked_in_at=datetime.fromisoformat(came) if came else None,
    )


def _stands_judged(act: Act) -> bool:
    """Whether the entry is what it was made; who is in, or was, only before the start."""
    concerned = {act.before["state"], act.after["state"]}
    return _as_left(act) and (_before_start(act) or "in" not in concerned)


def _as_left(act: Act) -> bool:
    return bool(act.entry.state == act.after["state"])


def _withdraw_again(actor: Actor, act: Act) -> None:
    withdraw_player(actor=actor, entry_id=act.key, from_round=act.after["back"], reason=undone())


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
    adjustments.cancel_adjustment(
        actor=actor, adjustment_id=act.after["adjustment"], reason=undone()
    )


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
JUDGEMENT = Way("entry.judge", _judge_again, (JUDGEMENT_UNDONE,), still=_stands_judged)
WAYS: Mapping[str, Way] = {
    **WAYS_OF_SETTINGS,
    ENTERED: DECISION,
    RULED: DECISION,
    VOIDED: DECISION,
    "entry.withdrawn": Way(
        "entry.absent",
        lambda actor, act: take_back_withdrawal(actor=actor, entry_id=act.key, reason=undone()),
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
    "entry.edited": Way(
        "entry.edit", _edit_entry, ("entry.edited",), _tells_all, _edit_ended, _stands_edited
    ),
    "entry.approved": JUDGEMENT,
    "entry.refused": JUDGEMENT,
    "entry.checked_in": Way(
        "entry.check_in", _check_in(undo=True), ("entry.check_in_undone",), _before_start
    ),
    "entry.check_in_undone": Way(
        "entry.check_in", _check_in(undo=False), ("entry.checked_in",), _before_start
    ),
    "entry.added": Way(
        "entry.add",
        lambda actor, act: entries.cancel_entry(actor=actor, entry_id=act.key),
        ("entry.cancelled",),
        _before_start,
        still=_as_left,
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
