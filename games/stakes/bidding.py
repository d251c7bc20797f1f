"""What puts a game at stake: bids for the first move, in the tavern's scheme the game itself.

Coins are points, and never money.

Bids are made at the table and entered here by a player or by staff, in the open; there is no
sealed bidding online. Moving the coins is stake_books.py.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from engine.errors import RecordError
from engine.tak import wagers
from games.models import Game, SlotBids, WagerAccount, WagerTransfer
from games.services.evidence import write_line
from games.services.locks import lock_slot
from games.stakes import books
from games.stakes.targets import (
    COVER,
    PLAYER,
    PUT,
    cover_of,
    is_settled,
    is_tavern,
    rules_of,
)
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.selectors import SlotContext
from tournaments.services.rounds.first_moves import set_first_seat
from tournaments.services.rounds.results import RoundNotOpen
from tournaments.wording import translate_marked

BEFORE_PLAY = ("open", "postponed")
GONE = ("void", "rejected", "superseded")


class StakesOff(DomainError):
    code = "stakes_off"
    kind = "conflict"
    message = _("No stakes are played for in this event.")


class BidsClosed(DomainError):
    code = "bids_closed"
    kind = "conflict"
    message = _("Game {number} was sent or decided already: its bids stand as they are.")


class BidsAgreed(DomainError):
    code = "bids_agreed"
    kind = "conflict"
    message = _("Both players agreed to the bids of game {number}. Ask the staff to change them.")


class NoBids(DomainError):
    code = "no_bids"
    kind = "conflict"
    message = _("This event has stakes without bids: the loser pays the winner's score.")


class NoBidsEntered(DomainError):
    code = "no_bids_entered"
    kind = "conflict"
    message = _("No bids were entered for game {number}.")


class BarredByAge(DomainError):
    code = "barred_by_age"
    kind = "forbidden"
    message = _("{name} is not known to be {min_age} years old, and plays for no stakes here.")


class AccountOverdrawn(DomainError):
    code = "account_overdrawn"
    kind = "conflict"
    message = _("The account of {name} is overdrawn: no new stakes until it is not.")


class OverLimit(DomainError):
    code = "over_limit"
    kind = "conflict"
    message = ngettext_lazy(
        "This game needs {needed} coin of {name}, to be held until it ends; {free} are free.",
        "This game needs {needed} coins of {name}, to be held until it ends; {free} are free.",
        "needed",
    )


@dataclass(frozen=True, slots=True)
class Bids:
    """pairs: of coins, by seat. first: the seat that begins, None while the lot is to be drawn.

    told: whether they were entered, not read from a record.
    """

    pairs: tuple[tuple[int, int], ...]
    first: int | None
    told: bool = True

    def says(self, row: SlotBids) -> bool:
        same = [list(pair) for pair in self.pairs] == row.pairs
        return same and self.first in (None, row.first_seat)


@transaction.atomic
def place_bids(
    *,
    actor: Actor,
    pairing_id: int,
    number: int,
    bids: Sequence[Sequence[int]],
    first: int | None = None,
) -> SlotBids:
    """Put a game at stake: write its bids, let who bid more move first, hold the coins in escrow.

    bids: pairs by seat, more than one after ties. first: the seat that a lot chose after the third
    tie; left out, it is drawn here. Players may change them until both agreed, staff until a game
    is sent. Repeating is harmless. Locks Game, GameSlot, Event.

    :raises StakesOff, NoBids, BidsClosed, BidsAgreed: see their sentences.
    :raises BarredByAge, AccountOverdrawn, OverLimit: likewise.
    :raises InvalidInput: nobody has won these bids.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.bid", context)
    asked = read(context, bids, first)
    return write(actor, lock_slot(context.slot_id), asked)


