"""All ways in which the open games can end, each ranked by the standings."""

from __future__ import annotations

from itertools import product
from math import prod

from tournaments.outlook.completions import ChancesOf, Completions, chances_of_game
from tournaments.outlook.open_games import RESULTS, WAYS, open_games, with_results
from tournaments.outlook.places import places_by_standings
from tournaments.standings.collector import collector_paused
from tournaments.state import EventState

MOST_WAYS = 4096
# Work in cells of crosstables: a table costs about 10 microseconds for each of its cells, and as
# much as TABLE_COST cells by itself. The limit is about a second.
MOST_WORK = 60_000
TABLE_COST = 40


def table_work(state: EventState) -> int:
    """What ranking the stage once costs, in cells."""
    rounds = max(1, state.current_round - state.rounds_before)
    return TABLE_COST + len(state.entrants) * rounds


def can_enumerate(state: EventState, *, most_work: int = MOST_WORK) -> bool:
    """Whether all ways are few enough. state: with all rounds that are to be played."""
    games = len(open_games(state))
    ways = WAYS**games if games <= MOST_WAYS.bit_length() else MOST_WAYS + 1
    return ways <= MOST_WAYS and ways * table_work(state) <= most_work


@collector_paused()
def enumerate_ways(state: EventState, chances_of: ChancesOf) -> Completions:
    """Every way in which the open games of the state end. state: as of `places.without_facts`."""
    games = open_games(state)
    chances = [chances_of_game(game, chances_of) for game in games]
    found = Completions(games, state.entry_numbers, is_exact=True)
    for results in product(RESULTS, repeat=len(games)):
        weight = prod(of[result] for of, result in zip(chances, results, strict=True))
        found.add(results, places_by_standings(with_results(state, games, results)), weight)
    return found
