"""The desk: a result that staff read off a paper slip counts at once."""

from collections.abc import Mapping
from datetime import date

from games import outcomes
from games.outcomes import Claim
from games.services.count import close_submissions, played, rate_slot
from games.services.locks import lock_games, lock_numbered_slot, lock_slots
from games.services.records.claims import call_payers, check_claim
from games.services.records.copies import void_copies_of_slots
from games.services.records.dates import PLAYED_ON, check_day
from games.services.records.evidence import claimed_end, note_of, open_dispute
from games.services.rulings.slot_snapshot import snapshot_slot
from games.stakes import bidding, books
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.selectors import SlotContext
from tournaments.services import journal
from tournaments.services.rounds import results


@in_transaction
@journal.together()
def enter_result(
    *,
    actor: Actor,
    pairing_id: int,
    number: int,
    claim: Claim,
    played_on: date | None = None,
    reason: str = "",
    together: Mapping[str, object] | None = None,
) -> None:
    """Make a claim the counted result of a slot. Repeating it changes nothing.

    A record that comes later adds its facts (see submit). together: what is entered with it, and
    taken back with it: `games`, numbers of games of the pairing; `match`, see `enter_match`.
    Locks GameSlot.

    :raises CorrectionNeedsReason: the slot counts another outcome and `reason` is empty.
    :raises ReserveMissing: the ranking or the stakes need the winner's reserve.
    :raises DateOutOfRange: `played_on` lies before 1990 or after tomorrow.
    """
    context = selectors.lock_numbered_slot(pairing_id, number)
    permissions.require(actor, "slot.desk", context)
    if played_on is not None:
        check_day(played_on, field=PLAYED_ON, time_zone=context.time_zone)
    ended = end_of_claim(context, claim, at_stake=bidding.is_at_stake(context))
    if _counts_already(context, ended):
        return
    bidding.put_at_stake(actor, context)
    sent = lock_games(context.slot_id)
    before = snapshot_slot(context, sent)

    def entered(revision: int) -> list[journal.Note]:
        after = entering_note(ended, revision=revision, games=[number]) | dict(together or {})
        return [note_of(context, "slot.entered", before=before, after=after, text=reason)]

    results.record_result(
        actor=actor, context=context, outcome=played(ended), reason=reason, notes=entered
    )
    close_submissions(context, before)
    if any(game.moves_hash for game in sent):
        void_copies_of_slots(actor, [context.slot_id])
    day = played_on or selectors.today(context.time_zone)
    rate_slot(context, end=ended, played_on=day)
    books.update_books(actor, context)


@in_transaction
@journal.together()
def enter_slip(
    *,
    actor: Actor,
    pairing_id: int,
    claims: Mapping[int, Claim],
    together: Mapping[str, object] | None = None,
) -> None:
    """Enter claims as the counted results of a pairing's games, by number, all or none.

    Idempotent. together: more that is taken back with it. Locks the pairing's GameSlots.

    :raises DomainError: as `enter_result`.
    """
    slots = {slot.number: slot.slot_id for slot in selectors.slots_of_pairing(pairing_id)}
    for number in claims:
        if number not in slots:
            raise NotFound(what="game", key=f"{pairing_id}:{number}")
    lock_slots(sorted(slots.values()))
    slip = {"games": sorted(claims), **(together or {})}
    for number, claim in sorted(claims.items()):
        enter_result(actor=actor, pairing_id=pairing_id, number=number, claim=claim, together=slip)


@in_transaction
@journal.together()
def dispute_differing(
    *, actor: Actor, pairing_id: int, claims: Mapping[int, Claim], text: str
) -> list[int]:
    """Of a slip that comes when its games have results: the numbers of those that differ from it.

    A dispute with `text` is opened on each of them; the counted results stay until somebody rules.
    claims: by number of the game. Locks the pairing's GameSlots.

    :raises DomainError: as `enter_result`.
    """
    contexts = {number: lock_numbered_slot(pairing_id, number) for number in sorted(claims)}
    differing = []
    for number, context in contexts.items():
        permissions.require(actor, "slot.desk", context)
        ended = end_of_claim(context, claims[number], at_stake=bidding.is_at_stake(context))
        if not _counts_already(context, ended):
            open_dispute(actor, context, None, text=text)
            differing.append(number)
    return differing


def end_of_claim(context: SlotContext, claim: Claim, *, at_stake: bool) -> outcomes.GameEnd:
    """The end that a claim tells of a slot. No database.

    :raises ReserveMissing, InvalidInput: as `enter_result`.
    """
    ended = claimed_end(context, claim)
    check_claim(context, ended, at_stake=at_stake)
    return ended


def entering_note(
    ended: outcomes.GameEnd, *, revision: int | None, games: list[int]
) -> dict[str, object]:
    """What the journal says of a result that was entered. games: the numbers of its slip."""
    return {"result": ended.result, "revision": revision, "games": games}


def _counts_already(context: SlotContext, ended: outcomes.GameEnd) -> bool:
    """Whether the counted result is this one, or a record proves it; calls must be the same."""
    current = context.current
    counted = outcomes.counted_result(current.outcome, current.facts) if current else None
    if counted is None:
        return False
    if "calls" in ended.facts and call_payers(context, counted) != call_payers(context, ended):
        return False
    return counted == ended or bool(counted.facts.get("proven") and counted.agrees_with(ended))
