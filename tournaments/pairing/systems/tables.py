"""Tables of more than two: every entry sits at one table per round, and nobody has a bye.

Goals, the most important first: forbidden pairs apart; as few pairs as possible that meet for the
third time, then for the second, and so on from the most meetings down; with `by_score`, similar
scores at a table. Seats are balanced in table_seats.py. (Proofs without `by_times` minimise the
pairs that have met at all.)

Gamnon needs three or more at a table. If the configured sizes cannot seat everybody, other sizes
that the game allows are added.

Source: there is no rule book for this. Rounds in which no two meet twice are the social golfer
problem (problem 010 of CSPLib, csplib.org), which is open for most sizes. So each round is found by
local search that swaps two entries at a time (B. Dotu and P. Van Hentenryck, "Scheduling social
golfers locally", CPAIOR 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.pairing.pairing_score import pairing_points_x2, score_reasons
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.systems.table_seats import SeatHistory, TableSeating
from tournaments.standings.points import proof_points_text
from tournaments.state import EventState

STEPS_PER_ENTRY = 2000  # changes tried
STEPS_PER_RANDOM_MOVE = (
    20  # one change in this many per entry is made whatever it costs, to get unstuck
)

MESSAGES: dict[str, str] = {
    "no_table_sizes": ngettext_lazy(
        "{entries} entry cannot be divided into tables of these sizes: {sizes}.",
        "{entries} entries cannot be divided into tables of these sizes: {sizes}.",
        "entries",
    ),
    "tables_forbidden": gettext_noop(
        "{first} and {second} are to be kept apart, and no tables were found that do so."
    ),
    "tables_split": gettext_noop("{entries} entries sit at tables of {sizes}."),
    "table_scores": gettext_noop("The scores at this table go from {worst} to {best}."),
    "table_all_new": gettext_noop("Nobody at this table has met before."),
    "table_met": ngettext_lazy(
        "{met} of the {pairs} pairs at this table has met before; the search found no "
        "round with fewer over all its tables.",
        "{met} of the {pairs} pairs at this table have met before; the search found no "
        "round with fewer over all its tables.",
        "met",
    ),
    "too_few_at_tables": gettext_noop(
        "{entries} present: a table of this game needs at least {least}."
    ),
    "table_met_times": ngettext_lazy(
        "{met} of the {pairs} pairs at this table has met before, {times}× at most; the search "
        "found no round with rarer repeats over all its tables.",
        "{met} of the {pairs} pairs at this table have met before, {times}× at most; the search "
        "found no round with rarer repeats over all its tables.",
        "met",
    ),
    "table_seats": ngettext_lazy(
        "Of {seats} entries {again} sits where it has sat before; no other order of "
        "these seats has fewer such repeats.",
        "Of {seats} entries {again} sit where they have sat before; no other order of "
        "these seats has fewer such repeats.",
        "again",
    ),
    "table_first": ngettext_lazy(
        "{entry} moves first: it has done so once, and nobody here less often.",
        "{entry} moves first: it has done so {times} times, and nobody here less often.",
        "times",
    ),
}


def split_entries(entries: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """Table sizes, as many as possible of the first size, then of the second, and so on.

    None if the sizes cannot add up to `entries`.
    """
    wanted = tuple(dict.fromkeys(sizes))

    @cache
    def split(left: int, at: int) -> tuple[int, ...] | None:
        if at == len(wanted):
            return None if left else ()
        for tables in range(left // wanted[at], -1, -1):
            rest = split(left - tables * wanted[at], at + 1)
            if rest is not None:
                return (wanted[at],) * tables + rest
        return None

    return split(entries, 0)


def split_present(state: EventState, entries: int) -> tuple[int, ...] | None:
    """The table sizes of a round for so many entries; None if no sizes add up.

    A game for three or more uses other sizes, the smallest first, if the configured sizes do not
    add up.
    """
    asked = [size for size in state.options.sizes if state.allows_table_size(size)]
    split = split_entries(entries, asked)
    if split is None and state.smallest_table > 2:
        most = state.largest_table or entries
        split = split_entries(entries, (*asked, *range(state.smallest_table, most + 1)))
    return split


def pair_tables(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round; the engine is not used.

    With `by_score` tables are filled from the top of the standings, and an entry sits at most one
    table away from those with its score, unless forbidden pairs force it.

    :raises PairingRefused: too_few_at_tables, no_table_sizes, tables_forbidden.
    """
    del run_engine
    number, options, chance = state.next_round, state.options, Random(seed)
    here = state.present_entries(number)
    if state.smallest_table > max(2, len(here)):
        least = state.smallest_table
        raise PairingRefused("too_few_at_tables", entries=len(here), least=least)
    split = split_present(state, len(here)) if here else None
    if split is None:
        named = ", ".join(str(size) for size in options.sizes)
        raise PairingRefused("no_table_sizes", entries=len(here), sizes=named)
    field = _build_field(state, here)
    start = _initial_tables(field, split, chance, by_score=options.by_score)
    anywhere = [range(len(split))] * len(here)
    reach = _reachable_tables(field, start) if options.by_score else anywhere
    tables = _search_tables(field, start, reach, chance)
    if options.by_score and _forbidden(field, tables):
        tables = _search_tables(field, start, anywhere, chance)
    if together := _forbidden(field, tables):
        first, second = together[0]
        raise PairingRefused("tables_forbidden", first=here[first], second=here[second])
    why = Reason("tables_split", {"entries": len(here), "sizes": ", ".join(map(str, split))})
    history = SeatHistory.of(state)
    lots = chance if options.seats_by_lot else None
    pairings = tuple(
        _pairing(field, members, history.seat([here[at] for at in members], lots), table)
        for table, members in enumerate(tables, start=1)
    )
    return PairedRound(number, pairings, explanation=(why, *score_reasons(state)))


