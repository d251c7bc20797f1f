"""A sample of ways in which a stage can end: the open games are played by chance.

Rounds of a Swiss (also Monrad and McMahon) that are not published are paired here by a simple
rule, which stands for the real one: by points, equal ones in an order drawn by lot, each meets the
nearest below that it has not met; if there is none, the nearest. In an odd field the last one
without a bye has it. Who moves first is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from random import Random

from tournaments.outlook.completions import ChancesOf, Completions, chances_of_game
from tournaments.outlook.exact import table_work
from tournaments.outlook.open_games import (
    FIRST_WINS,
    POINTS_X2,
    RESULTS,
    OpenGame,
    open_games,
    open_match,
    with_results,
)
from tournaments.outlook.places import places_by_points, places_by_standings, ranking_points
from tournaments.standings.collector import collector_paused
from tournaments.standings.crosstable import GAME_POINTS
from tournaments.standings.points import Points, points_of_match, share_x2
from tournaments.state import (
    BYE_ALLOCATED,
    PLAYED,
    EventState,
    MatchRules,
    Played,
    Slot,
    SlotResult,
)

MOST_SAMPLES, FEWEST_SAMPLES = 2000, 100
# As in `exact`. If fewer than ENOUGH ways can be ranked with tie-breaks, points alone rank them.
MOST_WORK, ENOUGH = 60_000, 300
LONGEST_WORK = 120_000  # of the fewest samples
GAME_COST = 0.4  # of a game that is played by chance and counted by points, in cells
Met = set[tuple[int, int]]
Pairs = list[tuple[int, int]]
_DECIDED = tuple(SlotResult(PLAYED, "", points) for points in POINTS_X2)


def samples_for(state: EventState, rounds: int) -> tuple[int, bool]:
    """How many ways to play, and whether the standings rank them (else points alone).

    No samples: the fewest would take too long.

    state: with the rounds that are known; `rounds` are still to be paired.
    """
    entries = len(state.entrants)
    quick = 1 + GAME_COST * (len(open_games(state)) + entries * (rounds + 1))
    ranked = int(MOST_WORK / (table_work(state) + entries * rounds + quick))
    if ranked >= ENOUGH:
        return min(MOST_SAMPLES, ranked), True
    if FEWEST_SAMPLES * quick > LONGEST_WORK:
        return 0, False
    return max(FEWEST_SAMPLES, min(MOST_SAMPLES, int(MOST_WORK / quick))), False


@collector_paused()
def simulate_ways(
    state: EventState,
    chances_of: ChancesOf,
    *,
    samples: int,
    seed: int,
    rounds: int = 0,
    by_points: bool = False,
    has_time: Callable[[], bool] = lambda: True,
) -> Completions:
    """So many ways, fewer if `has_time` says so. The same seed gives the same ones.

    state: as of `places.without_facts`. rounds: of the stage that are still to be paired.
    """
    games = open_games(state)
    found = Completions(games, state.entry_numbers, is_exact=False)
    chances = [tuple(accumulate(chances_of_game(game, chances_of))) for game in games]
    lots = Random(f"{seed} outlook")
    players = _Players(state, games, chances_of)
    for sample in range(samples):
        if sample >= FEWEST_SAMPLES and not has_time():
            break
        results = [draw_result(lots, each) for each in chances]
        points, played = players.play(results, rounds, lots, is_kept=not by_points)
        if by_points:
            found.add(results, places_by_points(points))
            continue
        ended = with_results(state, games, results)
        ended = replace(
            ended, played=(*ended.played, *played), current_round=state.current_round + rounds
        )
        found.add(results, places_by_standings(ended))
    return found


def draw_result(lots: Random, cumulated: Sequence[float]) -> int:
    """One of RESULTS. cumulated: the chances of each and those before it."""
    at = lots.random() * cumulated[-1]
    return next(result for result in RESULTS if at < cumulated[result] or result == RESULTS[-1])


class _Players:
    """Plays the open games and the rounds to come, and counts the ranking points."""

    def __init__(self, state: EventState, games: Sequence[OpenGame], chances_of: ChancesOf) -> None:
        self._state, self._games, self._chances_of = state, games, chances_of
        self._known: dict[tuple[int, int], tuple[float, ...]] = {}
        self._given: dict[tuple[int, ...], tuple[Points, ...]] = {}  # of a match, by its games
        self._met = {
            (a, b) for p in state.played if len(p.seats) == 2 for a in p.seats for b in p.seats
        }
        self._rested = {p.seats[0] for p in state.played if p.kind == BYE_ALLOCATED}
        self._matches = _open_matches(state, games)
        # The points without the open matches: all are won, counted and taken away.
        won = [FIRST_WINS] * len(games)
        self._points = ranking_points(with_results(state, games, won))
        self._count_open(self._points, won, sign=-1)

    def play(
        self, results: Sequence[int], rounds: int, lots: Random, *, is_kept: bool
    ) -> tuple[dict[int, Points], list[Played]]:
        """The points in the end, and the matches of the rounds to come.

        results: of open games. is_kept: whether these matches are asked for.
        """
        state, points, played = self._state, dict(self._points), list[Played]()
        self._count_open(points, results)
        met, rested = (set(self._met), set(self._rested)) if rounds else (set(), set())
        for number in range(state.next_round, state.next_round + rounds):
            here = state.present_entries(number)
            self._count_absent(points, number)
            for leg in range(1, state.legs_of_round(number - state.rounds_before) + 1):
                pairs, bye = pair_neighbours(here, points, met, rested, lots)
                met.update(pairs)
                met.update((two, one) for one, two in pairs)
                for pair in pairs:
                    games = self._play_match(pair, points, lots)
                    if is_kept:
                        played.append(_match(state, pair, games, number, leg))
                if bye is not None:
                    points[bye] += _bye_points(state.rules)
                    played.append(Played(number, (bye,), leg=leg, kind=BYE_ALLOCATED))
        return points, played

    def _play_match(
        self, pair: tuple[int, int], points: dict[int, Points], lots: Random
    ) -> tuple[int, ...]:
        """The results of the games of a match to come, by seat; counts its points."""
        one, other = pair
        results = tuple(
            RESULTS[-1 - draw_result(lots, self._chances(other, one))]
            if game % 2
            else draw_result(lots, self._chances(one, other))
            for game in range(self._state.rules.games_per_match)
        )
        if results not in self._given:
            match = _match(self._state, pair, results, 0, 1)
            self._given[results] = _points(match, self._state.rules)
        points[one] += self._given[results][0]
        points[other] += self._given[results][1]
        return results

    def _chances(self, first: int, second: int) -> tuple[float, ...]:
        pair = (first, second)
        if pair not in self._known:
            self._known[pair] = tuple(accumulate(self._chances_of(first, second)))
        return self._known[pair]

    def _count_open(
        self, points: dict[int, Points], results: Sequence[int], *, sign: int = 1
    ) -> None:
        for seats, given in self._matches:
            for entry, value in zip(seats, given(results), strict=True):
                points[entry] += sign * value

    def _count_absent(self, points: dict[int, Points], number: int) -> None:
        """The points of those who miss a round, and of what arbiters have announced for it."""
        rules = self._state.rules
        by_games = rules.rank_by == GAME_POINTS
        for entrant in self._state.entrants:
            absence = entrant.absence_in(number)
            if absence is not None:
                given = absence.points_x2
                points[entrant.number] += share_x2(given, rules) if by_games else given
            for change in entrant.adjustments:
                if change.after_round == number:
                    points[entrant.number] += change.points_x2


OpenMatch = tuple[tuple[int, ...], Callable[[Sequence[int]], tuple[Points, ...]]]


def _open_matches(state: EventState, games: Sequence[OpenGame]) -> list[OpenMatch]:
    """The seats of each open match, and its points by the results of all open games."""
    by_match: dict[int, list[int]] = {}
    for index, game in enumerate(games):
        by_match.setdefault(game.at, []).append(index)

    def points_by(at: int, indexes: Sequence[int]) -> Callable[[Sequence[int]], tuple[Points, ...]]:
        known: dict[tuple[int, ...], tuple[Points, ...]] = {}
        mine = [games[index] for index in indexes]

        def given(results: Sequence[int]) -> tuple[Points, ...]:
            key = tuple([results[index] for index in indexes])
            if key not in known:
                known[key] = _points(with_results(state, mine, key).played[at], state.rules)
            return known[key]

        return given

    return [(state.played[at].seats, points_by(at, found)) for at, found in by_match.items()]


def _match(
    state: EventState, pair: tuple[int, int], results: Sequence[int], number: int, leg: int
) -> Played:
    """A finished match of a round to come; seat 1 moves first in its first game."""
    match = open_match(state, pair, number=number, leg=leg)
    slots = tuple(
        Slot(slot.number, slot.first_seat, result=_DECIDED[result])
        for slot, result in zip(match.slots, results, strict=True)
    )
    return replace(match, slots=slots)


def _points(match: Played, rules: MatchRules) -> tuple[Points, ...]:
    """The ranking points of a finished match of two."""
    results = match.results
    totals = tuple(sum(result.points_x2[at] for result in results) for at in (0, 1))
    if rules.rank_by == GAME_POINTS:
        return totals
    return points_of_match(results, totals, rules) or (0, 0)


def _bye_points(rules: MatchRules) -> int:
    given = rules.bye_x2(BYE_ALLOCATED)
    return share_x2(given, rules) if rules.rank_by == GAME_POINTS else given


def pair_neighbours(
    here: Iterable[int],
    points: Mapping[int, Points],
    met: Met,
    rested: set[int],
    lots: Random,
) -> tuple[Pairs, int | None]:
    """Pairs, of which the first moves first, and who has a bye; adds it to `rested`.

    met: pairs in both orders.
    """
    order = list(here)
    lots.shuffle(order)
    order.sort(key=points.__getitem__, reverse=True)
    bye = None
    if len(order) % 2:
        bye = next((entry for entry in reversed(order) if entry not in rested), order[-1])
        rested.add(bye)
        order.remove(bye)
    order.reverse()  # the highest is last
    pairs = []
    while order:
        one = order.pop()
        last = len(order) - 1
        at = next((at for at in range(last, -1, -1) if (one, order[at]) not in met), last)
        two = order.pop(at)
        pairs.append((one, two) if lots.random() < 0.5 else (two, one))
    return pairs, bye
