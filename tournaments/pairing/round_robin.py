"""Round robin by the Berger tables.

Source: FIDE Handbook C.05 annex 1 (details of the Berger table). The last position is fixed,
the others turn round it; in an odd field it is empty and gives the bye. In a double round
robin the annex advises to exchange the last two rounds of the first cycle, so that nobody
moves first (or second) three times running; that is done here.
"""

from __future__ import annotations

from tournaments.pairing.paired import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.state import EventState


def berger_pairs(size: int, round_number: int) -> tuple[tuple[int, int], ...]:
    """Positions paired in one round, in table order; the one named first moves first.

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
    """Rounds for everybody to meet everybody `cycles` times."""
    return cycles * max(0, entries - 1 + entries % 2)


def berger_round(*, size: int, round_number: int, cycles: int) -> int:
    """The round of the table that is played in this round of the event."""
    per_cycle = size - 1
    cycle, at = divmod(round_number - 1, per_cycle)
    if cycles > 1 and cycle == 0 and size > 2 and at >= per_cycle - 2:
        at = 2 * per_cycle - 3 - at  # the last two change places
    return at + 1


def pair_round_robin(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round; entries take the table's positions in the order of their numbers.

    Absent entries keep their position, so the table holds when somebody withdraws; whoever
    meets them has a bye. Neither seed nor engine is used: the table leaves nothing to chance.

    :raises PairingRefused: too_few_entries, no_rounds_left.
    """
    del seed, run_engine
    numbers, number, cycles = state.numbers, state.current_round + 1, state.options.cycles
    if len(numbers) < 2:
        raise PairingRefused("too_few_entries", entries=len(numbers))
    if number > (last := rounds_needed(len(numbers), cycles)):
        raise PairingRefused("no_rounds_left", rounds=last)
    size = len(numbers) + len(numbers) % 2
    row = berger_round(size=size, round_number=number, cycles=cycles)
    cycle = (number - 1) // (size - 1) + 1
    pairs = berger_pairs(size, row)
    if cycle % 2 == 0:
        pairs = tuple((second, first) for first, second in pairs)
    why = (Reason("berger_cycle", {"cycle": cycle, "cycles": cycles}),) if cycles > 1 else ()
    return PairedRound(number, _seat(state, pairs, row, number), explanation=why)


def _seat(
    state: EventState, pairs: tuple[tuple[int, int], ...], row: int, number: int
) -> tuple[Pairing, ...]:
    """Entries in the places of positions: matches with their tables, then byes."""
    numbers, here = state.numbers, set(state.present(number))
    size = 2 * len(pairs)
    matches: list[Pairing] = []
    byes: list[Pairing] = []
    for first, second in pairs:
        if max(first, second) > len(numbers):
            position = min(first, second)
            why = Reason("berger_bye", {"round": row, "position": position})
            if numbers[position - 1] in here:
                byes.append(Pairing.bye(numbers[position - 1], why=(why,)))
            continue
        params = {"round": row, "size": size, "first": first, "second": second}
        reason = Reason("berger_table", params)
        seats = (numbers[first - 1], numbers[second - 1])
        placed = [entry for entry in seats if entry in here]
        if len(placed) == 2:
            matches.append(Pairing(seats, table=len(matches) + 1, explanation=(reason,)))
        elif placed:
            missing = seats[1] if placed[0] == seats[0] else seats[0]
            absent = Reason("opponent_absent", {"opponent": missing})
            byes.append(Pairing.bye(placed[0], why=(reason, absent)))
    return (*matches, *byes)
