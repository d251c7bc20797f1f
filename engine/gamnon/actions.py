"""What is done in a turn, one action for each token of a record, and what a table waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, islice

from engine.gamnon.cards import Card, Cards

LEGAL_SHOWN = 4  # choices written out before the list is cut


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
    """`seat` acts: who pays, gives, refills, takes the kupa, wins. Seats count from 0.

    `receiver`: who is refilled, None otherwise. `count` is for taking only, `cards` for paying,
    giving, refilling and closing; their order means nothing.
    """

    kind: Kind
    seat: int
    cards: Cards = ()
    receiver: int | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """The action a table waits for: `count` of `cards`, whichever the player likes.

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
        """Every legal action once; there may be very many, so they come one by one."""
        if self.kind is Kind.TAKE:
            yield Action(Kind.TAKE, self.seat, count=self.count)
            return
        seen: set[Cards] = set()
        for cards in combinations(sorted(self.cards), self.count):
            if cards not in seen:
                seen.add(cards)
                yield self.choose(cards)

    def choose(self, cards: Sequence[Card]) -> Action:
        """The action with these cards; for what holds no choice, `cards` is `self.cards`."""
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


def format_legal(due: Due, players: Sequence[str]) -> str:
    """The first legal tokens, and an ellipsis where there are more."""
    first = list(islice(due.actions(), LEGAL_SHOWN + 1))
    tokens = [format_action(action, players) for action in first[:LEGAL_SHOWN]]
    return " ".join([*tokens, "…"] if len(first) > LEGAL_SHOWN else tokens)
