"""Submit a game: prove it, store it, and count it if the event's policy allows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games import outcomes
from games.models import PENDING_STATES, Answer, Game, GameState
from games.outcomes import Claim
from games.scores import end_of_game
from games.services.agreement import count_if_agreed
from games.services.answers import record_agreement
from games.services.count import count_game
from games.services.locks import lock_games
from games.services.playtak.pasted import read_pasted
from games.services.records.claims import call_payers, check_claim, has_calls
from games.services.records.copies import void_copies_of_slots
from games.services.records.evidence import (
    Submission,
    find_same_game,
    insert_submission,
    open_dispute,
    prove_submission,
    store_submission,
    submitted_note,
)
from games.stakes import bidding, submitted_bids
from games.stakes.bidding import BidsClosed
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.rounds import results
from tournaments.services.rounds.results import RoundNotOpen as RoundNotOpen

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext


class AlreadyDecided(DomainError):
    code = "already_decided"
    message = _("Game {number} already has a result. Only a record can be added to it now.")


def submit_game(
    *,
    actor: Actor,
    pairing_id: int,
    number: int,
    record: str = "",
    claim: Claim | None = None,
    played_on: date | None = None,
    bids: Sequence[Sequence[int]] | None = None,
    first: int | None = None,
) -> Game:
    """Submit a record or a claim for a slot. Idempotent.

    record: also the address of a game at playtak, or its export (`read_pasted`).
    bids, first: as in `place_bids`, for an event with stakes.

    A submission by staff who do not play in the game counts at once. For a decided slot a record
    becomes evidence: the same end adds its facts, another end opens a dispute. Locks GameSlot,
    then what `record_result` locks.

    :raises RecordError: the record is refused; nothing is stored.
    :raises AlreadyDecided: a claim for a slot that has a result.
    :raises ReserveMissing: the ranking or the stakes need the winner's reserve.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require_draft_access(actor, context, what="game", key=f"{pairing_id}:{number}")
    seat = permissions.require_for_game(actor, "slot.submit", context)
    if context.round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=context.round_number)
    record = read_pasted(record)
    asked = submitted_bids.read_submitted_bids(context, record=record, bids=bids, first=first)
    proved_by = submitted_bids.with_first_seat(context, asked)
    sent = prove_submission(proved_by, record=record, claim=claim, played_on=played_on)

    @in_transaction
    @journal.together()
    def store(context: "SlotContext", seat: int | None) -> Game:
        seats, context = context.seats, selectors.lock_slot(context.slot_id)
        if context.seats != seats:  # somebody was merged meanwhile
            seat = permissions.seat_of(actor, context)
        if context.current is not None:
            if bids is not None:
                raise BidsClosed(number=number)
            return store_late_submission(actor, context, sent, seat)
        context = submitted_bids.enter_bids(actor, context, asked, proved_by=proved_by)
        check_claim(context, sent.end, at_stake=bidding.is_at_stake(context))
        bidding.put_at_stake(actor, context)
        if seat is None:
            return count_from_desk(actor, context, sent)
        return _submit_from_player(actor, context, sent, seat)

    return store(context, seat)


def prove_for_slot(
    context: "SlotContext",
    *,
    record: str = "",
    claim: Claim | None = None,
    bids: Sequence[Sequence[int]] | None = None,
    first: int | None = None,
) -> Submission:
    """What `submit_game` would store. Writes nothing.

    :raises RecordError, DomainError: as `submit_game`.
    """
    record = read_pasted(record)
    asked = submitted_bids.read_submitted_bids(context, record=record, bids=bids, first=first)
    begun = submitted_bids.with_first_seat(context, asked)
    sent = prove_submission(begun, record=record, claim=claim, played_on=None)
    at_stake = asked is not None or bidding.is_at_stake(context)
    check_claim(context, sent.end, at_stake=at_stake)
    return sent


def count_from_desk(actor: Actor, context: "SlotContext", sent: Submission) -> Game:
    """Count a submission of staff; its line in the journal stands before that of the result."""
    games, counted = lock_games(context.slot_id), GameState.CONFIRMED
    game, notes = find_same_game(games, sent), []
    if game is None:
        state = GameState.SUBMITTED if games else counted
        game = insert_submission(actor, context, sent, None, state=state)
        notes = [submitted_note(context, game)]
    count_game(
        actor=actor, game=game, context=context, state=counted, earlier=notes, is_only=not games
    )
    return game


