"""The table of a game of Gamnon as an immutable value, and the one order in which a turn goes.

`Table.due` says what the table waits for, token by token; `apply` does it. What nobody chooses
(taking, the kupa, the exchange, the win) is an action as well, because records write it down.
Source: GAM-4 to GAM-7 and GAM-11; the numbers in the code are the steps of GAM-7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.gamnon import refusals
from engine.gamnon.actions import Action, Due, Kind, format_action, format_legal
from engine.gamnon.cards import SAME_COLOUR, VALUE, Card, Cards, suitable
from engine.gamnon.refusals import PileNotKnown, PlayRefused
from engine.gamnon.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Share:
    """`amount` cards from `seat`, or all it has: to the active player, or to refill `receiver`."""

    kind: Kind
    seat: int
    receiver: int
    amount: int


@dataclass(frozen=True, slots=True)
class Table:
    """Hands by seat, from 0 in the order of play; `kupa` ends with its top card, `closed` begins
    with its top card, and `more_below` tells that unknown cards lie under it.

    `pos`: turns made in this round; `turns`: turns made. `missing`: cards still owed for the
    payment; `ahead`: shares and refills to come; `short`: who gave less than his share this turn.
    `due` is None when the game is over; without a winner the turn limit has stopped it.
    """

    rules: Ruleset
    players: tuple[str, ...]
    hands: tuple[Cards, ...]
    kupa: Cards
    closed: Cards
    more_below: bool = False
    active: int = 0
    pos: int = 0
    turns: int = 0
    missing: int = 0
    ahead: tuple[Share, ...] = ()
    short: tuple[int, ...] = ()
    due: Due | None = None
    winner: int | None = None

    @property
    def top(self) -> Card:
        """The last card put on the kupa; while it is in a hand there is none (an empty text)."""
        return self.kupa[-1] if self.kupa else ""

    @property
    def between_turns(self) -> bool:
        return self.due is None or self.due.kind is Kind.PAY

    def others(self) -> list[int]:
        """All seats but the active one, in the order of play from the next."""
        seats = len(self.hands)
        return [(self.active + step) % seats for step in range(1, seats)]


def begin(table: Table) -> Table:
    """A table as it is set up, with the first payment due."""
    return _await_payment(table)


def legal_actions(table: Table) -> Iterator[Action]:
    """Every legal action, one by one (a long payment has very many); none when it is over."""
    return table.due.actions() if table.due is not None else iter(())


def apply(table: Table, action: Action) -> Table:
    """The table after a legal action.

    :raises PlayRefused: the action is not legal; the error holds what would have been.
    :raises PileNotKnown: the game needs closed cards that nobody has told.
    """
    due = table.due
    if due is None:
        raise _refusal(refusals.GameIsOver, table, action)
    if (action.kind, action.seat, action.receiver) != (due.kind, due.seat, due.receiver):
        raise _refusal(refusals.NotDue, table, action)
    if due.kind is Kind.CLOSE and table.closed:
        _check_turned(table, action)
    elif due.cards or action.cards:
        _check_chosen(table, due, action)
    elif due.kind is Kind.TAKE and action.count != due.count:
        raise _refusal(
            refusals.WrongTake, table, action, count=due.count, found=min(action.count, 99_999)
        )
    return _DOES[due.kind](table, action)


def _check_turned(table: Table, action: Action) -> None:
    """Phase 1: nobody chooses the closing card."""
    if action.cards != table.closed[:1]:
        cards = ".".join(action.cards) or "-"
        raise _refusal(refusals.WrongClosing, table, action, expected=table.closed[0], card=cards)


def _check_chosen(table: Table, due: Due, action: Action) -> None:
    """Cards of one's own hand: held, of the right colour, and as many as are due."""
    left = list(table.hands[due.seat])
    for card in action.cards:
        if card not in left:
            raise _refusal(refusals.CardNotInHand, table, action, card=card)
        if due.kind is Kind.PAY and card not in SAME_COLOUR[table.top]:
            raise _refusal(refusals.WrongColour, table, action, card=card)
        left.remove(card)
    if len(action.cards) != due.count:
        raise _refusal(
            _WRONG_COUNT[due.kind], table, action, count=due.count, found=len(action.cards)
        )


def _refusal(error: type[PlayRefused], table: Table, action: Action, **params: Any) -> PlayRefused:
    return error(
        player=table.players[action.seat],
        token=format_action(action, table.players),
        hand=" ".join(table.hands[action.seat]) or "-",
        top=table.top or "-",
        legal=format_legal(table.due, table.players) if table.due is not None else "-",
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
        hands=_moved(table, action.cards, source=action.seat),
        kupa=table.kupa + action.cards,
        missing=VALUE[table.top] - len(action.cards),
    )
    if not paid.missing:
        return _settle_kupa(paid)
    if not (paid.closed or paid.more_below):
        return _share(paid)
    if paid.more_below and paid.missing > len(paid.closed):
        raise PileNotKnown(known=len(paid.closed), needed=paid.missing)
    taken = min(paid.missing, len(paid.closed))
    return replace(paid, due=Due(Kind.TAKE, paid.active, count=taken))


def _take(table: Table, action: Action) -> Table:
    """Step 2. What the closed pile does not hold is shared out (GAM-6.7)."""
    taken = replace(
        table,
        hands=_moved(table, table.closed[: action.count], target=action.seat),
        closed=table.closed[action.count :],
        missing=table.missing - action.count,
    )
    return _share(taken) if taken.missing else _settle_kupa(taken)


