"""Revert decisions of staff on games: entered results, rulings and voided games.

The earlier state of the slot is read from the decision's journal line. Nothing is deleted: a
restored result is a new revision.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import outcomes
from games.models import COUNTED_STATES, Dispute, Game, GameState
from games.scores import end_of_game
from games.services.count import rate_slot, slot_source
from games.services.locks import lock_slots
from games.services.records.copies import void_copies_of_slots
from games.services.records.evidence import write_slot_journal
from games.stakes import books
from games.undo.actions import Document
from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.selectors import SlotContext
from tournaments.selectors.events.counted import (
    PastResult,
    counted_revision,
    past_result,
)
from tournaments.services.entries import withdrawals
from tournaments.services.rounds import deadlines, results, times
from tournaments.state import FORFEIT, OVER_THE_BOARD, WITHDREW

ENTERED, RULED, VOIDED, TAKEN_BACK = "slot.entered", "slot.ruled", "game.voided", "slot.taken_back"
DECISIONS = (ENTERED, RULED, VOIDED)


class NothingDecided(DomainError):
    code = "nothing_decided"
    message = _("Nothing that staff decided of game {number} is there to be taken back.")


class ChangedSince(DomainError):
    code = "changed_since"
    message = _("Game {number} was changed since: somebody sent a record, or it was disputed.")


@in_transaction
def revert_decisions(
    *, actor: Actor, pairing_id: int, numbers: Sequence[int], reason: str = ""
) -> None:
    """Revert the last decision on each of these games of a pairing, all or none.

    Locks GameSlots of the pairing, Event, Games.

    :raises NothingDecided: a game has no decision left to revert.
    :raises ChangedSince: a submission or dispute since then would be lost.
    """
    slots = {slot.number: slot for slot in selectors.slots_of_pairing(pairing_id)}
    for number in numbers:
        if number not in slots:
            raise NotFound(what="game", key=f"{pairing_id}:{number}")
        permissions.require(actor, "slot.desk", slots[number])
    lock_slots(sorted(slot.slot_id for slot in slots.values()))
    # In reverse order, because an earlier game may have decided a series.
    for number in sorted(set(numbers), reverse=True):
        slot = selectors.slot_context_by_id(slots[number].slot_id)
        _revert(actor, slot, reason.strip() or str(_("taken back")))


@in_transaction
def revert_decisions_of(*, actor: Actor, slots: Sequence[SlotContext], reason: str) -> None:
    """As `revert_decisions`, of games of several pairings, all or none."""
    lock_slots(sorted(slot.slot_id for slot in slots))
    numbers: dict[int, list[int]] = {}
    for slot in slots:
        numbers.setdefault(slot.pairing_id, []).append(slot.number)
    for pairing_id, of_pairing in numbers.items():
        revert_decisions(actor=actor, pairing_id=pairing_id, numbers=of_pairing, reason=reason)


def revert_withdrawal(*, actor: Actor, entry_id: int, reason: str = "") -> None:
    """Undo the withdrawal of an entry and reopen the games that it forfeited.

    Locks GameSlots, Event, Games.

    :raises DomainError: as `withdrawals.undo_withdrawal` and `revert_decisions`.
    """
    with transaction.atomic():
        forfeited = _forfeited(entry_id)
        lock_slots(sorted(slot.slot_id for slot in forfeited))
        withdrawals.undo_withdrawal(actor=actor, entry_id=entry_id, reason=reason)
        for slot in reversed(forfeited):
            revert_decisions(
                actor=actor, pairing_id=slot.pairing_id, numbers=[slot.number], reason=reason
            )


def _forfeited(entry_id: int) -> list[SlotContext]:
    """The games that the withdrawal forfeited, in their order."""
    from_round = withdrawals.get_withdrawal(entry_id).from_round
    return [
        slot
        for slot in selectors.slots_of_entry(entry_id, from_round=from_round)
        if slot.current and slot.current.facts.get("cause") == WITHDREW
    ]


def _revert(actor: Actor, slot: SlotContext, reason: str) -> None:
    decision = last_decision(slot)
    if decision is None:
        raise NothingDecided(number=slot.number)
    before, after = decision
    if not _is_unchanged(slot, before, after):
        raise ChangedSince(number=slot.number)
    _restore_evidence(slot, before)
    due_at = _restore_due_time(slot, before)
    _restore_time(slot, before, due_at)
    earlier = past_result(slot.slot_id, before["revision"])
    if earlier is None:
        open_again = results.withdraw_result(actor=actor, context=slot, reason=reason)
        state = before["state"]
        results.set_slot_state(actor=actor, context=open_again, state=state, due_at=due_at)
    else:
        _restore_result(actor, slot, earlier, reason)
        void_copies_of_slots(actor, [slot.slot_id])
    _restore_rating(slot, earlier)
    books.update_books(actor, slot)
    after = {"state": before["state"], "revision": counted_revision(slot.slot_id)}
    write_slot_journal(actor, slot, TAKEN_BACK, after=after, text=reason)


def last_decision(slot: SlotContext) -> tuple[Document, Document] | None:
    """The journal's `before` and `after` of the last decision that was not reverted."""
    decisions: list[tuple[Any, Any]] = []
    for line in selectors.journal_of_slot(slot.event_slug, slot.slot_id):
        if line.action == TAKEN_BACK:
            decisions = decisions[:-1]
        elif line.action in DECISIONS:
            decisions.append((line.before, line.after))
    # Old journal lines have no `before`.
    return decisions[-1] if decisions and isinstance(decisions[-1][0], dict) else None


