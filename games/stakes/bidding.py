"""Put games at stake: by bids for the first move, or in the tavern's scheme by playing.

Coins are points, never money. Bids are made openly at the table and entered here by a player or
by staff. books.py moves the coins.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from engine.errors import RecordError
from engine.tak import wagers
from games.models import DISCARDED_STATES, Game, SlotBids, WagerAccount, WagerTransfer
from games.services.locks import lock_slot
from games.services.records.evidence import write_slot_journal
from games.stakes import books
from games.stakes.dues import (
    COVER,
    PLAYER,
    PUT,
    cover_amount,
    is_settled,
    is_tavern,
    stake_rules,
)
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.errors import DomainError, InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.selectors import SlotContext
from tournaments.services.rounds.first_moves import set_first_seat
from tournaments.services.rounds.results import RoundNotOpen
from tournaments.wording import refusal_sentence

BEFORE_PLAY = (SlotStatus.OPEN, SlotStatus.POSTPONED)


class StakesOff(DomainError):
    code = "stakes_off"
    message = _("No stakes are played for in this event.")


class BidsClosed(DomainError):
    code = "bids_closed"
    message = _("Game {number} was sent or decided already: its bids stand as they are.")


class BidsAgreed(DomainError):
    code = "bids_agreed"
    message = _("Both players agreed to the bids of game {number}. Ask the staff to change them.")


class NoBids(DomainError):
    code = "no_bids"
    message = _("This event has stakes without bids: the loser pays the winner's score.")


class NoBidsEntered(DomainError):
    code = "no_bids_entered"
    message = _("No bids were entered for game {number}.")


class BarredByAge(DomainError):
    code = "barred_by_age"
    kind = "forbidden"
    message = _("{name} is not known to be {min_age} years old, and plays for no stakes here.")


class AccountOverdrawn(DomainError):
    code = "account_overdrawn"
    message = _("The account of {name} is overdrawn: no new stakes until it is not.")


class OverLimit(DomainError):
    code = "over_limit"
    message = ngettext_lazy(
        "This game needs {needed} coin of {name}, to be held until it ends; {free} are free.",
        "This game needs {needed} coins of {name}, to be held until it ends; {free} are free.",
        "needed",
    )


@dataclass(frozen=True, slots=True)
class Bids:
    """pairs: of coins, by seat. first: the seat that begins; None until the lot is drawn.

    entered: whether they were entered, or read from a record.
    """

    pairs: tuple[tuple[int, int], ...]
    first: int | None
    entered: bool = True

    def matches(self, row: SlotBids) -> bool:
        same = [list(pair) for pair in self.pairs] == row.pairs
        return same and self.first in (None, row.first_seat)


@in_transaction
def place_bids(
    *,
    actor: Actor,
    pairing_id: int,
    number: int,
    bids: Sequence[Sequence[int]],
    first: int | None = None,
) -> SlotBids:
    """Put a game at stake: the higher bidder moves first, and the coins go to escrow. Idempotent.

    bids: pairs by seat, more than one after ties. first: the seat chosen by lot after the third
    tie; if missing, it is drawn here. Players may change the bids until both agree, staff until a
    game is submitted. Locks GameSlot, Event, Game.

    :raises StakesOff, NoBids, BidsClosed, BidsAgreed: see their messages.
    :raises BarredByAge, AccountOverdrawn, OverLimit: see their messages.
    :raises InvalidInput: the bids have no winner.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.bid", context)
    asked = parse_bids(context, bids, first)
    return write_bids(actor, lock_slot(context.slot_id), asked)


@in_transaction
def agree_to_bids(*, actor: Actor, pairing_id: int, number: int) -> SlotBids:
    """Agree to the bids of the other player; then only staff can change them. Idempotent.

    Locks GameSlot, Event, Game.

    :raises NoBidsEntered: there are none.
    """
    context, row = _lock_bids(actor, pairing_id, number)
    if row is None:
        raise NoBidsEntered(number=number)
    _add_agreement(actor, context, row)
    return row


