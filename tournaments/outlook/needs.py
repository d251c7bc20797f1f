"""What an entry needs for a place: of its own games, and of the games of others.

Only where all ways are known anything is called enough or out of reach. Of a sample, and of
matches whose players are not known yet, there are only chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tournaments.outlook.completions import Completions
from tournaments.outlook.conditions import alternatives, deciding_games
from tournaments.outlook.open_games import RESULTS, WAYS, OpenGame, games_of

# ENOUGH: the place or a better one is certain. LEVEL: it is, or a tie for it that the standings do
# not decide. IF, IF_LEVEL: likewise if others' games end so. MANY: it depends on games, in more
# ways than can be said. CHANCE: no more than the chance is known. NEVER: out of reach.
ENOUGH, LEVEL, IF, IF_LEVEL = "enough", "level", "if", "if_level"
MANY, CHANCE, NEVER = "many", "chance", "never"
STATUSES = (ENOUGH, LEVEL, IF, IF_LEVEL, MANY, CHANCE, NEVER)
MOST_OWN = 2  # own games whose results are told apart


@dataclass(frozen=True, slots=True)
class Condition:
    """A game has to end in one of these results, by seat."""

    game: OpenGame
    results: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Need:
    """What some results of one's own games are good for.

    own: games with their results; empty if they make no difference or there are none. chance: of
    the place or a better one, given those. samples: in how many ways they occurred. alternatives:
    one has to be met, of IF and IF_LEVEL. games: how many it depends on, of MANY.
    """

    own: tuple[tuple[OpenGame, int], ...]
    status: str
    chance: float
    samples: int
    alternatives: tuple[tuple[Condition, ...], ...] = ()
    games: int = 0


def needs_of(found: Completions, entry: int, place: int) -> tuple[Need, ...]:
    """What the entry needs for this place or a better one, its best results first."""
    mine = list(games_of(found.games, entry))
    is_product = found.is_exact and found.total == WAYS ** len(found.games)
    told = mine if is_product and len(mine) <= MOST_OWN else mine[:1]
    others = [at for at in range(len(found.games)) if at not in told]
    return tuple(
        _need(found, entry, place, own, others if is_product else None)
        for own in _own_results(found, entry, told)
    )


def _own_results(
    found: Completions, entry: int, told: Sequence[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Results of these games that occur, as pairs of index and result; the best for it first."""
    occurring = set(zip(*(found.results[at] for at in told), strict=True)) if told else {()}
    orders = [RESULTS if found.games[at].seats[0] == entry else RESULTS[::-1] for at in told]
    for results in product(*orders):
        if results in occurring:
            yield tuple(zip(told, results, strict=True))


def _need(
    found: Completions,
    entry: int,
    place: int,
    own: Sequence[tuple[int, int]],
    others: Sequence[int] | None,
) -> Need:
    """others: the games of all others, if every way in which they end is there once."""
    among = [
        all(found.results[at][way] == result for at, result in own) for way in range(found.total)
    ]
    chosen = [way for way, is_chosen in enumerate(among) if is_chosen]
    sure = [way for way in chosen if found.worst[entry][way] <= place]
    level = [way for way in chosen if found.best[entry][way] <= place]
    status: str = CHANCE
    wanted: Sequence[int] = sure
    if found.is_exact:
        status, wanted = _status(len(chosen), sure, level, is_told=others is not None)
    said: tuple[tuple[Condition, ...], ...] = ()
    games = 0
    if status in (IF, IF_LEVEL) and others is not None:
        ways = {tuple(found.results[at][way] for at in others) for way in wanted}
        lines = alternatives(ways, len(others))
        if lines is None:
            status, games = MANY, len(deciding_games(ways, len(others)))
        else:
            said = tuple(
                tuple(Condition(found.games[others[at]], results) for at, results in line.items())
                for line in lines
            )
    return Need(
        tuple((found.games[at], result) for at, result in own),
        status,
        found.reach_chance(entry, place, among),
        len(chosen),
        said,
        games,
    )


def _status(
    ways: int, sure: Sequence[int], level: Sequence[int], *, is_told: bool
) -> tuple[str, Sequence[int]]:
    """The status, and the ways that are good enough for it."""
    if len(sure) == ways:
        return ENOUGH, sure
    if not level:
        return NEVER, level
    if not is_told:
        return CHANCE, sure
    if sure:
        return IF, sure
    return (LEVEL, level) if len(level) == ways else (IF_LEVEL, level)
