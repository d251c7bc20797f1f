"""Submitting a game: proved first, stored second, counted when the policy says so."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import outcomes
from games.models import Game
from games.services.agree import agree, count_if_agreed
from games.services.claims import check_claim, payers, tells_calls
from games.services.count import count_game, ended_of
from games.services.evidence import Submission, open_dispute, prove, same_game, store
from games.services.locks import lock_slot
from games.stakes import bidding, submitted_bids
from games.stakes.bidding import BidsClosed
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.services.rounds import results
from tournaments.services.rounds.results import RoundNotOpen as RoundNotOpen

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

LIVE = ("submitted", "disputed")
COUNTED = ("confirmed", "ruled")


class AlreadyDecided(DomainError):
    code = "already_decided"
    kind = "conflict"
    message = _("Game {number} already has a result. Only a record can be added to it now.")


def submit_game(
    *,
    actor: Actor,
    pairing_id: int,
    number: int,
    record: str = "",
    claim: dict[str, Any] | None = None,
    played_on: date | None = None,
    bids: Sequence[Sequence[int]] | None = None,
    first: int | None = None,
) -> Game:
    """Take a record or a claim for a slot as evidence. The same submission twice is one game.

    bids, first: as `stakes.place_bids` takes them, where the event plays for stakes.

    Staff who do not sit in the game enter it at the desk: it counts at once. For a decided slot
    a record becomes evidence: the same end adds its facts, another end opens a dispute.
    Locks GameSlot, then what `record_result` locks.

    :raises RecordError: the record is refused; nothing is stored.
    :raises AlreadyDecided: a claim for a slot that has a result.
    :raises ReserveMissing: the ranking or the stakes need the winner's reserve.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require_seen(actor, context, what="game", key=f"{pairing_id}:{number}")
    permissions.require(actor, "slot.submit", context)
    if context.round_state == "draft":
        raise RoundNotOpen(round=context.round_number)
    asked = submitted_bids.bids_of(context, record=record, bids=bids, first=first)
    proved_by = submitted_bids.beginning(context, asked)
    sent = prove(proved_by, record=record, claim=claim, played_on=played_on)
    with transaction.atomic():
        context = lock_slot(context.slot_id)
        seat = permissions.seat_of(actor, context)
        if context.current is not None:
            if bids is not None:
                raise BidsClosed(number=number)
            return _late(actor, context, sent, seat)
        context = submitted_bids.enter(actor, context, asked, proved_by=proved_by)
        check_claim(context, sent.ended, at_stake=bidding.is_at_stake(context))
        bidding.put_at_stake(actor, context)
        if seat is None:
            from_desk = same_game(context, sent) or store(actor, context, sent, None)
            count_game(actor=actor, game=from_desk, context=context, state="confirmed")
            return from_desk
        return _from_player(actor, context, sent, seat)


def prove_for_slot(
    context: "SlotContext",
    *,
    record: str = "",
    claim: dict[str, Any] | None = None,
    bids: Sequence[Sequence[int]] | None = None,
    first: int | None = None,
) -> Submission:
    """What `submit_game` would store of a record or a claim; nothing is written.

    :raises RecordError, DomainError: as `submit_game` does.
    """
    asked = submitted_bids.bids_of(context, record=record, bids=bids, first=first)
    begun = submitted_bids.beginning(context, asked)
    sent = prove(begun, record=record, claim=claim, played_on=None)
    at_stake = asked is not None or bidding.is_at_stake(context)
    check_claim(context, sent.ended, at_stake=at_stake)
    return sent


def _from_player(actor: Actor, context: "SlotContext", sent: Submission, seat: int) -> Game:
    """A player's own submission: it meets what the others said before."""
    game = same_game(context, sent)
    if game is not None and game.submitted_seat == seat:
        return game
    rivals = [
        other
        for other in Game.objects.filter(slot_id=context.slot_id, state__in=LIVE).order_by("pk")
        if other.submitted_seat != seat
    ]
    Game.objects.filter(slot_id=context.slot_id, state="submitted", submitted_seat=seat).update(
        state="superseded"
    )
    game = game or store(actor, context, sent, seat)
    if not rivals:
        if context.slot_state == "disputed":
            return game  # the question stays open until both agree or an arbiter rules
        results.set_slot_state(actor=actor, slot_id=context.slot_id, state="reported")
        return game
    if all(_same_end(context, ended_of(rival), sent.ended) for rival in rivals):
        return _merge(actor, context, game, rivals, seat)
    open_dispute(actor, context, game, text=str(_("Two submissions say different things.")))
    return game


def _same_end(context: "SlotContext", one: outcomes.Ended, other: outcomes.Ended) -> bool:
    """Whether two submissions tell the same end, and the same coins for Tak calls."""
    return one.agrees_with(other) and payers(context, one) == payers(context, other)


def _merge(actor: Actor, context: "SlotContext", game: Game, rivals: list[Game], seat: int) -> Game:
    """Equal ends: the second submitter thereby confirms; a record is kept before a claim."""
    kept = game if game.record and not rivals[0].record else rivals[0]
    for each in {game, *rivals} - {kept}:
        each.state = "superseded"
        each.save(update_fields=["state"])
        for answer in each.confirmations.filter(answer="yes"):
            agree(kept, answer.order, actor)
        if each.submitted_seat:
            agree(kept, each.submitted_seat, actor)
    agree(kept, seat, actor)
    count_if_agreed(actor=actor, game=kept, context=context)
    return kept


def _late(actor: Actor, context: "SlotContext", sent: Submission, seat: int | None) -> Game:
    """Something sent for a slot that has a result already."""
    game = same_game(context, sent)
    if game is not None:
        return game
    if not sent.record:
        raise AlreadyDecided(number=context.number)
    current = context.current
    assert current is not None
    counted = outcomes.counted_result(current.outcome, current.facts)
    sent = _with_calls(counted, sent)
    game = store(actor, context, sent, seat, state="evidence")
    if counted is None or not _confirms(context, counted, sent.ended):
        open_dispute(
            actor, context, game, text=str(_("A record shows another end than the result."))
        )
    elif not current.source or not current.facts.get("proven"):
        _take_facts(actor, context, game, counted, sent.ended)
    return game


def _with_calls(counted: outcomes.Ended | None, sent: Submission) -> Submission:
    """A record that shows no calls leaves those as they are that count already."""
    if counted is None or "calls" not in counted.facts or tells_calls(sent.ended):
        return sent
    claim = {**(sent.claim or {}), "calls": counted.facts["calls"]}
    facts = {**sent.ended.facts, "calls": counted.facts["calls"]}
    return replace(sent, claim=claim, ended=replace(sent.ended, facts=facts))


def _confirms(context: "SlotContext", counted: outcomes.Ended, shown: outcomes.Ended) -> bool:
    """Whether a late record shows the end that counts, and no other calls than were agreed."""
    if tells_calls(counted):
        return _same_end(context, counted, shown)
    return counted.agrees_with(shown)


def _take_facts(
    actor: Actor,
    context: "SlotContext",
    game: Game,
    counted: outcomes.Ended,
    shown: outcomes.Ended,
) -> None:
    """The record proves what counted without one: its facts come in by a new revision."""
    Game.objects.filter(slot_id=context.slot_id, state__in=COUNTED).update(state="superseded")
    count_game(
        actor=actor,
        game=game,
        context=context,
        state="confirmed",
        reason=str(_("The record came in; the result is the same.")),
    )