def _submit_from_player(actor: Actor, context: "SlotContext", sent: Submission, seat: int) -> Game:
    """Store a player's submission and compare it with those of the opponents."""
    games = lock_games(context.slot_id)
    game = find_same_game(games, sent)
    if game is not None and game.submitted_seat == seat:
        return game
    pending = [other for other in games if other.state in PENDING_STATES]
    rivals = [other for other in pending if other.submitted_seat != seat]
    if len(rivals) < len(pending):
        Game.objects.filter(
            slot_id=context.slot_id, state=GameState.SUBMITTED, submitted_seat=seat
        ).update(state=GameState.SUPERSEDED)
    notes = []
    if game is None:
        game = insert_submission(actor, context, sent, seat)
        notes = [submitted_note(context, game)]
    # A disputed slot stays disputed until both agree or an arbiter rules.
    if not rivals and context.slot_state != SlotStatus.DISPUTED:
        reported = SlotStatus.REPORTED
        results.set_slot_state(actor=actor, context=context, state=reported, notes=notes)
        return game
    journal.write_all(actor, notes)
    if not rivals:
        return game
    if all(_same_end(context, end_of_game(rival), sent.end) for rival in rivals):
        return _merge(actor, context, game, rivals, seat)
    open_dispute(actor, context, game, text=str(_("Two submissions say different things.")))
    return game


def _same_end(context: "SlotContext", one: outcomes.GameEnd, other: outcomes.GameEnd) -> bool:
    """Whether two submissions have the same end and the same paid Tak calls."""
    return one.agrees_with(other) and call_payers(context, one) == call_payers(context, other)


def _merge(actor: Actor, context: "SlotContext", game: Game, rivals: list[Game], seat: int) -> Game:
    """Merge equal submissions: each submitter agrees to the one kept, preferably a record."""
    kept = game if game.record and not rivals[0].record else rivals[0]
    for each in {game, *rivals} - {kept}:
        each.state = GameState.SUPERSEDED
        each.save(update_fields=["state"])
        for answer in each.confirmations.filter(answer=Answer.YES):
            record_agreement(kept, answer.order, actor)
        if each.submitted_seat:
            record_agreement(kept, each.submitted_seat, actor)
    record_agreement(kept, seat, actor)
    count_if_agreed(actor=actor, game=kept, context=context)
    return kept


def store_late_submission(
    actor: Actor, context: "SlotContext", sent: Submission, seat: int | None
) -> Game:
    """Store a submission for a slot that already has a result."""
    game = find_same_game(lock_games(context.slot_id), sent)
    if game is not None:
        return game
    if not sent.record:
        raise AlreadyDecided(number=context.number)
    current = context.current
    assert current is not None
    counted = outcomes.counted_result(current.outcome, current.facts)
    sent = _with_calls(counted, sent)
    game = store_submission(actor, context, sent, seat, state=GameState.EVIDENCE)
    if counted is None or not _agrees_with_counted(context, counted, sent.end):
        open_dispute(
            actor, context, game, text=str(_("A record shows another end than the result."))
        )
    elif not current.source or not current.facts.get("proven"):
        _count_record(actor, context, game)
        return game
    void_copies_of_slots(actor, [context.slot_id])
    return game


def _with_calls(counted: outcomes.GameEnd | None, sent: Submission) -> Submission:
    """A submission without calls keeps the counted ones."""
    if counted is None or "calls" not in counted.facts or has_calls(sent.end):
        return sent
    claim = {**(sent.claim or {}), "calls": counted.facts["calls"]}
    facts = {**sent.end.facts, "calls": counted.facts["calls"]}
    return replace(sent, claim=claim, end=replace(sent.end, facts=facts))


def _agrees_with_counted(
    context: "SlotContext", counted: outcomes.GameEnd, record_end: outcomes.GameEnd
) -> bool:
    """Whether a record submitted later has the counted end and no other calls."""
    if has_calls(counted):
        return _same_end(context, counted, record_end)
    return counted.agrees_with(record_end)


def _count_record(actor: Actor, context: "SlotContext", game: Game) -> None:
    """Count a record in place of an equal result without one; a new revision has its facts."""
    count_game(
        actor=actor,
        game=game,
        context=context,
        state=GameState.CONFIRMED,
        counted_before=GameState.SUPERSEDED,
        reason=str(_("The record came in; the result is the same.")),
    )
