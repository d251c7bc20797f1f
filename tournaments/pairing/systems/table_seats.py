"""Balances seats and first moves at tables of more than two.

Source: our own rule; it applies the balance of first moves in FIDE C.05 and C.04 to every seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournaments.state import EventState, first_seat_of_game

SeatOrder = tuple[tuple[int, int], tuple[int, ...]]  # (repeats, how often squared), entries by seat


@dataclass(frozen=True, slots=True)
class TableSeating:
    """A seated table. entries: by seat. repeats: how many entries have had their seat before.

    times_first: number of earlier games in which the entry at `first_seat` moved first.
    """

    entries: tuple[int, ...]
    first_seat: int
    repeats: int
    times_first: int


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """seat_counts: by entry and seat number. moved_first: number of first moves by entry.

    games: games per table; the first move rotates.
    """

    seat_counts: Counter[tuple[int, int]]
    moved_first: Counter[int]
    games: int

    @classmethod
    def of(cls, state: EventState) -> SeatHistory:
        sat: Counter[tuple[int, int]] = Counter()
        moved_first: Counter[int] = Counter()
        for played in state.played:
            if not played.is_bye:
                sat.update((entry, seat) for seat, entry in enumerate(played.seats, start=1))
                moved_first.update(
                    played.seats[slot.first_seat - 1] for slot in played.regular_slots
                )
        return cls(sat, moved_first, state.rules.games_per_match)

    def seat(self, entries: Sequence[int], chance: Random | None = None) -> TableSeating:
        """Assign seats from 1 and the first move to the entries of a table.

        The order minimises repeated seats, then how often each entry has had its seat. Equally
        good orders are drawn from `chance`, or without it follow the order of the entries. Of
        entries with equally few first moves the lowest seat begins.
        """
        order, again = self._draw_order(entries, chance) if chance else self._order(entries)
        first_seat = min(range(1, len(order) + 1), key=lambda seat: self._turns(order, seat))
        times_first = self.moved_first[order[first_seat - 1]]
        return TableSeating(order, first_seat, again, times_first)

    def _draw_order(self, entries: Sequence[int], chance: Random) -> tuple[tuple[int, ...], int]:
        """One of the best orders, drawn uniformly, and its repeats."""
        # By the entries seated so far: the best order, drawn among `count` equally good ones.
        best: dict[frozenset[int], tuple[SeatOrder, int]] = {frozenset(): (((0, 0), ()), 1)}
        for seat in range(1, len(entries) + 1):
            longer: dict[frozenset[int], tuple[SeatOrder, int]] = {}
            for seated, (way, count) in best.items():
                for entry in entries:
                    if entry in seated:
                        continue
                    key, new = seated | {entry}, self._seated(way, entry, seat)
                    known, others = longer.get(key, (new, 0))
                    if new[0] < known[0]:
                        longer[key] = (new, count)
                    elif new[0] == known[0]:
                        drawn = chance.randrange(others + count) < count
                        longer[key] = (new if drawn else known, others + count)
            best = longer
        ((again, _often), order), _count = best[frozenset(entries)]
        return order, again

    def _order(self, entries: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """The best order and its repeats."""
        ways: list[SeatOrder] = [((0, 0), ())]
        for seat in range(1, len(entries) + 1):
            longer = [
                self._seated(way, entry, seat)
                for way in ways
                for entry in entries
                if entry not in way[1]
            ]
            longer.sort(key=lambda way: way[0], reverse=True)
            # Of the orders of the same entries only the best, sorted last, is kept.
            ways = list({frozenset(order): (cost, order) for cost, order in longer}.values())
        (again, _often), order = ways[0]
        return order, again

    def _seated(self, way: SeatOrder, entry: int, seat: int) -> SeatOrder:
        (again, often), order = way
        times = self.seat_counts[entry, seat]
        return (again + (times > 0), often + times**2), (*order, entry)

    def _turns(self, order: Sequence[int], first_seat: int) -> tuple[int, int]:
        """Earlier first moves of the first mover of game 1, then of the movers of all games."""
        seats = len(order)
        movers = (
            order[first_seat_of_game(first_seat=first_seat, number=number, seats=seats) - 1]
            for number in range(1, self.games + 1)
        )
        return self.moved_first[order[first_seat - 1]], sum(self.moved_first[e] for e in movers)
