"""The pairs of players that may meet, without a record for each: 1,000 players have 500,000.

gacrux keeps a list of all edges and filters it for each bracket. `Edges` knows the players and
who may not meet whom, which is short, and makes an edge when it is read. The order is that of
gacrux's list: the lower score level from high to low, the higher one from high to low, then the
numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

BYE = 0  # the number of the opponent of whoever has the pairing-allocated bye

Edge = dict[str, Any]
Node = Mapping[str, Any]


@dataclass(slots=True)
class Meetings:
    """Who may not meet whom.

    apart: numbers that may not meet, for both. absolute: the color of an absolute preference that
    forbids an opponent with the same one (C.04.3 art. 2.1.3).
    """

    apart: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    absolute: dict[int, str] = field(default_factory=dict)

    def keep_apart(self, a: int, b: int) -> None:
        self.apart[a].add(b)
        self.apart[b].add(a)

    def may_meet(self, a: int, b: int) -> bool:
        color = self.absolute.get(a)
        return b not in self.apart[a] and (color is None or color != self.absolute.get(b))


class Edges:
    """All edges among some players, in the order of gacrux.

    levels: score level by number. bye_level: the only level whose players may have the bye.
    """

    def __init__(
        self,
        levels: Mapping[int, int],
        meetings: Meetings,
        make: Callable[[int, int], Edge],
        bye_level: int | None = None,
    ) -> None:
        self.levels = levels
        self.meetings = meetings
        self.make = make
        self.bye_level = bye_level
        self._by_level: dict[int, list[int]] = defaultdict(list)
        for number in sorted(levels):
            self._by_level[levels[number]].append(number)

    def among(self, numbers: Iterable[int]) -> Edges:
        """The edges whose two ends are among these numbers."""
        levels = {number: self.levels[number] for number in numbers if number in self.levels}
        return Edges(levels, self.meetings, self.make, self.bye_level)

    def with_byes_of(self, level: int) -> Edges:
        return Edges(self.levels, self.meetings, self.make, level)

    def reading_byes(self) -> Edges:
        """The same, but only the edges of the bye are read from it."""
        return _ByesRead(self.levels, self.meetings, self.make, self.bye_level)

    def __len__(self) -> int:
        return sum(self.degrees(self.levels)) // 2

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Edge]:
        return self.up_to(max(self._by_level, default=0))

    def __getitem__(self, place: Any) -> Any:
        """The first edge, the last one, or a slice from a level that `place_of` gave."""
        if isinstance(place, slice):
            return iter(()) if place.start is None else self.up_to(place.start)
        return next(iter(self)) if place == 0 else self._last()

    def place_of(self, level: int) -> int | None:
        """What a slice of the edges from this lower level on starts with; None: it is empty.

        As gacrux's binary search, which finds a level only if it is the first one or if the level
        above it has an edge too.
        """
        if not self._has_lower_end(level):
            return None
        higher = [each for each in self._by_level if each > level]
        found = self._has_lower_end(level + 1) or not any(map(self._has_lower_end, higher))
        return level if found else None

    def _last(self) -> Edge:
        for low in sorted(self._by_level):
            for high in sorted(level for level in self._by_level if level >= low):
                found = list(self._between(low, high))
                if found:
                    return self.make(*found[-1])
        raise IndexError("no edges")

    def up_to(self, level: int) -> Iterator[Edge]:
        """The edges whose lower end is at this score level or below."""
        return (self.make(*pair) for pair in self.pairs(level))

    def pairs(self, level: int | None = None) -> Iterator[tuple[int, int]]:
        """The numbers of `up_to`; None: of all edges."""
        descending = sorted(self._by_level, reverse=True)
        for low in (each for each in descending if level is None or each <= level):
            for high in (each for each in descending if each >= low):
                yield from self._between(low, high)

    def may_meet(self, a: int, b: int) -> bool:
        """Two of these players; 0 is the bye."""
        if BYE in (a, b):
            return self._may_have_bye(max(a, b))
        return self.meetings.may_meet(a, b)

    def _has_lower_end(self, level: int) -> bool:
        """Whether an edge has its lower end at this score level."""
        return level in self._by_level and any(
            next(self._between(level, high), None) is not None
            for high in self._by_level
            if high >= level
        )

    def degrees(self, numbers: Iterable[int]) -> list[int]:
        """For each number, how many of all players it may meet."""
        return self.opponents(numbers, self.levels)

    def opponents(self, numbers: Iterable[int], others: Collection[int]) -> list[int]:
        """For each number, how many of the others it may meet. Others: a set or a mapping."""
        players = len(others) - (BYE in others)
        colors = Counter(self.meetings.absolute.get(other) for other in others)
        return [self._opponents(number, others, players, colors) for number in numbers]

    def _opponents(
        self,
        number: int,
        others: Collection[int],
        players: int,
        colors: Mapping[str | None, int],
    ) -> int:
        if number not in self.levels:
            return 0
        if number == BYE:
            return sum(self._may_have_bye(other) for other in others if other != BYE)
        color = self.meetings.absolute.get(number)
        same = colors[color] if color else number in others
        apart = sum(
            other in others and (color is None or self.meetings.absolute.get(other) != color)
            for other in self.meetings.apart[number]
            if other != BYE
        )
        bye = BYE in others and self._may_have_bye(number)
        return players - same - apart + bye

    def _may_have_bye(self, number: int) -> bool:
        at_level = self.bye_level is None or self.levels[number] == self.bye_level
        return at_level and self.meetings.may_meet(BYE, number)

    def _between(self, low: int, high: int) -> Iterator[tuple[int, int]]:
        """The pairs of these two score levels, by the lower number, then the higher."""
        lower, higher = self._by_level[low], self._by_level[high]
        numbers = lower if low == high else sorted((*lower, *higher))
        for a in numbers:
            others = higher if self.levels[a] == low else lower
            for b in islice(others, bisect_right(others, a), None):
                if self.may_meet(a, b):
                    yield a, b


class _ByesRead(Edges):
    def up_to(self, level: int) -> Iterator[Edge]:
        for other in sorted(self.levels):
            if BYE in self.levels and other != BYE and self._may_have_bye(other):
                yield self.make(BYE, other)