@dataclass(frozen=True, slots=True)
class SeatingField:
    """The entries of a round by index. level: rank of each entry's score, 0 the best.

    met: number of earlier meetings by pair of indexes. weight: cost of seating two together; one
    pair of a worse kind outweighs all less important pairs.
    """

    state: EventState
    here: tuple[int, ...]
    points: tuple[str, ...]
    level: tuple[int, ...]
    met: Counter[tuple[int, int]]
    apart: frozenset[tuple[int, int]]
    weight: list[list[int]]


def _build_field(state: EventState, here: tuple[int, ...]) -> SeatingField:
    index = {entry: at for at, entry in enumerate(here)}
    by_entry = pairing_points_x2(with_provisional_results(state))
    points = [by_entry[entry] for entry in here]
    order = sorted(set(points), reverse=True)
    level = tuple(order.index(value) if state.options.by_score else 0 for value in points)
    met: Counter[tuple[int, int]] = Counter()
    for played in state.played:
        met.update(combinations(sorted(index[e] for e in played.seats if e in index), 2))
    apart = frozenset(
        (one, two)
        for one, two in combinations(range(len(here)), 2)
        if state.are_kept_apart(here[one], here[two], state.next_round)
    )
    texts = tuple(proof_points_text(value) for value in points)
    again = _cost_by_times if state.options.by_times else _cost_of_meeting
    return SeatingField(
        state, here, texts, level, met, apart, _pair_costs(level, met, apart, again)
    )


def _pair_costs(
    level: Sequence[int],
    met: Counter[tuple[int, int]],
    apart: frozenset[tuple[int, int]],
    again: Callable[[int, int, int], int],
) -> list[list[int]]:
    """Cost of each pair: forbidden, then met before (by `again`), then score difference."""
    size = len(level)
    pairs, most = size * (size - 1) // 2, max(met.values(), default=0)
    square = 1 + pairs * max(level) ** 2
    forbidden = square * (1 + pairs * again(most, most, pairs))
    weight = [[0] * size for _entry in range(size)]
    for one, two in combinations(range(size), 2):
        cost = (level[one] - level[two]) ** 2 + square * again(met[one, two], most, pairs)
        weight[one][two] = weight[two][one] = cost + forbidden * ((one, two) in apart)
    return weight


def _cost_by_times(times: int, most: int, pairs: int) -> int:
    """One pair that has met more often outweighs all pairs that have met less often."""
    return (pairs + 1) ** (times - 1) if times else 0


def _cost_of_meeting(times: int, most: int, pairs: int) -> int:
    """Without `by_times`: whether the pair has met, then how often, squared."""
    return times**2 + (1 + pairs * most**2) * bool(times)


