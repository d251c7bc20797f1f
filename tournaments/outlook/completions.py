"""Ways in which a stage can end, with the places of every entry in each.

Either all ways, each with its chance, or a sample of ways as they come about by chance.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress
from math import sqrt

from tournaments.outlook.open_games import OpenGame
from tournaments.outlook.places import Range

# Chances that seat 1 wins, of a draw, and that seat 2 wins; the entry named first moves first.
Chances = tuple[float, float, float]
ChancesOf = Callable[[int, int], Chances]
EVEN: Chances = (0.5, 0.0, 0.5)


def even_chances(_first: int, _second: int) -> Chances:
    """For games of players without ratings."""
    return EVEN


def chances_of_game(game: OpenGame, chances_of: ChancesOf) -> Chances:
    """The chances by seat."""
    one, other = game.seats
    if game.first_seat == 1:
        return chances_of(one, other)
    first, draw, second = chances_of(other, one)
    return second, draw, first


@dataclass(slots=True)
class Completions:
    """games: those that are known to be played. is_exact: all ways are here, each once.

    results: of each game, one byte a way. best, worst: places of each entry, one value a way.
    weights: the chance of each way, which sum up to 1.
    """

    games: tuple[OpenGame, ...]
    entries: tuple[int, ...]
    is_exact: bool
    results: list[bytearray] = field(default_factory=list)
    best: dict[int, array[int]] = field(default_factory=dict)
    worst: dict[int, array[int]] = field(default_factory=dict)
    weights: array[float] = field(default_factory=lambda: array("d"))

    def __post_init__(self) -> None:
        self.results = [bytearray() for _game in self.games]
        for entry in self.entries:
            self.best[entry], self.worst[entry] = array("H"), array("H")

    def add(self, results: Sequence[int], places: dict[int, Range], weight: float = 1.0) -> None:
        for column, result in zip(self.results, results, strict=True):
            column.append(result)
        for entry in self.entries:
            best, worst = places[entry]
            self.best[entry].append(best)
            self.worst[entry].append(worst)
        self.weights.append(weight)

    @property
    def total(self) -> int:
        return len(self.weights)

    def ranges(self, entry: int) -> Iterable[Range]:
        return zip(self.best[entry], self.worst[entry], strict=True)

    def place_chances(self, entry: int) -> dict[int, float]:
        """The chance of each place that is possible. Entries that share places share them alike."""
        found: dict[int, float] = {}
        for (best, worst), weight in zip(self.ranges(entry), self.weights, strict=True):
            share = weight / (worst - best + 1)
            for place in range(best, worst + 1):
                found[place] = found.get(place, 0.0) + share
        whole = sum(self.weights)
        return {place: found[place] / whole for place in sorted(found)}

    def place_ways(self, entry: int) -> dict[int, Fraction]:
        """In how many of all ways an entry has each place; shared ones are divided alike."""
        found: dict[int, Fraction] = {}
        for best, worst in self.ranges(entry):
            for place in range(best, worst + 1):
                found[place] = found.get(place, Fraction()) + Fraction(1, worst - best + 1)
        return {place: found[place] for place in sorted(found)}

    def extremes(self, entry: int) -> Range:
        """The best and the worst place of an entry in all of these ways."""
        return min(self.best[entry]), max(self.worst[entry])

    def reach_chance(self, entry: int, place: int, among: Sequence[bool] | None = None) -> float:
        """The chance of this place or a better one, in the ways marked in `among`."""
        ranges, weights = list(self.ranges(entry)), list(self.weights)
        if among is not None:
            ranges, weights = list(compress(ranges, among)), list(compress(weights, among))
        good = sum(
            weight * min(1.0, max(0, place - best + 1) / (worst - best + 1))
            for (best, worst), weight in zip(ranges, weights, strict=True)
        )
        whole = sum(weights)
        return good / whole if whole else 0.0


def standard_error(share: float, samples: int) -> float:
    """Of a share of so many samples; a share of none or all has that of half a way."""
    if not samples:
        return 0.5
    bounded = min(max(share, 0.5 / samples), 1 - 0.5 / samples)
    return sqrt(bounded * (1 - bounded) / samples)
