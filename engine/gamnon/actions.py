"""The actions of a turn, one for each token of a record, and the action a table waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, islice

from engine.gamnon.cards import Card, Cards

MAX_LEGAL_LISTED = 4  # choices written out before the list is cut


class Kind(Enum):
    """The letter that begins the token (GAM-9)."""

    PAY = "P"
    TAKE = "T"
    GIVE = "G"
    REFILL = "R"
    KUPA = "K"
    CLOSE = "O"
    EXCHANGE = "~"
    WIN = "="


@dataclass(frozen=True, slots=True)
class Action:
    """`seat` pays, gives, refills, takes the kupa or wins. Seats count from 0.

    `receiver`: the seat that is refilled, else None. `count`: for taking only. `cards`: for paying,
    giving, refilling and closing, in any order.
    """

    kind: Kind
    seat: int
    cards: Cards = ()
    receiver: int | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class PendingAction:
    """The action a table waits for: any `count` of `cards`.

    `below`: the kupa is taken without its top card (GAM-8 #7).
    """

    kind: Kind
    seat: int
    cards: Cards = ()
    receiver: int | None = None
    count: int = 0
    below: bool = False

    @property
    def is_choice(self) -> bool:
        return len(self.cards) > self.count > 0

    def actions(self) -> Iterator[Action]:
        """Every legal action once, lazily, because there may be very many."""
        if self.kind is Kind.TAKE:
            yield Action(Kind.TAKE, self.seat, count=self.count)
            return
        seen: set[Cards] = set()
        for cards in combinations(sorted(self.cards), self.count):
            if cards not in seen:
                seen.add(cards)
                yield self.choose(cards)

    def choose(self, cards: Sequence[Card]) -> Action:
        """The action with these cards; without a choice they are `self.cards`."""
        count = self.count if self.kind is Kind.TAKE else 0
        return Action(self.kind, self.seat, tuple(cards), self.receiver, count)


def format_action(action: Action, players: Sequence[str]) -> str:
    """The token of an action."""
    kind, name = action.kind, players[action.seat]
    cards = ".".join(action.cards) or "-"
    if kind is Kind.TAKE:
        return f"T{action.count}"
    if kind is Kind.GIVE:
        return f"G{name}:{cards}"
    if kind is Kind.REFILL and action.receiver is not None:
        return f"R{players[action.receiver]}<{name}:{cards}"
    if kind in (Kind.KUPA, Kind.WIN):
        return f"{kind.value}{name}"
    return "~" if kind is Kind.EXCHANGE else f"{kind.value}{cards}"


def format_legal(pending: PendingAction, players: Sequence[str]) -> str:
    """The first legal tokens, and an ellipsis where there are more."""
    first = list(islice(pending.actions(), MAX_LEGAL_LISTED + 1))
    tokens = [format_action(action, players) for action in first[:MAX_LEGAL_LISTED]]
    return " ".join([*tokens, "…"] if len(first) > MAX_LEGAL_LISTED else tokens)
