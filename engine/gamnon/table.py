"""The table of a game of Gamnon as an immutable value, and the order of play in a turn.

`Table.pending` is the next action, and `apply` performs it. Forced moves (taking, the kupa, the
exchange, the win) are actions too, because records contain them.
Source: GAM-4 to GAM-7 and GAM-11; step numbers are those of GAM-7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.gamnon import refusals
from engine.gamnon.actions import Action, Kind, PendingAction, format_action, format_legal
from engine.gamnon.cards import SAME_COLOUR, VALUE, Card, Cards, cards_of_colour
from engine.gamnon.refusals import PileNotKnown, PlayRefused
from engine.gamnon.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Share:
    """`amount` cards of `seat`, or all of them, for the active player, or to refill `receiver`."""

    kind: Kind
    seat: int
    receiver: int
    amount: int


@dataclass(frozen=True, slots=True)
class Table:
    """Hands by seat, from 0 in the order of play. `kupa` ends with its top card; `closed` begins
    with its top card, and `has_unknown_cards`: the record does not list the cards below it.

    `pos`: turns played in this round; `turns`: in the game. `unpaid`: cards still owed for the
    payment; `shares`: shares and refills to come; `short_seats`: seats that could not give their
    whole share this turn. `pending`: None once the game is over; without a winner it ended by the
    turn limit.
    """

    rules: Ruleset
    players: tuple[str, ...]
    hands: tuple[Cards, ...]
    kupa: Cards
    closed: Cards
    has_unknown_cards: bool = False
    active: int = 0
    pos: int = 0
    turns: int = 0
    unpaid: int = 0
    shares: tuple[Share, ...] = ()
    short_seats: tuple[int, ...] = ()
    pending: PendingAction | None = None
    winner: int | None = None

    @property
    def top(self) -> Card:
        """The last card put on the kupa; empty while a player holds the kupa."""
        return self.kupa[-1] if self.kupa else ""

    @property
    def between_turns(self) -> bool:
        return self.pending is None or self.pending.kind is Kind.PAY

    def others(self) -> list[int]:
        """All seats but the active one, in the order of play from the next."""
        seats = len(self.hands)
        return [(self.active + step) % seats for step in range(1, seats)]


def start_play(table: Table) -> Table:
    """The table with the first payment pending."""
    return _await_payment(table)


def legal_actions(table: Table) -> Iterator[Action]:
    """Every legal action, lazily, because a long payment has very many; none after the end."""
    return table.pending.actions() if table.pending is not None else iter(())


def apply(table: Table, action: Action) -> Table:
    """The table after a legal action.

    :raises PlayRefused: the action is not legal; the error lists the legal ones.
    :raises PileNotKnown: the game needs closed cards that the record does not list.
    """
    pending = table.pending
    if pending is None:
        raise _refusal(refusals.GameIsOver, table, action)
    if (action.kind, action.seat, action.receiver) != (
        pending.kind,
        pending.seat,
        pending.receiver,
    ):
        raise _refusal(refusals.NotDue, table, action)
    if pending.kind is Kind.CLOSE and table.closed:
        _check_closing_card(table, action)
    elif pending.cards or action.cards:
        _check_own_cards(table, pending, action)
    elif pending.kind is Kind.TAKE and action.count != pending.count:
        raise _refusal(
            refusals.WrongTake, table, action, count=pending.count, found=min(action.count, 99_999)
        )
    return _APPLY[pending.kind](table, action)


def _check_closing_card(table: Table, action: Action) -> None:
    """Phase 1: the closing card is the top of the closed pile."""
    if action.cards != table.closed[:1]:
        cards = ".".join(action.cards) or "-"
        raise _refusal(refusals.WrongClosing, table, action, expected=table.closed[0], card=cards)


def _check_own_cards(table: Table, pending: PendingAction, action: Action) -> None:
    """Cards from the own hand: held, of the right colour, and the right number."""
    left = list(table.hands[pending.seat])
    for card in action.cards:
        if card not in left:
            raise _refusal(refusals.CardNotInHand, table, action, card=card)
        if pending.kind is Kind.PAY and card not in SAME_COLOUR[table.top]:
            raise _refusal(refusals.WrongColour, table, action, card=card)
        left.remove(card)
    if len(action.cards) != pending.count:
        raise _refusal(
            _WRONG_COUNT[pending.kind], table, action, count=pending.count, found=len(action.cards)
        )


def _refusal(error: type[PlayRefused], table: Table, action: Action, **params: Any) -> PlayRefused:
    return error(
        player=table.players[action.seat],
        token=format_action(action, table.players),
        hand=" ".join(table.hands[action.seat]) or "-",
        top=table.top or "-",
        legal=format_legal(table.pending, table.players) if table.pending is not None else "-",
        **params,
    )


_WRONG_COUNT: dict[Kind, type[PlayRefused]] = {
    Kind.PAY: refusals.WrongPayment,
    Kind.GIVE: refusals.WrongShare,
    Kind.REFILL: refusals.WrongRefill,
    Kind.CLOSE: refusals.SeveralClosing,
}


def _pay(table: Table, action: Action) -> Table:
    """Step 1."""
    paid = replace(
        table,
        hands=_move_cards(table, action.cards, source=action.seat),
        kupa=table.kupa + action.cards,
        unpaid=VALUE[table.top] - len(action.cards),
    )
    if not paid.unpaid:
        return _settle_kupa(paid)
    if not (paid.closed or paid.has_unknown_cards):
        return _share(paid)
    if paid.has_unknown_cards and paid.unpaid > len(paid.closed):
        raise PileNotKnown(known=len(paid.closed), needed=paid.unpaid)
    taken = min(paid.unpaid, len(paid.closed))
    return replace(paid, pending=PendingAction(Kind.TAKE, paid.active, count=taken))


def _take(table: Table, action: Action) -> Table:
    """Step 2. The other players share what the closed pile lacks (GAM-6.7)."""
    taken = replace(
        table,
        hands=_move_cards(table, table.closed[: action.count], target=action.seat),
        closed=table.closed[action.count :],
        unpaid=table.unpaid - action.count,
    )
    return _share(taken) if taken.unpaid else _settle_kupa(taken)


def _share(table: Table) -> Table:
    """Step 3: equal shares, rounded up; refills for players who fall short (GAM-6.3, 6.4)."""
    others = table.others()
    share = _ceil(table.unpaid, len(others))
    ahead = [Share(Kind.GIVE, seat, table.active, share) for seat in others]
    short = tuple(seat for seat in others if len(table.hands[seat]) < share)
    for receiver in short:
        debt = share - len(table.hands[receiver])
        sources = [seat for seat in others if seat != receiver]
        if table.rules.refill_sources == "all_others":
            sources.insert(0, table.active)  # GAM-11.1
        each = _ceil(debt, len(sources))  # GAM-11.2
        ahead += [Share(Kind.REFILL, seat, receiver, each) for seat in sources]
    return _await_share(replace(table, shares=tuple(ahead), short_seats=short))


def _await_share(table: Table) -> Table:
    """The next share. A refill skips players without cards (GAM-11.2)."""
    for place, share in enumerate(table.shares):
        hand = table.hands[share.seat]
        if hand or share.kind is Kind.GIVE:
            receiver = share.receiver if share.kind is Kind.REFILL else None
            pending = PendingAction(
                share.kind, share.seat, hand, receiver, min(share.amount, len(hand))
            )
            return replace(table, shares=table.shares[place:], pending=pending)
    return _settle_kupa(replace(table, shares=()))


def _give_share(table: Table, action: Action) -> Table:
    """Steps 3 to 5, one share."""
    share, ahead = table.shares[0], table.shares[1:]
    given = replace(
        table,
        hands=_move_cards(table, action.cards, source=share.seat, target=share.receiver),
        shares=ahead,
    )
    giving_over = share.kind is Kind.GIVE and not (ahead and ahead[0].kind is Kind.GIVE)
    if giving_over and not any(given.hands[seat] for seat in given.others()):
        return _await_win(given, given.active)  # step 4, GAM-6.6
    return _await_share(given)


def _settle_kupa(table: Table) -> Table:
    """Step 6, with GAM-8 #3 and GAM-11.5."""
    if not table.hands[table.active]:
        return _await_kupa(table, table.active)
    empty = [s for s in table.others() if not table.hands[s] and s not in table.short_seats]
    rule = table.rules.multi_empty
    if len(empty) == 1 or (empty and rule == "first_in_order"):
        return _await_kupa(table, empty[0])
    if empty and rule == "active_wins":
        return _await_win(table, table.active)
    return _await_closing(table)