def _share(table: Table) -> Table:
    """Step 3: equal shares, rounded up; who cannot give it all is refilled later (GAM-6.3, 6.4)."""
    others = table.others()
    share = _ceil(table.missing, len(others))
    ahead = [Share(Kind.GIVE, seat, table.active, share) for seat in others]
    short = tuple(seat for seat in others if len(table.hands[seat]) < share)
    for receiver in short:
        debt = share - len(table.hands[receiver])
        sources = [seat for seat in others if seat != receiver]
        if table.rules.refill_sources == "all_others":
            sources.insert(0, table.active)  # GAM-11.1
        each = _ceil(debt, len(sources))  # GAM-11.2
        ahead += [Share(Kind.REFILL, seat, receiver, each) for seat in sources]
    return _await_share(replace(table, ahead=tuple(ahead), short=short))


def _await_share(table: Table) -> Table:
    """The next share; a source of a refill that has no cards is passed over (GAM-11.2)."""
    for place, share in enumerate(table.ahead):
        hand = table.hands[share.seat]
        if hand or share.kind is Kind.GIVE:
            receiver = share.receiver if share.kind is Kind.REFILL else None
            due = Due(share.kind, share.seat, hand, receiver, min(share.amount, len(hand)))
            return replace(table, ahead=table.ahead[place:], due=due)
    return _settle_kupa(replace(table, ahead=()))


def _hand_over(table: Table, action: Action) -> Table:
    """Steps 3 to 5, one share."""
    share, ahead = table.ahead[0], table.ahead[1:]
    given = replace(
        table,
        hands=_moved(table, action.cards, source=share.seat, target=share.receiver),
        ahead=ahead,
    )
    giving_over = share.kind is Kind.GIVE and not (ahead and ahead[0].kind is Kind.GIVE)
    if giving_over and not any(given.hands[seat] for seat in given.others()):
        return _await_win(given, given.active)  # step 4, GAM-6.6
    return _await_share(given)


def _settle_kupa(table: Table) -> Table:
    """Step 6, with GAM-8 #3 and GAM-11.5."""
    if not table.hands[table.active]:
        return _await_kupa(table, table.active)
    empty = [s for s in table.others() if not table.hands[s] and s not in table.short]
    rule = table.rules.multi_empty
    if len(empty) == 1 or (empty and rule == "first_in_order"):
        return _await_kupa(table, empty[0])
    if empty and rule == "active_wins":
        return _await_win(table, table.active)
    return _await_closing(table)


def _await_kupa(table: Table, seat: int, *, below: bool = False) -> Table:
    return replace(table, due=Due(Kind.KUPA, seat, below=below))


def _take_kupa(table: Table, action: Action) -> Table:
    """Step 6, or step 8 when the closing card stays."""
    below = table.due is not None and table.due.below
    cards, left = (table.kupa[:-1], table.kupa[-1:]) if below else (table.kupa, ())
    taken = replace(table, hands=_moved(table, cards, target=action.seat), kupa=left)
    return _end_turn(taken) if below else _await_closing(taken)


def _await_closing(table: Table) -> Table:
    """Step 7: the top of the closed pile, or in phase 2 a card of one's own (GAM-4.5, 6.2)."""
    if not table.closed and table.more_below:
        raise PileNotKnown(known=0, needed=1)
    cards = table.closed[:1] or table.hands[table.active]
    return replace(table, due=Due(Kind.CLOSE, table.active, cards, count=1))


def _close(table: Table, action: Action) -> Table:
    if table.closed:
        hands, closed = table.hands, table.closed[1:]
    else:
        hands, closed = _moved(table, action.cards, source=action.seat), table.closed
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
    ended = replace(table, turns=table.turns + 1, short=())
    if ended.turns == ended.rules.max_turns:
        return replace(ended, due=None)
    if ended.pos + 1 == len(ended.hands):
        return replace(ended, due=Due(Kind.EXCHANGE, ended.active))
    return _next_turn(ended, pos=ended.pos + 1)


def _exchange(table: Table, _: Action) -> Table:
    """Every seat has the hand of the seat after it (GAM-5.2)."""
    return _next_turn(replace(table, hands=table.hands[1:] + table.hands[:1]), pos=0)


def _next_turn(table: Table, *, pos: int) -> Table:
    active = (table.active + 1) % len(table.hands)
    return _await_payment(replace(table, active=active, pos=pos))


def _await_payment(table: Table) -> Table:
    cards = suitable(table.hands[table.active], table.top)
    count = min(VALUE[table.top], len(cards))
    return replace(table, due=Due(Kind.PAY, table.active, cards, count=count))


def _await_win(table: Table, seat: int) -> Table:
    return replace(table, due=Due(Kind.WIN, seat))


def _win(table: Table, action: Action) -> Table:
    return replace(table, turns=table.turns + 1, due=None, winner=action.seat)


def _moved(
    table: Table, cards: Cards, *, source: int | None = None, target: int | None = None
) -> tuple[Cards, ...]:
    """The hands after `cards` left one and came to another; None is the table."""
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


_DOES: dict[Kind, Callable[[Table, Action], Table]] = {
    Kind.PAY: _pay,
    Kind.TAKE: _take,
    Kind.GIVE: _hand_over,
    Kind.REFILL: _hand_over,
    Kind.KUPA: _take_kupa,
    Kind.CLOSE: _close,
    Kind.EXCHANGE: _exchange,
    Kind.WIN: _win,
}
