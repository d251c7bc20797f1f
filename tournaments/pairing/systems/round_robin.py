"""Round robin by the Berger tables, for one field or several groups.

Source: FIDE Handbook C.05 annex 1 (details of the Berger table). The last position is fixed and
the others rotate; in an odd field it is empty and gives the bye. In a double round robin the
annex advises swapping the last two rounds of the first cycle, so that nobody moves first (or
second) three times in a row; this is an option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.pairing.lots import drawing_reasons, drawn_number_reasons
from tournaments.standings.start_numbers import drawn_order, with_draw
from tournaments.state import MATCH, EventState

MESSAGES: dict[str, str] = {
    "berger_table": gettext_noop(
        "Round {round} of the Berger table for {size} entries puts position {place} "
        "against position {against}; the one named first moves first in game 1."
    ),
    "berger_cycle": gettext_noop(
        "This is cycle {cycle} of {cycles}; the even cycles repeat the table with the first "
        "move changed over."
    ),
    "berger_bye": gettext_noop(
        "The number of entries is odd: in round {round} of the Berger table position "
        "{position} has no opponent."
    ),
    "opponent_absent": gettext_noop("The opponent of this round, {opponent}, is absent."),
    "no_rounds_left": ngettext_lazy(
        "The only round of this round robin is paired: everybody has met everybody.",
        "All {rounds} rounds of this round robin are paired: everybody has met everybody.",
        "rounds",
    ),
    "too_few_entries": ngettext_lazy(
        "A round needs at least two entries; there is {entries}.",
        "A round needs at least two entries; there are {entries}.",
        "entries",
    ),
}


def berger_pairs(size: int, round_number: int) -> tuple[tuple[int, int], ...]:
    """Positions paired in one round, in table order; the first of a pair moves first.

    size: even, at least 2. round_number: 1 .. size - 1.
    """
    turning = size - 1
    lead = (round_number - 1) * (size // 2) % turning
    top = (lead + 1, size) if round_number % 2 else (size, lead + 1)
    others = tuple(
        ((lead + step) % turning + 1, (lead - step) % turning + 1) for step in range(1, size // 2)
    )
    return (top, *others)


def rounds_needed(entries: int, cycles: int = 1) -> int:
    """Rounds in which everybody meets everybody `cycles` times."""
    return cycles * max(0, entries - 1 + entries % 2)


def rounds_needed_in_groups(sizes: Iterable[int], cycles: int = 1) -> int:
    """Rounds until the largest group is finished."""
    return max((rounds_needed(size, cycles) for size in sizes), default=0)


def berger_round(*, size: int, round_number: int, swap_last: bool) -> int:
    """The round of the Berger table for this round of the stage.

    swap_last: the last two rounds of the first cycle change places.
    """
    per_cycle = size - 1
    cycle, at = divmod(round_number - 1, per_cycle)
    if swap_last and cycle == 0 and size > 2 and at >= per_cycle - 2:
        at = 2 * per_cycle - 3 - at
    return at + 1


def pair_round_robin(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round; entries take Berger positions by their numbers in the stage.

    Each group has its own Berger table. Playing tables are numbered through the groups by name; a
    finished group has no more matches. Absent entries keep their position, and their opponents
    have a bye. The seed only draws the numbers in the first round, as options.numbers says.

    :raises PairingRefused: too_few_entries, no_rounds_left.
    """
    del run_engine
    state = with_draw(state, seed)
    groups, cycles = entries_by_group(state), state.options.cycles
    smallest = min((len(entries) for entries in groups.values()), default=0)
    if smallest < 2:
        raise PairingRefused("too_few_entries", entries=smallest)
    last = rounds_needed_in_groups(map(len, groups.values()), cycles)
    if state.stage_round > last:
        raise PairingRefused("no_rounds_left", rounds=last)
    pairings = [
        replace(pairing, group=group)
        for group, entries in groups.items()
        if state.stage_round <= rounds_needed(len(entries), cycles)
        for pairing in _pair_group(state, entries)
    ]
    matches = (pairing for pairing in pairings if pairing.kind == MATCH)
    numbered = (replace(match, table=table) for table, match in enumerate(matches, start=1))
    byes = (pairing for pairing in pairings if pairing.kind != MATCH)
    return PairedRound(state.next_round, (*numbered, *byes), explanation=drawing_reasons(state))


def entries_by_group(state: EventState) -> dict[str, tuple[int, ...]]:
    """Entries of each group in number order; without groups all are in ""."""
    group = {entrant.number: entrant.group for entrant in state.entrants}
    names = sorted(set(group.values()), key=lambda name: (len(name), name))
    order = drawn_order(state)
    return {name: tuple(e for e in order if group[e] == name) for name in names}


def _pair_group(state: EventState, entries: tuple[int, ...]) -> Iterator[Pairing]:
    """Matches and byes of one group, without table numbers."""
    options, size = state.options, len(entries) + len(entries) % 2
    swap_last = options.swap_last_rounds and options.cycles > 1
    row = berger_round(size=size, round_number=state.stage_round, swap_last=swap_last)
    cycle = (state.stage_round - 1) // (size - 1) + 1
    cycles = (Reason("berger_cycle", {"cycle": cycle, "cycles": options.cycles}),)
    why = cycles if options.cycles > 1 else ()
    for pair in berger_pairs(size, row):
        first, second = pair if cycle % 2 else reversed(pair)
        if max(first, second) > len(entries):
            position = min(first, second)
            reason = Reason("berger_bye", {"round": row, "position": position})
            drawn = drawn_number_reasons(state, {entries[position - 1]: position})
            yield from _match_or_bye(state, (entries[position - 1],), (*why, *drawn, reason))
        else:
            params = {"round": row, "size": size, "place": first, "against": second}
            seats = (entries[first - 1], entries[second - 1])
            drawn = drawn_number_reasons(state, dict(zip(seats, (first, second), strict=True)))
            yield from _match_or_bye(state, seats, (*why, *drawn, Reason("berger_table", params)))


def _match_or_bye(
    state: EventState, seats: tuple[int, ...], why: tuple[Reason, ...]
) -> Iterator[Pairing]:
    """A match if both are present, a bye if only one is, else nothing."""
    here = [entry for entry in seats if state.entrant(entry).absence_in(state.next_round) is None]
    if len(here) == 2:
        yield Pairing(seats, table=None, explanation=why)
    elif here:
        missing = (entry for entry in seats if entry not in here)
        absent = (Reason("opponent_absent", {"opponent": entry}) for entry in missing)
        yield Pairing.bye(here[0], why=(*why, *absent))
