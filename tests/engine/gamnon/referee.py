"""A slow second reading of the rules, to compare the engine with.

It works on the text of a record with lists of cards by name, deals shares out card by card, and
shares no code with the engine. It trusts the notation. Of the options it knows the usual ones and
those of the source: with `by_the_text` two or more others without cards or debts have lost.
"""

from dataclasses import dataclass, field

RANKS = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}


@dataclass
class Referee:
    names: list[str] = field(default_factory=list)
    hands: dict[str, list[str]] = field(default_factory=dict)
    kupa: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    active: int = 0
    pos: int = 0
    winner: str = ""
    expected: list[str] = field(default_factory=list)  # tokens of this turn, without free cards
    tokens: list[str] = field(default_factory=list)
    by_the_text: bool = False

    def others(self) -> list[str]:
        """In the order of play, from the one after the active player."""
        return self.names[self.active + 1 :] + self.names[: self.active]

    def cards(self) -> list[str]:
        told = [card for hand in self.hands.values() for card in hand]
        return sorted(told + self.kupa + self.closed)

    def drop(self, name: str, target: list[str], head: str) -> int:
        """Cards of the next token leave a hand; the token must begin with `head`."""
        token = self.tokens.pop(0)
        assert token.startswith(head), (token, head)
        cards = [card for card in token[len(head) :].split(".") if card != "-"]
        for card in cards:
            self.hands[name].remove(card)
            target.append(card)
        return len(cards)

    def turn(self, line: str) -> None:
        me, *self.tokens = line.split()
        assert me == self.names[self.active]
        assert not self.winner
        if not self.resolve(me, self.hands[me]):
            self.pos += 1
            if self.pos == len(self.names):
                self.pos = 0
                assert self.tokens.pop(0) == "~"
                given = [self.hands[name] for name in self.names]
                self.hands = dict(zip(self.names, given[1:] + given[:1], strict=True))
            self.active = (self.active + 1) % len(self.names)
        assert self.tokens == []

    def won(self, name: str) -> bool:
        self.winner = name
        assert self.tokens.pop(0) == f"={name}"
        return True

    def resolve(self, me: str, hand: list[str]) -> bool:
        """One turn up to its closing card; True when somebody has won."""
        top = self.kupa[-1]
        red = top[1] in "HD"
        fitting = [card for card in hand if (card[1] in "HD") == red]
        paid = self.drop(me, self.kupa, "P")
        assert paid == min(RANKS[top[0]], len(fitting))
        assert all((card[1] in "HD") == red for card in self.kupa[-paid:] if paid)
        missing = RANKS[top[0]] - paid
        taken = 0
        while missing and self.closed:
            hand.append(self.closed.pop(0))
            missing, taken = missing - 1, taken + 1
        if taken:
            assert self.tokens.pop(0) == f"T{taken}"
        short = self.share(me, hand, missing) if missing else {}
        if missing and not any(self.hands[name] for name in self.others()):
            return self.won(me)
        self.refill(me, short)
        free = [name for name in self.others() if not self.hands[name] and name not in short]
        if self.by_the_text and hand and len(free) > 1:
            return self.won(me)
        self.settle_kupa(me, short)
        if self.closed:
            self.kupa.append(self.closed.pop(0))
            assert self.tokens.pop(0) == f"O{self.kupa[-1]}"
        else:
            assert self.drop(me, self.kupa, "O") == 1
        if not hand and len(self.kupa) > 1:
            assert self.tokens.pop(0) == f"K{me}"
            hand += self.kupa[:-1]
            self.kupa = self.kupa[-1:]
        holders = [name for name in self.names if self.hands[name]]
        return self.won(holders[0]) if len(holders) == 1 else False

    def share(self, me: str, hand: list[str], missing: int) -> dict[str, int]:
        """What the others give, and by name what who gave less still owes."""
        share = least_share(missing, len(self.others()))
        short = {}
        for name in self.others():
            gave = self.drop(name, hand, f"G{name}:")
            assert gave == share or (gave < share and not self.hands[name])
            if gave < share:
                short[name] = share - gave
        return short

    def refill(self, me: str, short: dict[str, int]) -> None:
        for name, debt in short.items():
            sources = [me, *(other for other in self.others() if other != name)]
            each = least_share(debt, len(sources))
            for source in sources:
                held = len(self.hands[source])
                if held:
                    given = self.drop(source, self.hands[name], f"R{name}<{source}:")
                    assert given == min(each, held)

    def settle_kupa(self, me: str, short: dict[str, int]) -> None:
        empty = [name for name in self.others() if not self.hands[name] and name not in short]
        taker = me if not self.hands[me] else empty[0] if len(empty) == 1 else ""
        if taker:
            assert self.tokens.pop(0) == f"K{taker}"
            self.hands[taker] += self.kupa
            self.kupa = []


def least_share(amount: int, givers: int) -> int:
    """The smallest equal share that brings the amount together."""
    share = 0
    while share * givers < amount:
        share += 1
    return share


def deal_one_by_one(deck: list[str], names: list[str]) -> Referee:
    """GAM-9: one each in order, three times; the next is the start, the rest the closed pile."""
    table = Referee(names=names, hands={name: [] for name in names})
    pile = list(deck)
    for _ in range(3):
        for name in names:
            table.hands[name].append(pile.pop(0))
    table.kupa.append(pile.pop(0))
    table.closed = pile
    return table