def _initial_tables(
    field: SeatingField, split: Sequence[int], chance: Random, *, by_score: bool
) -> list[list[int]]:
    """The initial tables: filled by score, equal scores by lot."""
    order = list(range(len(field.here)))
    chance.shuffle(order)
    if by_score:
        order.sort(key=lambda at: field.level[at])
    places = iter(order)
    return [[next(places) for _seat in range(size)] for size in split]


def _reachable_tables(field: SeatingField, tables: Sequence[Sequence[int]]) -> list[range]:
    """The tables where an entry may sit: those of its score, and one on either side."""
    holding: dict[int, list[int]] = {}
    for table, members in enumerate(tables):
        for at in members:
            holding.setdefault(field.level[at], []).append(table)
    last = len(tables) - 1
    reach = {
        level: range(max(0, found[0] - 1), min(last, found[-1] + 1) + 1)
        for level, found in holding.items()
    }
    return [reach[level] for level in field.level]


def _search_tables(
    field: SeatingField, start: Sequence[Sequence[int]], reach: Sequence[range], chance: Random
) -> list[list[int]]:
    """The cheapest tables found by repeatedly swapping two entries of different tables.

    A swap that costs nothing is made too, and occasionally one that costs. The number of tries
    is fixed, so the same seed gives the same round.
    """
    weight, entries = field.weight, len(reach)
    tables = [list(members) for members in start]
    table_of = {at: table for table, members in enumerate(tables) for at in members}
    cost = sum(_table_cost(weight, members) for members in tables)
    best, least = [list(members) for members in tables], cost
    for step in range(1, STEPS_PER_ENTRY * entries * (len(tables) > 1) + 1):
        if not least:
            break
        one = chance.randrange(entries)
        here, there = table_of[one], chance.choice(reach[one])
        two = chance.choice(tables[there])
        if here == there or here not in reach[two]:
            continue
        change = _swap_cost(weight, tables[here], tables[there], one, two)
        if change > 0 and step % (STEPS_PER_RANDOM_MOVE * entries):
            continue
        tables[here][tables[here].index(one)] = two
        tables[there][tables[there].index(two)] = one
        table_of[one], table_of[two] = there, here
        cost += change
        if cost < least:
            best, least = [list(members) for members in tables], cost
    return best


def _table_cost(weight: list[list[int]], members: Sequence[int]) -> int:
    return sum(weight[one][two] for one, two in combinations(members, 2))


def _swap_cost(
    weight: list[list[int]], mine: Sequence[int], theirs: Sequence[int], one: int, two: int
) -> int:
    """The cost of swapping `one` at my table with `two` at theirs."""
    of_one, of_two = weight[one], weight[two]
    here = sum(of_two[at] - of_one[at] for at in mine if at != one)
    there = sum(of_one[at] - of_two[at] for at in theirs if at != two)
    return here + there


def _forbidden(field: SeatingField, tables: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    pairs = (pair for members in tables for pair in combinations(sorted(members), 2))
    return sorted(pair for pair in pairs if pair in field.apart)


def _pairing(
    field: SeatingField, members: Sequence[int], seated: TableSeating, table: int
) -> Pairing:
    """The pairing of a table with its reasons."""
    pairs = list(combinations(sorted(members), 2))
    met = sum(field.met[pair] > 0 for pair in pairs)
    counted: dict[str, int | str] = {"met": met, "pairs": len(pairs)}
    why = [Reason("table_met", counted)]
    if field.state.options.by_times:
        most = max(field.met[pair] for pair in pairs)
        why = [Reason("table_met_times", {**counted, "times": most})]
    if not met:
        why = [Reason("table_all_new", {})]
    if field.state.options.by_score:
        ranked = sorted(members, key=lambda at: field.level[at])
        low, high = field.points[ranked[-1]], field.points[ranked[0]]
        why.insert(0, Reason("table_scores", {"worst": low, "best": high}))
    why.append(Reason("table_seats", {"seats": len(members), "again": seated.repeats}))
    mover = seated.entries[seated.first_seat - 1]
    why.append(Reason("table_first", {"entry": mover, "times": seated.times_first}))
    return Pairing(seated.entries, table, first_seat=seated.first_seat, explanation=tuple(why))
