"""From groups to a knockout: group draw, qualifiers and their seeds.

Sources. Groups: the snake (boustrophedon) of the seeds, 1-2-3 and then 6-5-4. Qualifiers: a number
of places of each group, then the best of the rest, as UEFA ranked the thirds of Euro 2016 to 2024;
a better place in the group comes first. Across groups values are compared per match, because
groups of different sizes play different numbers of matches.

Seeds: group winners first, then the seconds, and so on, each tier by the same comparison. Within a
tier entries change places so that two of one group meet as late as possible: two of each group sit
in opposite halves.

A tie at the qualifying line is returned to the caller, who settles it by a play-off
(`settle_by_points`), a ruling or a lot (`settle_tie`); see tie_decisions.py. A tie that affects
only seeds is broken by entry number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from random import Random
from string import ascii_uppercase
from typing import Any

from tournaments.standings.bracket import bracket_size, seed_order
from tournaments.standings.points import Points


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A row of a group's table.

    rank: shared by tied entries. key: score and tie-breaks, higher is better, totals over `matches`
    matches. decided: place from 1 in a settled tie of the group, 0 for none; decided_across:
    likewise in a tie between groups. Both are separate, because places drawn within one group
    cannot be compared with those of another.
    """

    entry: int
    group: str
    rank: int
    key: tuple[Points, ...] = ()
    matches: int = 1
    decided: int = 0
    decided_across: int = 0

    @property
    def strength(self) -> tuple[Fraction, ...]:
        """Each value of the key per match, for comparison across groups."""
        return tuple(Fraction(value, max(1, self.matches)) for value in self.key)


@dataclass(frozen=True, slots=True)
class Tie:
    """Tied entries of which only `places` qualify. group: None for a tie between groups."""

    entries: tuple[int, ...]
    places: int
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Qualification:
    """Qualified entries in seed order; empty while there are ties to settle."""

    order: tuple[int, ...]
    ties: tuple[Tie, ...] = ()


def group_name(at: int) -> str:
    """A, B, ... Z, AA, AB, ... for 0, 1, ..."""
    over, letter = divmod(at, len(ascii_uppercase))
    return (group_name(over - 1) if over else "") + ascii_uppercase[letter]


def snake_groups(numbers: Sequence[int], groups: int) -> dict[str, tuple[int, ...]]:
    """Entries by group. numbers: the strongest first. Group sizes differ by at most one."""
    members: list[list[int]] = [[] for _ in range(groups)]
    for at, number in enumerate(numbers):
        row, column = divmod(at, groups)
        members[groups - 1 - column if row % 2 else column].append(number)
    return {group_name(at): tuple(row) for at, row in enumerate(members)}


def settle_by_lot(tie: Tie, seed: int) -> tuple[int, ...]:
    """The tied entries in an order drawn by lot; independent of their order in the tie."""
    entries = sorted(tie.entries)
    return tuple(Random(f"{seed} {entries}").sample(entries, len(entries)))


def settle_tie(
    tables: Mapping[str, Sequence[GroupRow]], tie: Tie, order: Sequence[int]
) -> dict[str, list[GroupRow]]:
    """The tables with a tie settled. order: its entries as placed by a lot or a ruling."""
    return _move_down(tables, tie, {entry: at for at, entry in enumerate(order)})


def settle_by_points(
    tables: Mapping[str, Sequence[GroupRow]], tie: Tie, points: Mapping[int, int]
) -> dict[str, list[GroupRow]]:
    """The tables with a tie ordered by play-off points; equal points stay tied."""
    better = {
        entry: sum(points[other] > points[entry] for other in tie.entries) for entry in tie.entries
    }
    return _move_down(tables, tie, better)


def _move_down(
    tables: Mapping[str, Sequence[GroupRow]], tie: Tie, before: Mapping[int, int]
) -> dict[str, list[GroupRow]]:
    """The tables with each tied entry moved down by `before[entry]` places.

    Places continue from those of an earlier decision that left these entries tied.
    """

    def settled(row: GroupRow) -> GroupRow:
        if row.entry not in before:
            return row
        if tie.group is None:
            place = max(1, row.decided_across) + before[row.entry]
            return replace(row, decided_across=place)
        return replace(row, decided=max(1, row.decided) + before[row.entry])

    return {group: [settled(row) for row in rows] for group, rows in tables.items()}


