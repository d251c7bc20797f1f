"""The smallest conditions on games: a set of ways as few alternatives, each a list of conditions.

A condition limits how one game ends. An alternative is met if all its conditions are; the set is
the ways that meet one of the alternatives, no more and no less. The alternatives are the largest
that lie inside the set (prime implicants, as for Quine and McCluskey, with three values), and the
fewest of these that cover it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product

from tournaments.outlook.open_games import RESULTS, WAYS

Ways = Collection[tuple[int, ...]]
Alternative = dict[int, tuple[int, ...]]  # by index of a game: the results that meet it
MOST_GAMES, MOST_ALTERNATIVES = 5, 4
MOST_CONDITIONS = 4
_SUBSETS = tuple(subset for size in range(1, WAYS + 1) for subset in combinations(RESULTS, size))


def deciding_games(ways: Ways, games: int) -> tuple[int, ...]:
    """The games on whose results it depends whether a way is in the set."""
    found = set(ways)

    def decides(at: int) -> bool:
        return any(
            (*way[:at], result, *way[at + 1 :]) not in found for way in found for result in RESULTS
        )

    return tuple(at for at in range(games) if decides(at))


def alternatives(ways: Ways, games: int) -> list[Alternative] | None:
    """The fewest alternatives that make up these ways; None if that takes too many words.

    ways: results of each of `games` games; neither none nor all. The one with the fewest
    conditions is first.
    """
    deciding = deciding_games(ways, games)
    if len(deciding) > MOST_GAMES:
        return None
    wanted = _bits({tuple(way[at] for at in deciding) for way in ways}, len(deciding))
    primes = _primes(wanted, len(deciding))
    chosen = _cover(primes, wanted)
    if chosen is None:
        return None
    found = [
        {at: results for at, results in zip(deciding, prime, strict=True) if len(results) < WAYS}
        for prime in chosen
    ]
    if max(map(len, found)) > MOST_CONDITIONS:
        return None
    return sorted(found, key=lambda one: (len(one), sorted(one.items())))


Prime = tuple[tuple[int, ...], ...]  # the results of each game


def _bits(ways: Ways, games: int) -> int:
    """A set of ways as the bits of a number."""
    place = {way: at for at, way in enumerate(product(RESULTS, repeat=games))}
    return sum(1 << place[way] for way in ways)


def _primes(wanted: int, games: int) -> dict[Prime, int]:
    """The largest alternatives inside the set, with their bits; the largest first."""
    inside = sorted(_inside(wanted, games), key=lambda one: -one[1].bit_count())
    found: dict[Prime, int] = {}
    for prime, bits in inside:
        if not any(bits & other == bits for other in found.values()):
            found[prime] = bits
    return found


def _inside(wanted: int, games: int) -> Iterator[tuple[Prime, int]]:
    """Every alternative that lies inside the set."""
    everything = (1 << WAYS**games) - 1
    masks = [
        {
            subset: _bits(
                [way for way in product(RESULTS, repeat=games) if way[at] in subset], games
            )
            for subset in _SUBSETS
        }
        for at in range(games)
    ]
    for prime in product(_SUBSETS, repeat=games):
        bits = everything
        for at, subset in enumerate(prime):
            bits &= masks[at][subset]
        if bits & ~wanted == 0:
            yield prime, bits


def _cover(primes: dict[Prime, int], wanted: int) -> Sequence[Prime] | None:
    """The fewest of these that make up the set: one or two exactly, more greedily."""
    for size in (1, 2):
        for chosen in combinations(primes, size):
            if _union(primes[prime] for prime in chosen) == wanted:
                return chosen
    found: list[Prime] = []
    missing = wanted
    while missing:
        best = max(primes, key=lambda prime: (primes[prime] & missing).bit_count())
        found.append(best)
        missing &= ~primes[best]
        if len(found) > MOST_ALTERNATIVES:
            return None
    return found


def _union(sets: Iterator[int]) -> int:
    whole = 0
    for bits in sets:
        whole |= bits
    return whole
