"""Shared by the systems that pair neighbours in a ranking: Monrad and Keizer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.pairing.first_move import is_unplayed, seat_pairs
from tournaments.pairing.interface import PairedRound, Pairing, Reason
from tournaments.pairing.systems.matching import Pairs
from tournaments.state import BYE_ALLOCATED, EventState

MESSAGES: dict[str, str] = {
    "neighbours": gettext_noop(
        "{high} is number {place} of those present; {low}, number {below}, is the "
        "nearest below it that it may meet and that leaves everybody else an opponent."
    ),
    "met_before": ngettext_lazy(
        "They have met once before; a rematch is allowed.",
        "They have met {times} times before; a rematch is allowed.",
        "times",
    ),
    "lowest_gets_bye": gettext_noop(
        "The number of entries is odd: {entry} is the lowest of those with the fewest "
        "byes whose bye leaves everybody else an opponent."
    ),
}

Meetings = Counter[frozenset[int]]


def count_meetings(state: EventState) -> Meetings:
    """How often each two have met in this stage; unplayed matches do not count."""
    matches = (p for p in state.played if len(p.seats) == 2)
    return Counter(frozenset(p.seats) for p in matches if not is_unplayed(p))


def forbidden_pairs(state: EventState) -> frozenset[frozenset[int]]:
    """Pairs that the organiser forbids in the next round."""
    number = state.next_round
    return frozenset(frozenset((f.low, f.high)) for f in state.forbidden if f.applies_in(number))


def bye_candidates(state: EventState, order: Sequence[int]) -> tuple[int, ...]:
    """Entries with the fewest allocated byes, the lowest of `order` first."""
    byes = Counter(p.seats[0] for p in state.played if p.kind == BYE_ALLOCATED)
    fewest = min(byes[entry] for entry in order)
    return tuple(entry for entry in reversed(order) if byes[entry] == fewest)


def seat_neighbours(
    state: EventState, order: Sequence[int], found: tuple[Pairs, int | None], *, seed: int
) -> PairedRound:
    """The next round from these pairs and this bye, with first moves and reasons.

    order: the ranking of those present, the highest first; pairs follow that order.
    """
    pairs, bye = found
    met = count_meetings(state)
    place = {entry: at for at, entry in enumerate(order, start=1)}
    pairings: list[Pairing] = []
    seated = seat_pairs(state, pairs, seed=seed)
    for (high, low), (seats, first_move) in zip(pairs, seated, strict=True):
        where = {"high": high, "place": place[high], "low": low, "below": place[low]}
        why = [Reason("neighbours", where), first_move]
        if times := met[frozenset(seats)]:
            why.append(Reason("met_before", {"times": times}))
        pairings.append(Pairing(seats, table=len(pairings) + 1, explanation=tuple(why)))
    if bye is not None:
        pairings.append(Pairing.bye(bye, why=(Reason("lowest_gets_bye", {"entry": bye}),)))
    return PairedRound(state.next_round, tuple(pairings))