def _await_kupa(table: Table, seat: int, *, below: bool = False) -> Table:
    return replace(table, pending=PendingAction(Kind.KUPA, seat, below=below))


def _take_kupa(table: Table, action: Action) -> Table:
    """Step 6, or step 8 when the closing card stays."""
    below = table.pending is not None and table.pending.below
    cards, left = (table.kupa[:-1], table.kupa[-1:]) if below else (table.kupa, ())
    taken = replace(table, hands=_move_cards(table, cards, target=action.seat), kupa=left)
    return _end_turn(taken) if below else _await_closing(taken)


def _await_closing(table: Table) -> Table:
    """Step 7: the top of the closed pile, or in phase 2 a card of the own hand (GAM-4.5, 6.2)."""
    if not table.closed and table.has_unknown_cards:
        raise PileNotKnown(known=0, needed=1)
    cards = table.closed[:1] or table.hands[table.active]
    return replace(table, pending=PendingAction(Kind.CLOSE, table.active, cards, count=1))


def _close(table: Table, action: Action) -> Table:
    if table.closed:
        hands, closed = table.hands, table.closed[1:]
    else:
        hands, closed = _move_cards(table, action.cards, source=action.seat), table.closed
    done = replace(table, hands=hands, kupa=table.kupa + action.cards, closed=closed)
    takes_below = done.rules.empty_after_close == "take_below" and len(done.kupa) > 1
    if takes_below and not done.hands[action.seat]:
        return _await_kupa(done, action.seat, below=True)  # step 8
    return _end_turn(done)