@transaction.atomic
def agree_to_bids(*, actor: Actor, pairing_id: int, number: int) -> SlotBids:
    """Agree to the bids that the other player entered; then only staff change them.

    Repeating it is harmless. Locks Game, GameSlot, Event.

    :raises NoBidsEntered: there are none.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.bid", context)
    context = lock_slot(context.slot_id)
    row = SlotBids.objects.filter(slot=context.slot_id).first()
    if row is None:
        raise NoBidsEntered(number=number)
    _add_agreement(actor, context, row)
    return row


@transaction.atomic
def take_back_bids(*, actor: Actor, pairing_id: int, number: int) -> None:
    """Play a game for no stakes after all: the coins go back, the first move is as paired.

    Repeating it is harmless. Locks Game, GameSlot, Event.

    :raises BidsClosed: a game was sent, or the slot is decided.
    :raises BidsAgreed: both agreed, and the actor is a player.
    """
    context = selectors.slot_context(pairing_id, number)
    permissions.require(actor, "slot.bid", context)
    context = lock_slot(context.slot_id)
    row = SlotBids.objects.filter(slot=context.slot_id).first()
    if row is None:
        return
    _require_before_play(context)
    _require_open(actor, context, row)
    row.delete()
    write_line(actor, context, "stakes.taken_back")
    books.follow(actor, context)
    set_first_seat(actor=actor, slot_id=context.slot_id, first_seat=row.paired_first)


def read(context: SlotContext, bids: Sequence[Sequence[int]], first: int | None) -> Bids:
    """Bids that make sense under the event's rules.

    :raises StakesOff: the event has no stakes.
    :raises NoBids: its scheme has no bids.
    """
    rules = rules_of(context.match)
    if rules is None:
        raise StakesOff
    if is_tavern(rules):
        raise NoBids
    try:
        higher = wagers.highest_bidder(bids, rules.bid_mode)
    except RecordError as refused:
        raise InvalidInput(
            field="bids", problem=translate_marked(refused.message).format(**refused.params)
        ) from (refused)
    if first not in (None, 1, 2) or (higher is not None and first not in (None, higher)):
        raise InvalidInput(
            field="first", problem=_("the seat that bid more, or that the lot chose")
        )
    return Bids(tuple((pair[0], pair[1]) for pair in bids), higher or first)


def write(actor: Actor, context: SlotContext, asked: Bids) -> SlotBids:
    """Write the bids of a locked slot, and hold what they cost."""
    row = SlotBids.objects.filter(slot=context.slot_id).first()
    if row is not None and asked.says(row):
        _add_agreement(actor, context, row)
        return row
    _require_before_play(context)
    if row is not None:
        _require_open(actor, context, row)
    settled = replace(asked, first=asked.first or draw())
    require_able(context, settled)
    row = row or SlotBids(slot_id=context.slot_id, paired_first=context.first_seat)
    row.pairs = [list(pair) for pair in settled.pairs]
    row.first_seat = settled.first or row.paired_first
    row.agreed = _agreeing(actor, context)
    row.actor = actor.as_json()
    row.save()
    after = {"bids": row.pairs, "first": row.first_seat}
    write_line(actor, context, "stakes.bid", after=after)
    books.follow(actor, context)
    set_first_seat(actor=actor, slot_id=context.slot_id, first_seat=row.first_seat)
    return row


def put_at_stake(actor: Actor, context: SlotContext) -> None:
    """In the tavern's scheme, play a locked slot for coins from its first game on.

    A game that was sent or settled stays as it is. One of players who may not stake, or have not
    the coins, is for nothing.
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
    write_line(actor, context, "stakes.on")
    books.follow(actor, context)


def is_at_stake(context: SlotContext) -> bool:
    """Whether a slot is played for coins, or will be as soon as a game of it is sent."""
    if rules_of(context.match) is None:
        return False
    return SlotBids.objects.filter(slot=context.slot_id).exists() or will_be_at_stake(context)


