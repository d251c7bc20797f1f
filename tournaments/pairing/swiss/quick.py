"""A Swiss round in bounded time, for score groups that the exact method cannot finish.

A method of this program, not FIDE's. Every absolute criterion is kept (C.04.3 art. 2.1): who may
meet is the caller's question. The rest is best effort:

1. From the highest score down, each group with those left over from above is halved. Each entry of
   the upper half, in order, takes from the lower half the best opponent; among equally good ones
   that at its own place, then the next below, then the next above. Who is left over floats down.
2. Two who are left at the end change opponents with a pair, the lowest possible one.
3. Who is still left is paired along a shortest path of changes (J. Edmonds, Paths, trees, and
   flowers, 1965). If there is none, no pairing of all exists.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain

MayMeet = Callable[[int, int], bool]
Pairs = tuple[tuple[int, int], ...]


def pair_quickly(
    groups: Sequence[Sequence[int]], *, may_meet: MayMeet, flaws: Callable[[int, int], int]
) -> Pairs | None:
    """A pairing of all, the higher entry first in each pair; None if there is none.

    groups: from the highest score, each in order; the last may hold 0, which stands for the bye.
    flaws: how much is wrong with a pair that may meet, 0 for nothing.
    """
    order = list(chain.from_iterable(groups))
    partner: dict[int, int] = {}
    left: list[int] = []
    for group in groups:
        left = _pair_halves([*left, *group], partner, may_meet, flaws)
    left = _exchange(left, order, partner, may_meet)
    if not all(entry in partner or _augment(entry, order, partner, may_meet) for entry in left):
        return None
    place = {entry: at for at, entry in enumerate(order)}
    return tuple((a, b) for a, b in partner.items() if place[a] < place[b])


def _pair_halves(
    members: list[int],
    partner: dict[int, int],
    may_meet: MayMeet,
    flaws: Callable[[int, int], int],
) -> list[int]:
    """Pairs a group and returns who floats down."""
    half = len(members) // 2
    lower = members[half:]
    for place, entry in enumerate(members[:half]):
        able = [
            (flaws(entry, other), at < place, abs(at - place), other)
            for at, other in enumerate(lower)
            if other not in partner and may_meet(entry, other)
        ]
        if able:
            _join(partner, entry, min(able)[-1])
    return [entry for entry in members if entry not in partner]


def _exchange(
    left: list[int], order: list[int], partner: dict[int, int], may_meet: MayMeet
) -> list[int]:
    """Pairs who is left with each other or with the two of a pair; returns who is left still."""
    waiting = list(left)
    still: list[int] = []
    while waiting:
        one = waiting.pop(0)
        for other in waiting:
            if may_meet(one, other):
                _join(partner, one, other)
                break
            found = next(
                (
                    entry
                    for entry in reversed(order)
                    if entry in partner and may_meet(one, entry) and may_meet(other, partner[entry])
                ),
                None,
            )
            if found is not None:
                former = partner[found]
                _join(partner, one, found)
                _join(partner, other, former)
                break
        else:
            still.append(one)
            continue
        waiting.remove(other)
    return still


def _augment(root: int, order: list[int], partner: dict[int, int], may_meet: MayMeet) -> bool:
    """Pairs one more by changing pairs along a shortest path; False if there is none."""
    search = _Search(root, order, partner, may_meet)
    end = search.run()
    if end is None:
        return False
    while end is not None:
        before = search.parent[end]
        after = partner.get(before)
        _join(partner, end, before)
        end = after
    return True


class _Search:
    """Edmonds' search for an augmenting path from one entry. base: the base of its blossom."""

    def __init__(
        self, root: int, order: list[int], partner: dict[int, int], may_meet: MayMeet
    ) -> None:
        self.root, self.order, self.partner, self.may_meet = root, order, partner, may_meet
        self.base = {entry: entry for entry in order}
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])

    def run(self) -> int | None:
        """The free entry at the end of the path, which `parent` leads back from."""
        while self.queue:
            entry = self.queue.popleft()
            for other in self.order:
                if (
                    other == entry
                    or self.base[entry] == self.base[other]
                    or self.partner.get(entry) == other
                    or not self.may_meet(entry, other)
                ):
                    continue
                met = self.partner.get(other)
                if other == self.root or (met is not None and met in self.parent):
                    self._contract(entry, other)
                elif other not in self.parent:
                    self.parent[other] = entry
                    if met is None:
                        return other
                    self.outer.add(met)
                    self.queue.append(met)
        return None

    def _contract(self, one: int, other: int) -> None:
        common = self._common_base(one, other)
        blossom: set[int] = set()
        self._mark(one, common, other, blossom)
        self._mark(other, common, one, blossom)
        for entry in self.order:
            if self.base[entry] in blossom:
                self.base[entry] = common
                if entry not in self.outer:
                    self.outer.add(entry)
                    self.queue.append(entry)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if one == self.root or one not in self.partner:
                break
            one = self.parent[self.partner[one]]
        while self.base[other] not in seen:
            other = self.parent[self.partner[self.base[other]]]
        return self.base[other]

    def _mark(self, entry: int, common: int, child: int, blossom: set[int]) -> None:
        while self.base[entry] != common:
            met = self.partner[entry]
            blossom |= {self.base[entry], self.base[met]}
            self.parent[entry] = child
            child = met
            entry = self.parent[met]


def _join(partner: dict[int, int], one: int, other: int) -> None:
    partner[one] = other
    partner[other] = one