def _end_turn(table: Table) -> Table:
    """Steps 9 and 10; the turn limit comes before an exchange (GAM-11.4)."""
    holders = [seat for seat, hand in enumerate(table.hands) if hand]
    if len(holders) == 1:
        return _await_win(table, holders[0])
    ended = replace(table, turns=table.turns + 1, short_seats=())
    if ended.turns == ended.rules.max_turns:
        return replace(ended, pending=None)
    if ended.pos + 1 == len(ended.hands):
        return replace(ended, pending=PendingAction(Kind.EXCHANGE, ended.active))
    return _next_turn(ended, pos=ended.pos + 1)


def _exchange(table: Table, _: Action) -> Table:
    """Every seat gets the hand of the next seat (GAM-5.2)."""
    return _next_turn(replace(table, hands=table.hands[1:] + table.hands[:1]), pos=0)


def _next_turn(table: Table, *, pos: int) -> Table:
    active = (table.active + 1) % len(table.hands)
    return _await_payment(replace(table, active=active, pos=pos))


def _await_payment(table: Table) -> Table:
    cards = cards_of_colour(table.hands[table.active], table.top)
    count = min(VALUE[table.top], len(cards))
    return replace(table, pending=PendingAction(Kind.PAY, table.active, cards, count=count))


def _await_win(table: Table, seat: int) -> Table:
    return replace(table, pending=PendingAction(Kind.WIN, seat))


def _win(table: Table, action: Action) -> Table:
    return replace(table, turns=table.turns + 1, pending=None, winner=action.seat)


def _move_cards(
    table: Table, cards: Cards, *, source: int | None = None, target: int | None = None
) -> tuple[Cards, ...]:
    """The hands after `cards` move from `source` to `target`; None is the table."""
    hands = list(table.hands)
    if source is not None:
        left = list(hands[source])
        for card in cards:
            left.remove(card)
        hands[source] = tuple(left)
    if target is not None:
        hands[target] += cards
    return tuple(hands)


def _ceil(amount: int, shares: int) -> int:
    return -(-amount // shares)


_APPLY: dict[Kind, Callable[[Table, Action], Table]] = {
    Kind.PAY: _pay,
    Kind.TAKE: _take,
    Kind.GIVE: _give_share,
    Kind.REFILL: _give_share,
    Kind.KUPA: _take_kupa,
    Kind.CLOSE: _close,
    Kind.EXCHANGE: _exchange,
    Kind.WIN: _win,
}