def will_be_at_stake(context: SlotContext) -> bool:
    """Whether the next game sent for a slot puts it at stake without bids."""
    rules = rules_of(context.match)
    if rules is None or not is_tavern(rules) or is_settled(context) or begun(context):
        return False
    if SlotBids.objects.filter(slot=context.slot_id).exists():
        return False
    return why_for_nothing(context) is None


def why_for_nothing(context: SlotContext) -> DomainError | None:
    """Why the players of a slot cannot play it for coins in the tavern's scheme."""
    try:
        require_able(context, None)
    except (BarredByAge, AccountOverdrawn, OverLimit) as refused:
        return refused
    return None


def _agreeing(actor: Actor, context: SlotContext) -> list[int]:
    """The seats for which an actor agrees: the own one; staff speak for both."""
    seat = permissions.seat_of(actor, context)
    return [seat] if seat is not None else [each.order for each in context.seats]


def _add_agreement(actor: Actor, context: SlotContext, row: SlotBids) -> None:
    agreed = sorted({*row.agreed, *_agreeing(actor, context)})
    if agreed != row.agreed:
        row.agreed = agreed
        row.save(update_fields=["agreed"])
        write_line(actor, context, "stakes.agreed")


def _require_open(actor: Actor, context: SlotContext, row: SlotBids) -> None:
    """A player cannot change alone what both agreed to."""
    both = {*row.agreed} >= {seat.order for seat in context.seats}
    if both and permissions.seat_of(actor, context) is not None:
        raise BidsAgreed(number=context.number)


def draw() -> int:
    """The seat that a lot gives the first move."""
    return secrets.randbelow(2) + 1


def _require_before_play(context: SlotContext) -> None:
    if context.round_state == "draft":
        raise RoundNotOpen(round=context.round_number)
    if context.slot_state not in BEFORE_PLAY or context.current is not None or begun(context):
        raise BidsClosed(number=context.number)


def begun(context: SlotContext) -> bool:
    """Whether a game was sent that is not set aside."""
    return Game.objects.filter(slot_id=context.slot_id).exclude(state__in=GONE).exists()


def require_able(context: SlotContext, asked: Bids | None) -> None:
    """Both players are of age, owe nothing, and can pay whatever the end may cost them.

    asked: None in the tavern's scheme, which holds the cover alone.

    :raises BarredByAge, AccountOverdrawn, OverLimit: see their sentences.
    """
    rules, settings = rules_of(context.match), context.match["stakes"]
    assert rules is not None
    for seat in context.seats:
        if settings["min_age"] is not None:
            player = selectors.player_by_id(seat.player_id)
            day = context.event_starts_on or selectors.today(context.time_zone)
            if not of_age(player.birth_year, settings["min_age"], on=day):
                raise BarredByAge(name=seat.name, min_age=settings["min_age"])
        account = WagerAccount.objects.filter(
            event=context.event_id, entry=seat.entry_id, kind=PLAYER
        ).first()
        free = _free(context, account)
        if account is not None and account.overdrawn:
            raise AccountOverdrawn(name=seat.name)
        needed = cover_of(context, rules)
        if asked is not None:
            needed += rules.ante
            needed += wagers.winning_bid(asked.pairs) if seat.order == asked.first else 0
        if needed > free:
            raise OverLimit(needed=needed, name=seat.name, free=max(free, 0))


def _free(context: SlotContext, account: WagerAccount | None) -> int:
    """Coins that a player may still stake; what this slot holds already counts as free."""
    if account is None:
        return int(context.match["stakes"]["limit"])
    mine = WagerTransfer.objects.filter(
        live=True, slot=context.slot_id, payer=account, step__in=[*PUT, COVER]
    )
    held = sum(mine.values_list("amount", flat=True))
    return account.balance - account.floor + held


def of_age(birth_year: int | None, min_age: int, *, on: date) -> bool:
    """Whether somebody is surely so old. Only the year is known, so that who turns so old in the
    year may not be yet; and of whom nothing is known, is not."""
    return birth_year is not None and on.year - birth_year > min_age