@in_transaction
def withdraw_bids(*, actor: Actor, pairing_id: int, number: int) -> None:
    """Delete the bids of a game: the coins go back, and the first move is as paired. Idempotent.

    Locks GameSlot, Event, Game.

    :raises BidsClosed: a game was submitted, or the slot is decided.
    :raises BidsAgreed: both agreed, and the actor is a player.
    """
    context, row = _lock_bids(actor, pairing_id, number)
    if row is None:
        return
    _require_before_play(context)
    _require_open(actor, context, row)
    row.delete()
    write_slot_journal(actor, context, "stakes.taken_back")
    books.update_books(actor, context)
    set_first_seat(actor=actor, slot_id=context.slot_id, first_seat=row.paired_first)


def _lock_bids(actor: Actor, pairing_id: int, number: int) -> tuple[SlotContext, SlotBids | None]:
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.bid", context)
    context = lock_slot(context.slot_id)
    return context, SlotBids.objects.filter(slot=context.slot_id).first()


def parse_bids(context: SlotContext, bids: Sequence[Sequence[int]], first: int | None) -> Bids:
    """The bids, checked against the event's rules.

    :raises StakesOff: the event has no stakes.
    :raises NoBids: its scheme has no bids.
    """
    rules = stake_rules(context.match)
    if rules is None:
        raise StakesOff
    if is_tavern(rules):
        raise NoBids
    try:
        higher = wagers.highest_bidder(bids, rules.bid_mode)
    except RecordError as refused:
        raise InvalidInput(field="bids", problem=refusal_sentence(refused)) from refused
    if first not in (None, 1, 2) or (higher is not None and first not in (None, higher)):
        raise InvalidInput(
            field="first", problem=_("the seat that bid more, or that the lot chose")
        )
    return Bids(tuple((pair[0], pair[1]) for pair in bids), higher or first)


def write_bids(actor: Actor, context: SlotContext, asked: Bids) -> SlotBids:
    """Store the bids of a locked slot and move the coins to escrow."""
    row = SlotBids.objects.filter(slot=context.slot_id).first()
    if row is not None and asked.matches(row):
        _add_agreement(actor, context, row)
        return row
    _require_before_play(context)
    if row is not None:
        _require_open(actor, context, row)
    settled = replace(asked, first=asked.first or draw_first_seat())
    require_may_stake(context, settled)
    row = row or SlotBids(slot_id=context.slot_id, paired_first=context.first_seat)
    row.pairs = [list(pair) for pair in settled.pairs]
    row.first_seat = settled.first or row.paired_first
    row.agreed = _agreeing(actor, context)
    row.actor = actor.as_json()
    row.save()
    after = {"bids": row.pairs, "first": row.first_seat}
    write_slot_journal(actor, context, "stakes.bid", after=after)
    books.update_books(actor, context)
    set_first_seat(actor=actor, slot_id=context.slot_id, first_seat=row.first_seat)
    return row


def put_at_stake(actor: Actor, context: SlotContext) -> None:
    """In the tavern's scheme, put a locked slot at stake before its first game is stored.

    If the players may not stake or lack the coins, nothing happens.
    """
    if not will_be_at_stake(context):
        return
    SlotBids.objects.create(
        slot_id=context.slot_id,
        pairs=[],
        first_seat=context.first_seat,
        paired_first=context.first_seat,
        agreed=[seat.order for seat in context.seats],
        actor=actor.as_json(),
    )
    write_slot_journal(actor, context, "stakes.on")
    books.update_books(actor, context)


def is_at_stake(context: SlotContext) -> bool:
    """Whether a slot is at stake, or will be when a game is submitted."""
    if stake_rules(context.match) is None:
        return False
    return SlotBids.objects.filter(slot=context.slot_id).exists() or will_be_at_stake(context)


