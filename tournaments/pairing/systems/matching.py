"""Pairing in order: the highest gets the nearest opponent that leaves the rest pairable.

The caller decides who may meet. Sets of places are bits of an integer, which is fast enough for
500 entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

MayMeet = Callable[[int, int], bool]
Pairs = tuple[tuple[int, int], ...]


def pair_in_order(order: Sequence[int], *, may_meet: MayMeet) -> Pairs | None:
    """The lexicographically first perfect matching of `order`, or None.

    may_meet: symmetric. Pairs are ordered by their higher entry, which comes first in the pair.
    """
    opponents = _opponents(order, may_meet)
    rest = (1 << len(order)) - 1
    if not _can_be_paired(opponents, rest):
        return None
    pairs: list[tuple[int, int]] = []
    for high in range(len(order)):
        if not rest >> high & 1:
            continue
        rest ^= 1 << high
        low = next(
            low
            for low in _places(opponents[high] & rest)
            if _can_be_paired(opponents, rest ^ 1 << low)
        )
        rest ^= 1 << low
        pairs.append((order[high], order[low]))
    return tuple(pairs)


def pair_with_bye(
    order: Sequence[int], *, may_meet: MayMeet, byes: Iterable[int]
) -> tuple[Pairs, int | None] | None:
    """`pair_in_order`; in an odd field the first of `byes` that leaves the rest pairable is out.

    The second value is the entry with the bye. None if no such pairing exists.
    """
    if len(order) % 2 == 0:
        pairs = pair_in_order(order, may_meet=may_meet)
        return None if pairs is None else (pairs, None)
    for bye in byes:
        pairs = pair_in_order([entry for entry in order if entry != bye], may_meet=may_meet)
        if pairs is not None:
            return pairs, bye
    return None


def _opponents(order: Sequence[int], may_meet: MayMeet) -> list[int]:
    """The set of places that each place may meet."""
    opponents = [0] * len(order)
    for low in range(len(order)):
        for high in range(low):
            if may_meet(order[high], order[low]):
                opponents[high] |= 1 << low
                opponents[low] |= 1 << high
    return opponents


def _can_be_paired(opponents: Sequence[int], rest: int) -> bool:
    """Whether the places in `rest` have a perfect matching.

    Dirac (1952): if each of n >= 3 may meet at least n/2 others, there is a Hamiltonian cycle and
    so a perfect matching. Places with too few opponents are paired greedily first; if that
    leaves one alone, the maximum matching is computed.
    """
    if rest.bit_count() % 2:
        return False
    left = rest
    while left:
        choices = {place: (opponents[place] & left).bit_count() for place in _places(left)}
        scarcest = min(choices, key=choices.__getitem__)
        if 2 * choices[scarcest] >= len(choices):
            return True
        if not choices[scarcest]:
            return _maximum_is_perfect(opponents, rest)
        partner = min(_places(opponents[scarcest] & left), key=choices.__getitem__)
        left ^= 1 << scarcest | 1 << partner
    return True


def _maximum_is_perfect(opponents: Sequence[int], rest: int) -> bool:
    import networkx  # 18 MB, which only a round of an awkward group needs

    places = tuple(_places(rest))
    if any(not opponents[place] & rest for place in places):
        return False
    graph = networkx.Graph()
    graph.add_edges_from((a, b) for a in places for b in _places(opponents[a] & rest) if a < b)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matching) == len(places)


def _places(places: int) -> Iterator[int]:
    """The members of a set of places, ascending."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest
