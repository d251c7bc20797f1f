"""Who sits where at a table, and who moves first there: what each has had least often.

Source: none prescribes it for tables; it is the balance that FIDE C.05 and C.04 ask of the
first move, for each seat.
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
    """A table. entries: by seat. again: how many sit where they have sat before.

    times_first: how many games the entry at `first_seat` has moved first in before.
    """

    entries: tuple[int, ...]
    first_seat: int
    repeats: int
    times_first: int


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """sat: how often an entry had a seat number; moved_first: in how many games it moved first.

    games: how many games a table plays, the first move going round.
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
        """Give the entries of a table their seats, 1 upwards, and one of them the first move.

        Fewest repeats count first, then how often each has been at its seat. Of orders that are
        equally good one is drawn from `chance`; without one it goes by the order of the entries.
        Of those with equally few first moves the lowest seat begins: its lot is that of the seats.
        """
        order, again = self._draw_order(entries, chance) if chance else self._order(entries)
        first_seat = min(range(1, len(order) + 1), key=lambda seat: self._turns(order, seat))
        times_first = self.moved_first[order[first_seat - 1]]
        return TableSeating(order, first_seat, again, times_first)

    def _draw_order(self, entries: Sequence[int], chance: Random) -> tuple[tuple[int, ...], int]:
        """One of the best orders, each as likely as any other, and its repeats."""
        # By the entries seated so far: the best way, drawn among `count` equally good ones.
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
        """The best order of all, and its repeats."""
        ways: list[SeatOrder] = [((0, 0), ())]
        for seat in range(1, len(entries) + 1):
            longer = [
                self._seated(way, entry, seat)
                for way in ways
                for entry in entries
                if entry not in way[1]
            ]
            longer.sort(key=lambda way: way[0], reverse=True)
            # Of orders of the same entries, only the last, the best, can lead to the best of all.
            ways = list({frozenset(order): (cost, order) for cost, order in longer}.values())
        (again, _often), order = ways[0]
        return order, again

    def _seated(self, way: SeatOrder, entry: int, seat: int) -> SeatOrder:
        (again, often), order = way
        times = self.seat_counts[entry, seat]
        return (again + (times > 0), often + times**2), (*order, entry)

    def _turns(self, order: Sequence[int], first_seat: int) -> tuple[int, int]:
        """First moves so far of who begins game 1, then of all who begin a game here."""
        seats = len(order)
        movers = (
            order[first_seat_of_game(first_seat=first_seat, number=number, seats=seats) - 1]
            for number in range(1, self.games + 1)
        )
        return self.moved_first[order[first_seat - 1]], sum(self.moved_first[e] for e in movers)