def will_be_at_stake(context: SlotContext) -> bool:
    """Whether the next submission for a slot puts it at stake without bids."""
    rules = stake_rules(context.match)
    if rules is None or not is_tavern(rules) or is_settled(context) or has_submission(context):
        return False
    if SlotBids.objects.filter(slot=context.slot_id).exists():
        return False
    return stake_refusal(context) is None


def stake_refusal(context: SlotContext) -> DomainError | None:
    """Why the players of a slot cannot play it for coins in the tavern's scheme."""
    try:
        require_may_stake(context, None)
    except (BarredByAge, AccountOverdrawn, OverLimit) as refused:
        return refused
    return None


def _agreeing(actor: Actor, context: SlotContext) -> list[int]:
    """The seats for which an actor agrees: their own, or both for staff."""
    seat = permissions.seat_of(actor, context)
    return [seat] if seat is not None else [each.order for each in context.seats]


def _add_agreement(actor: Actor, context: SlotContext, row: SlotBids) -> None:
    agreed = sorted({*row.agreed, *_agreeing(actor, context)})
    if agreed != row.agreed:
        row.agreed = agreed
        row.save(update_fields=["agreed"])
        write_slot_journal(actor, context, "stakes.agreed")


def _require_open(actor: Actor, context: SlotContext, row: SlotBids) -> None:
    """:raises BidsAgreed: both agreed, and the actor is a player."""
    both = {*row.agreed} >= {seat.order for seat in context.seats}
    if both and permissions.seat_of(actor, context) is not None:
        raise BidsAgreed(number=context.number)


def draw_first_seat() -> int:
    """Draw the seat that moves first."""
    return secrets.randbelow(2) + 1


def _require_before_play(context: SlotContext) -> None:
    if context.round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=context.round_number)
    if (
        context.slot_state not in BEFORE_PLAY
        or context.current is not None
        or has_submission(context)
    ):
        raise BidsClosed(number=context.number)


def has_submission(context: SlotContext) -> bool:
    """Whether a game was submitted and not discarded."""
    return Game.objects.filter(slot_id=context.slot_id).exclude(state__in=DISCARDED_STATES).exists()


def require_may_stake(context: SlotContext, asked: Bids | None) -> None:
    """Require that both players are old enough, not overdrawn, and can pay the worst case.

    asked: None in the tavern's scheme, which only holds the cover.

    :raises BarredByAge, AccountOverdrawn, OverLimit: see their messages.
    """
    rules, settings = stake_rules(context.match), context.match["stakes"]
    assert rules is not None
    for seat in context.seats:
        if settings["min_age"] is not None:
            player = selectors.player_by_id(seat.player_id)
            day = context.event_starts_on or selectors.today(context.time_zone)
            if not is_of_age(player.birth_year, settings["min_age"], on=day):
                raise BarredByAge(name=seat.name, min_age=settings["min_age"])
        account = WagerAccount.objects.filter(
            event=context.event_id, entry=seat.entry_id, kind=PLAYER
        ).first()
        free = _free(context, account)
        if account is not None and account.overdrawn:
            raise AccountOverdrawn(name=seat.name)
        needed = cover_amount(context, rules)
        if asked is not None:
            needed += rules.ante
            needed += wagers.winning_bid(asked.pairs) if seat.order == asked.first else 0
        if needed > free:
            raise OverLimit(needed=needed, name=seat.name, free=max(free, 0))


def _free(context: SlotContext, account: WagerAccount | None) -> int:
    """Coins that a player may still stake, including those that this slot holds."""
    if account is None:
        return int(context.match["stakes"]["limit"])
    mine = WagerTransfer.objects.filter(
        live=True, slot=context.slot_id, payer=account, step__in=[*PUT, COVER]
    )
    held = sum(mine.values_list("amount", flat=True))
    return account.balance - account.floor + held


def is_of_age(birth_year: int | None, min_age: int, *, on: date) -> bool:
    """Whether a player has certainly reached the age; only the year of birth is known."""
    return birth_year is not None and on.year - birth_year > min_age