def _is_unchanged(slot: SlotContext, before: Document, after: Document) -> bool:
    """Whether the decision was the last event: no other result, submission or dispute since."""
    sent = set(Game.objects.filter(slot_id=slot.slot_id).values_list("public_id", flat=True))
    disputed = Dispute.objects.filter(slot_id=slot.slot_id, closed_at=None).exists()
    left = past_result(slot.slot_id, after["revision"])
    now = past_result(slot.slot_id, slot.current.revision) if slot.current else None
    same = left is now if left is None or now is None else left.has_same_outcome(now)
    return same and not disputed and sent <= set(before["games"])


def _restore_evidence(slot: SlotContext, before: Document) -> None:
    games = Game.objects.filter(slot_id=slot.slot_id)
    # First, because a constraint allows one counted game for each slot.
    games.filter(state__in=COUNTED_STATES).update(state=GameState.VOID)
    for public_id, state in before["games"].items():
        games.filter(public_id=public_id).exclude(state=state).update(state=state)
    Dispute.objects.filter(slot_id=slot.slot_id, pk__in=before["disputes"]).update(closed_at=None)


def _restore_due_time(slot: SlotContext, before: Document) -> datetime | None:
    """When the game is due; a postponed one as before. Old journal lines do not say when."""
    if "due_at" not in before:
        return slot.due_at
    earlier = before["due_at"]
    due_at = slot.closes_at if earlier is None else datetime.fromisoformat(earlier)
    deadlines.set_due_time(slot_id=slot.slot_id, due_at=due_at)
    return due_at


def _restore_time(slot: SlotContext, before: Document, due_at: datetime | None) -> None:
    """Give a postponed game the time that it had before, unless another was agreed on since.

    One after the game is due again does not stay. Old journal lines do not say the time.
    """
    if "play_at" not in before:
        return
    if slot.play_at is not None and (due_at is None or slot.play_at <= due_at):
        return
    earlier = before["play_at"]
    times.restore_time(
        slot_id=slot.slot_id,
        play_at=datetime.fromisoformat(earlier) if earlier else None,
        proposed_by=before["proposed_by"],
    )


def _restore_result(actor: Actor, slot: SlotContext, earlier: PastResult, reason: str) -> None:
    winner = int(earlier.outcome.removeprefix("seat-")) if earlier.kind == FORFEIT else None
    result = "" if earlier.kind == FORFEIT else earlier.outcome
    outcome = results.Outcome(earlier.kind, result, winner, earlier.facts)
    results.record_result(
        actor=actor, context=slot, outcome=outcome, source=earlier.source, reason=reason
    )


def _restore_rating(slot: SlotContext, earlier: PastResult | None) -> None:
    """Post the restored result; without a record, on the day when it was entered."""
    end = outcomes.counted_result(earlier.outcome, earlier.facts) if earlier else None
    if earlier is None or end is None or earlier.kind not in OVER_THE_BOARD:
        ratings.void_posting(source=slot_source(slot.slot_id))
        return
    game = Game.objects.filter(slot_id=slot.slot_id, state__in=COUNTED_STATES).first()
    if game is None:
        day = earlier.at.astimezone(ZoneInfo(slot.time_zone)).date()
        rate_slot(slot, end=end, played_on=day)
        return
    rate_slot(
        slot,
        end=end_of_game(game),
        played_on=game.played_on,
        record_hash=game.record_hash,
        public_id=game.public_id,
    )
