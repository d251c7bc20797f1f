"""Taking back what staff decided of games: a slot stands again as it stood before.

What was entered, ruled or voided is read from the line that the decision left in the journal.
Nothing is deleted: a result that counts again is the next revision.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import outcomes
from games.models import Dispute, Game
from games.services.count import RATED_KINDS, ended_of, rate_slot, slot_source
from games.services.evidence import write_line
from games.services.locks import lock_slots
from games.services.rule import WITHDREW
from games.stakes import books
from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound
from tournaments.selectors import SlotContext
from tournaments.selectors.events.counted import (
    PastResult,
    counted_revision,
    past_result,
)
from tournaments.services.entries import withdrawals
from tournaments.services.rounds import results
from tournaments.state import FORFEIT

ENTERED, RULED, VOIDED, TAKEN_BACK = "slot.entered", "slot.ruled", "game.voided", "slot.taken_back"
DECISIONS = (ENTERED, RULED, VOIDED)
COUNTED = ("confirmed", "ruled")


class NothingDecided(DomainError):
    code = "nothing_decided"
    kind = "conflict"
    message = _("Nothing that staff decided of game {number} is there to be taken back.")


class ChangedSince(DomainError):
    code = "changed_since"
    kind = "conflict"
    message = _("Game {number} was changed since: somebody sent a record, or it was disputed.")


@transaction.atomic
def take_back_decisions(
    *, actor: Actor, pairing_id: int, numbers: Sequence[int], reason: str = ""
) -> None:
    """Take back the last decision of each of these games of a pairing, all or none.

    Locks Games and GameSlots of the pairing, then Event.

    :raises NothingDecided: staff decided nothing of one of them, or all of it is taken back.
    :raises ChangedSince: something was sent or said since, which would be lost.
    """
    slots = {slot.number: slot for slot in selectors.slots_of_pairing(pairing_id)}
    for number in numbers:
        if number not in slots:
            raise NotFound(what="game", key=f"{pairing_id}:{number}")
        permissions.require(actor, "slot.desk", slots[number])
    lock_slots(sorted(slot.slot_id for slot in slots.values()))
    # The last one first: an earlier game may have decided a series.
    for number in sorted(set(numbers), reverse=True):
        slot = selectors.slot_context_by_id(slots[number].slot_id)
        _take_back(actor, slot, reason.strip() or str(_("taken back")))


def take_back_withdrawal(*, actor: Actor, entry_id: int, reason: str = "") -> None:
    """Have an entry play on as if it had not been withdrawn; the games it forfeited are open again.

    Locks Games and GameSlots, then Event.

    :raises DomainError: as `withdrawals.undo_withdrawal` and `take_back_decisions`.
    """
    with transaction.atomic():
        forfeited = _forfeited(entry_id)
        lock_slots(sorted(slot.slot_id for slot in forfeited))
        withdrawals.undo_withdrawal(actor=actor, entry_id=entry_id, reason=reason)
        for slot in reversed(forfeited):
            take_back_decisions(
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


def _take_back(actor: Actor, slot: SlotContext, reason: str) -> None:
    decision = last_decision(slot)
    if decision is None:
        raise NothingDecided(number=slot.number)
    before, after = decision
    if not _stands_as_left(slot, before, after):
        raise ChangedSince(number=slot.number)
    _restore_evidence(slot, before)
    was = past_result(slot.slot_id, before["revision"])
    if was is None:
        results.withdraw_result(actor=actor, slot_id=slot.slot_id, reason=reason)
        state = before["state"]
        results.set_slot_state(actor=actor, slot_id=slot.slot_id, state=state, due_at=slot.due_at)
    else:
        _count_again(actor, slot, was, reason)
    _rate_again(slot, was)
    books.follow(actor, slot)
    after = {"state": before["state"], "revision": counted_revision(slot.slot_id)}
    write_line(actor, slot, TAKEN_BACK, after=after, text=reason)


def last_decision(slot: SlotContext) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """How the slot stood before the last decision that holds, and what that decision left."""
    held: list[tuple[Any, Any]] = []
    for line in selectors.journal_of_slot(slot.event_slug, slot.slot_id):
        if line.action == TAKEN_BACK:
            held = held[:-1]
        elif line.action in DECISIONS:
            held.append((line.before, line.after))
    # Lines of before decisions could be taken back do not say how the slot stood.
    return held[-1] if held and isinstance(held[-1][0], dict) else None


def _stands_as_left(slot: SlotContext, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether nothing happened since the decision: no other result, nothing sent, no dispute."""
    sent = set(Game.objects.filter(slot_id=slot.slot_id).values_list("public_id", flat=True))
    disputed = Dispute.objects.filter(slot_id=slot.slot_id, closed_at=None).exists()
    left = past_result(slot.slot_id, after["revision"])
    now = past_result(slot.slot_id, slot.current.revision) if slot.current else None
    same = left is now if left is None or now is None else left.has_same_outcome(now)
    return same and not disputed and sent <= set(before["games"])


def _restore_evidence(slot: SlotContext, before: Mapping[str, Any]) -> None:
    games = Game.objects.filter(slot_id=slot.slot_id)
    games.filter(state__in=COUNTED).update(state="void")  # one counts at a time, at every moment
    for public_id, state in before["games"].items():
        games.filter(public_id=public_id).exclude(state=state).update(state=state)
    Dispute.objects.filter(slot_id=slot.slot_id, pk__in=before["disputes"]).update(closed_at=None)


def _count_again(actor: Actor, slot: SlotContext, was: PastResult, reason: str) -> None:
    winner = int(was.outcome.removeprefix("seat-")) if was.kind == FORFEIT else None
    result = "" if was.kind == FORFEIT else was.outcome
    outcome = results.Outcome(was.kind, result, winner, was.facts)
    results.record_result(
        actor=actor, slot_id=slot.slot_id, outcome=outcome, source=was.source, reason=reason
    )


def _rate_again(slot: SlotContext, was: PastResult | None) -> None:
    """The rating of what counts again; of a result without a record its day is when it came in."""
    ended = outcomes.counted_result(was.outcome, was.facts) if was else None
    if was is None or ended is None or was.kind not in RATED_KINDS:
        ratings.void_posting(source=slot_source(slot.slot_id))
        return
    game = Game.objects.filter(slot_id=slot.slot_id, state__in=COUNTED).first()
    if game is None:
        rate_slot(slot, ended=ended, played_on=was.at.astimezone(ZoneInfo(slot.time_zone)).date())
        return
    rate_slot(
        slot,
        ended=ended_of(game),
        played_on=game.played_on,
        record_hash=game.record_hash,
        public_id=game.public_id,
    )
