"""The outlook of a stage: which ways are tried and how, or why there is none.

Of a stage with groups it is that of one group. Places are those after the last round of the stage
if its rounds are known, else after the last published round (`Outlook.after_round`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.errors import gettext_noop
from tournaments.outlook import eliminations
from tournaments.outlook.completions import ChancesOf, Completions
from tournaments.outlook.exact import can_enumerate, enumerate_ways
from tournaments.outlook.marks import place_bounds
from tournaments.outlook.open_games import open_games, with_fixed_rounds
from tournaments.outlook.places import (
    BOARD_POINTS,
    Range,
    tiebreaks_left_out,
    without_facts,
)
from tournaments.outlook.simulate import samples_for, simulate_ways
from tournaments.standings.table import BRACKET, KEIZER, ranked_by
from tournaments.state import ROLLING, EventState

# Systems whose rounds to come have a stand-in; of others only published rounds are looked at.
PAIRED_BY_SCORE = frozenset({"swiss", "mcmahon", "monrad"})

REFUSALS: dict[str, str] = {
    "outlook_no_round": gettext_noop(
        "No round of this stage is published yet: there is nothing to count on."
    ),
    "outlook_nothing_open": gettext_noop(
        "Every game of this stage has a result: the places are those of the standings."
    ),
    "outlook_tables": gettext_noop(
        "At tables of more than two a game can end in too many ways to say what somebody needs."
    ),
    "outlook_teams": gettext_noop(
        "In an event of teams the boards of later rounds are not known: nobody can say what a "
        "player needs."
    ),
    "outlook_board_points": gettext_noop(
        "This event is ranked by board-plus-reserve points, which depend on how games are played: "
        "nobody can say what somebody needs."
    ),
    "outlook_rolling": gettext_noop(
        "On a ladder and in an arena nobody knows who will meet whom, nor how often: nobody can "
        "say what somebody needs."
    ),
    "outlook_too_large": gettext_noop(
        "This stage is too large, and has too many games to come, for an outlook."
    ),
}


class OutlookRefused(Exception):
    """code: a key of REFUSALS."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Outlook:
    """seed: of a simulation, None of all ways. rounds: unpublished ones with stand-in pairings.

    left_out: tie-breaks that need facts of games. by_points: no tie-breaks at all. bounds: places
    that are still possible, by entry; None if they are not known.
    """

    found: Completions
    after_round: int
    is_final: bool
    seed: int | None = None
    rounds: int = 0
    left_out: tuple[str, ...] = ()
    by_points: bool = False
    is_bracket: bool = False
    bounds: dict[int, Range] | None = None


def stage_outlook(
    state: EventState,
    entry: int,
    chances_of: ChancesOf,
    *,
    seed: int,
    has_time: Callable[[], bool] = lambda: True,
) -> Outlook:
    """The outlook of the group of an entry. The same seed gives the same one, but for `has_time`.

    has_time: says when a simulation that has its fewest samples has to end.

    :raises OutlookRefused: there is none.
    :raises KeyError: the entry does not take part.
    """
    group = state.entrant(entry).group
    if state.current_round <= state.rounds_before:
        raise OutlookRefused("outlook_no_round")
    if any(len(played.seats) > 2 for played in state.played) or state.system == "tables":
        raise OutlookRefused("outlook_tables")
    if state.system in ROLLING:
        raise OutlookRefused("outlook_rolling")
    if state.teams:
        raise OutlookRefused("outlook_teams")
    if ranked_by(state) == BRACKET:
        return _bracket_outlook(state, chances_of, seed, has_time)
    if ranked_by(state) == BOARD_POINTS:
        raise OutlookRefused("outlook_board_points")
    bounds = place_bounds(state)
    left_out = tiebreaks_left_out(state.rules.tiebreaks)
    whole = with_fixed_rounds(without_facts(state)).of_group(group)
    rounds = 0
    if whole.system in PAIRED_BY_SCORE:
        rounds = max(0, whole.rounds_total - whole.current_round)
    if not open_games(whole) and not rounds:
        raise OutlookRefused("outlook_nothing_open")
    made = Outlook(
        found=Completions((), (), is_exact=True),
        after_round=whole.current_round + rounds,
        is_final=0 < whole.rounds_total <= whole.current_round + rounds,
        rounds=rounds,
        left_out=left_out,
        bounds=bounds,
    )
    if not rounds and can_enumerate(whole):
        return replace(made, found=enumerate_ways(whole, chances_of))
    return _simulated(made, whole, chances_of, seed, has_time)


def _simulated(
    made: Outlook,
    state: EventState,
    chances_of: ChancesOf,
    seed: int,
    has_time: Callable[[], bool],
) -> Outlook:
    samples, by_standings = samples_for(state, made.rounds)
    if not samples or (ranked_by(state) == KEIZER and not by_standings):
        raise OutlookRefused("outlook_too_large")
    found = simulate_ways(
        state,
        chances_of,
        samples=samples,
        seed=seed,
        rounds=made.rounds,
        by_points=not by_standings,
        has_time=has_time,
    )
    return replace(made, found=found, seed=seed, by_points=not by_standings)


def _bracket_outlook(
    state: EventState, chances_of: ChancesOf, seed: int, has_time: Callable[[], bool]
) -> Outlook:
    if not eliminations.matches_left(state):
        raise OutlookRefused("outlook_nothing_open")
    made = Outlook(
        found=Completions((), (), is_exact=True),
        after_round=0,
        is_final=True,
        is_bracket=True,
        bounds=place_bounds(state),
    )
    if eliminations.can_enumerate_bracket(state):
        return replace(made, found=eliminations.enumerate_brackets(state, chances_of))
    samples = eliminations.samples_for_bracket(state)
    if not samples:
        raise OutlookRefused("outlook_too_large")
    found = eliminations.simulate_brackets(
        state, chances_of, samples=samples, seed=seed, has_time=has_time
    )
    return replace(made, found=found, seed=seed)