def qualify(
    tables: Mapping[str, Sequence[GroupRow]], *, places: int, best_of_rest: int = 0
) -> Qualification:
    """The qualified entries, or the ties that must be settled first.

    The best of the rest are determined only once no group is tied.
    """
    ordered = {group: sorted(rows, key=group_order) for group, rows in sorted(tables.items())}
    ties = tuple(
        tie
        for group, rows in ordered.items()
        for tie in _find_tie(rows, [_group_key(row) for row in rows], places, group)
    )
    if ties:
        return Qualification((), ties)
    rest = sorted(
        (row for rows in ordered.values() for row in rows[places:]), key=order_across_groups
    )
    ties = tuple(_find_tie(rest, [_key_across_groups(row) for row in rest], best_of_rest, None))
    if ties:
        return Qualification((), ties)
    direct = {row.entry for rows in ordered.values() for row in rows[:places]}
    going = direct | {row.entry for row in rest[:best_of_rest]}
    qualifiers = [[row for row in rows if row.entry in going] for rows in ordered.values()]
    tiers = ([row for row in tier if row is not None] for tier in zip_longest(*qualifiers))
    return Qualification(_assign_seeds(tuple(tiers)))


def _group_key(row: GroupRow) -> tuple[int, bool, int]:
    return (row.rank, row.decided == 0, row.decided)


def _key_across_groups(row: GroupRow) -> tuple[Any, ...]:
    return (row.rank, _negated_strength(row), row.decided_across == 0, row.decided_across)


def _negated_strength(row: GroupRow) -> tuple[Fraction, ...]:
    return tuple(-value for value in row.strength)


def group_order(row: GroupRow) -> tuple[Any, ...]:
    return (*_group_key(row), _negated_strength(row), row.entry)


def order_across_groups(row: GroupRow) -> tuple[Any, ...]:
    return (*_key_across_groups(row), row.entry)


def _find_tie(
    rows: Sequence[GroupRow],
    standings: Sequence[tuple[object, ...]],
    places: int,
    group: str | None,
) -> Iterator[Tie]:
    """The tie at the line below `places`, if any; rows and their keys are sorted."""
    if 0 < places < len(rows) and standings[places - 1] == standings[places]:
        level = standings[places]
        tied = tuple(r.entry for r, s in zip(rows, standings, strict=True) if s == level)
        yield Tie(tied, places - standings.index(level), group)


def _assign_seeds(tiers: Sequence[Sequence[GroupRow]]) -> tuple[int, ...]:
    """Entries by seed: each tier by strength, reordered to keep groups apart."""
    size = bracket_size(sum(map(len, tiers)))
    place = {seed: at for at, seed in enumerate(seed_order(size))}
    seated: dict[int, GroupRow] = {}

    def earliest_meeting(row: GroupRow, seed: int) -> int:
        """The first round in which this seed can meet its own group; `size` for never."""
        mates = (at for at, other in seated.items() if other.group == row.group)
        return min(((place[seed] ^ place[at]).bit_length() for at in mates), default=size)

    for tier in tiers:
        rows = sorted(tier, key=lambda row: (_negated_strength(row), row.entry))
        seeds = range(len(seated) + 1, len(seated) + len(rows) + 1)
        rounds = [[earliest_meeting(row, seed) for row in rows] for seed in seeds]
        order = _keep_apart(rounds)
        seated.update((seed, rows[at]) for seed, at in zip(seeds, order, strict=True))
    return tuple(row.entry for row in seated.values())


def _keep_apart(rounds: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The row for each seed so that the earliest meeting is as late as possible.

    rounds[seed][row]: when that row at that seed can first meet its own group. Among equal
    solutions stronger rows get better seeds.
    """
    for limit in sorted({value for line in rounds for value in line}, reverse=True):
        allowed = [{row for row, value in enumerate(line) if value >= limit} for line in rounds]
        if not _can_be_seated(allowed):
            continue
        for seed in range(len(allowed)):
            for row in sorted(allowed[seed]):
                tried = [*allowed[:seed], {row}, *allowed[seed + 1 :]]
                if _can_be_seated(tried):
                    allowed = tried
                    break
        return tuple(row for (row,) in allowed)
    return ()


def _can_be_seated(allowed: Sequence[set[int]]) -> bool:
    """Whether each seed can get a different row (augmenting paths)."""
    seat_of: dict[int, int] = {}

    def seat(seed: int, tried: set[int]) -> bool:
        for row in allowed[seed] - tried:
            tried.add(row)
            if row not in seat_of or seat(seat_of[row], tried):
                seat_of[row] = seed
                return True
        return False

    return all(seat(seed, set()) for seed in range(len(allowed)))
