"""What is certain by the points that can still be reached: first place, and the cut-off.

Sound and cheap, and without a simulation: a place is certain if fewer others than that can reach
the points that the entry has at least, and out of reach if as many others already have more than
it can reach. Results may be forfeits. What an arbiter changes later is not foreseen: corrections,
penalties, and players who enter late with points.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.outlook.completions import even_chances
from tournaments.outlook.exact import can_enumerate, enumerate_ways
from tournaments.outlook.open_games import open_games, with_fixed_rounds
from tournaments.outlook.places import (
    BOARD_POINTS,
    Range,
    places_by_standings,
    ranking_points,
    without_facts,
)
from tournaments.standings.crosstable import GAME_POINTS
from tournaments.standings.points import Points
from tournaments.standings.table import BRACKET, KEIZER, ranked_by
from tournaments.state import BYE_ALLOCATED, BYE_ASKED, ROLLING, EventState, MatchRules, Played

CLINCHED, ELIMINATED, OPEN = "clinched", "eliminated", "open"
# The work of ranking all ways, as in `exact`, while the standings are refreshed: some 0.1 s.
MOST_WORK = 10_000
Bounds = tuple[Points, Points]  # the least and the most points at the end


@dataclass(frozen=True, slots=True)
class CutOff:
    """places: of each group. has_rest: the best of the rest qualify too, so nobody is out yet."""

    places: int
    has_rest: bool = False


def place_bounds(
    state: EventState, points: Mapping[int, Points] | None = None
) -> dict[int, Range] | None:
    """Best and worst possible place of every entry in its group at the end of the stage.

    points: the ranking points, where somebody has computed them.

    None if there are no bounds: the number of rounds is not known, or points depend on the boards.
    """
    ranked = ranked_by(state)
    if ranked == BRACKET:
        return places_by_standings(state)
    if ranked in (KEIZER, BOARD_POINTS, *ROLLING) or not state.rounds_total:
        return None
    bounds = point_bounds(state, ranking_points(state) if points is None else points)
    return {entry: found for group in _groups(state) for entry, found in _by_bounds(group, bounds)}


def standings_marks(
    state: EventState, cut_off: CutOff | None, points: Mapping[int, Points] | None = None
) -> dict[int, dict[str, str]]:
    """For each entry with anything certain: `first` and `cutoff`, each CLINCHED or ELIMINATED.

    Nothing for a stage before its first round. All ways are ranked too where that is quick.
    """
    if state.current_round <= state.rounds_before or not _is_going(state):
        return {}
    bounds = place_bounds(state, points)
    if bounds is None:
        return {}
    if ranked_by(state) != BRACKET:
        bounds = _narrowed(state, bounds)
    found: dict[int, dict[str, str]] = {}
    for entry, (best, worst) in bounds.items():
        marks = {"first": mark(best, worst, 1)}
        if cut_off is not None:
            through = mark(best, worst, cut_off.places)
            marks["cutoff"] = OPEN if cut_off.has_rest and through == ELIMINATED else through
        if kept := {name: value for name, value in marks.items() if value != OPEN}:
            found[entry] = kept
    return found


def mark(best: int, worst: int, place: int) -> str:
    """Whether this place or a better one is certain, or out of reach."""
    if worst <= place:
        return CLINCHED
    return ELIMINATED if best > place else OPEN


def point_bounds(state: EventState, now: Mapping[int, Points]) -> dict[int, Bounds]:
    """The least and the most ranking points of every entry at the end of the stage."""
    rules = state.rules
    rounds = range(state.next_round, state.rounds_total + 1)
    most = _most_of_match(rules)
    coming = sum(state.legs_of_round(number - state.rounds_before) for number in rounds)
    low: dict[int, Points] = dict(now)
    high: dict[int, Points] = {}
    for entrant in state.entrants:
        missed = max((absence.points_x2 for absence in entrant.absences), default=0)
        high[entrant.number] = now[entrant.number] + coming * max(most, missed)
    for played in state.played:
        if not played.is_finished:
            for entry, (least, top) in zip(played.seats, _bounds_of(played, rules), strict=True):
                if entry in low:
                    low[entry] += least
                    high[entry] += top
    for entrant in state.entrants:
        for change in entrant.adjustments:
            if change.after_round > state.current_round:
                low[entrant.number] += change.points_x2
                high[entrant.number] += change.points_x2
    return {entry: (low[entry], high[entry]) for entry in now}


def _is_going(state: EventState) -> bool:
    """Whether anything is left to be played."""
    if ranked_by(state) == BRACKET:
        return any(best != worst for best, worst in places_by_standings(state).values())
    return state.current_round < state.rounds_total or bool(open_games(state))


def _narrowed(state: EventState, bounds: Mapping[int, Range]) -> dict[int, Range]:
    """The bounds, narrowed to places that any of all ways gives, if they are few."""
    whole = with_fixed_rounds(without_facts(state))
    found, names = dict(bounds), {entrant.group for entrant in state.entrants}
    if whole.current_round < whole.rounds_total:
        return found
    for name in names:
        group = whole.of_group(name)
        if can_enumerate(group, most_work=MOST_WORK // len(names)):
            ways = enumerate_ways(group, even_chances)
            found |= {entry: ways.extremes(entry) for entry in ways.entries}
    return found


def _groups(state: EventState) -> list[list[int]]:
    groups: dict[str, list[int]] = {}
    for entrant in state.entrants:
        groups.setdefault(entrant.group, []).append(entrant.number)
    return list(groups.values())


def _by_bounds(group: Iterable[int], bounds: Mapping[int, Bounds]) -> list[tuple[int, Range]]:
    """The places of the entries of a group; sorted bounds, so a thousand are quick."""
    members = list(group)
    lows = sorted(bounds[entry][0] for entry in members)
    highs = sorted(bounds[entry][1] for entry in members)
    found = []
    for entry in members:
        low, high = bounds[entry]
        above = len(lows) - bisect_right(lows, high)  # have more than it can reach
        reaching = len(highs) - bisect_left(highs, low) - 1  # others; its own reach is among them
        found.append((entry, (above + 1, reaching + 1)))
    return found


def _bounds_of(played: Played, rules: MatchRules) -> tuple[Bounds, ...]:
    """What an unfinished match can still give each seat, beside what the standings count now."""
    top, bottom = _most_of_game(rules), min(0, *_unplayed(rules))
    left = len(played.regular_slots) - len(played.results) or 1
    if rules.match_table is not None and rules.rank_by != GAME_POINTS:
        table = rules.match_table
        points = (table.won_x2, table.tied_x2, table.lost_x2, 0)
        return ((min(points), max(points)),) * len(played.seats)
    counted = rules.rank_by == GAME_POINTS
    given = [sum(r.points_x2[at] for r in played.results) for at in range(len(played.seats))]
    return tuple(
        (bottom * left + (0 if counted else now), top * left + (0 if counted else now))
        for now in given
    )


def _unplayed(rules: MatchRules) -> tuple[int, ...]:
    """Game points of a game that is not played."""
    return (
        rules.forfeit_won_x2,
        rules.forfeit_lost_x2,
        rules.double_forfeit_x2,
        rules.cancelled_x2,
    )


def _most_of_game(rules: MatchRules) -> int:
    return max(2, *_unplayed(rules))


def _most_of_match(rules: MatchRules) -> int:
    """The most that a round can give: a match won, a forfeit or a bye."""
    games = rules.games_per_match * _most_of_game(rules)
    table = rules.match_table
    won = max(table.won_x2, table.tied_x2, table.lost_x2) if table else games
    byes = (rules.bye_x2(BYE_ALLOCATED), rules.bye_x2(BYE_ASKED))
    return max(won if rules.rank_by != GAME_POINTS else games, rules.won_x2, *byes)
