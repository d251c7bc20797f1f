"""Points of an arena, match by match.

A match won gives 2 points, a tied one 1, a lost one 0. With `options.streaks` the points of a match
are doubled if the entry has won its last two matches: a streak, which lasts until it fails to win.
Source: the arena tournaments of lichess.org (lichess.org/tournament/help, "How are scores
calculated?"), without its rule on draws in a row. With `options.berserk` a match that is won over
the board gives one more point, which is not doubled, to a player who halved the own time before it
(docs/arena.md). A forfeit counts as a match;
a cancelled match and a bye give nothing and neither begin nor end a streak. The matches of an
entry count in the order of rounds: it has one at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.standings.points import is_won_game, match_points_x2
from tournaments.state import CANCELLED, OVER_THE_BOARD, EventState, Played

WON, TIED, LOST = 2, 1, 0
STREAK_AFTER = 2
BERSERK = 1  # more for a match won


class ArenaMatch(NamedTuple):
    """A finished match of an entry: points as counted.

    doubled: in a streak. berserk: won with half the time, for one point more.
    """

    round: int
    opponent: int
    points: int
    doubled: bool
    berserk: bool = False


def arena_matches(state: EventState) -> dict[int, tuple[ArenaMatch, ...]]:
    """The finished matches of every entrant, in order."""
    found: dict[int, list[ArenaMatch]] = {number: [] for number in state.entry_numbers}
    running = dict.fromkeys(found, 0)  # matches won in a row
    for played in sorted(state.played, key=lambda p: (p.round, p.leg)):
        for entry, opponent, won in _ends(played, state):
            if entry not in found:
                continue
            doubled = state.options.streaks and running[entry] >= STREAK_AFTER
            berserk = won == WON and _counts_berserk(played, entry, state)
            points = won * (2 if doubled else 1) + BERSERK * berserk
            found[entry].append(ArenaMatch(played.round, opponent, points, doubled, berserk))
            running[entry] = running[entry] + 1 if won == WON else 0
    return {entry: tuple(matches) for entry, matches in found.items()}


def arena_points(state: EventState) -> dict[int, int]:
    """The points of every entrant, with bonuses and penalties left out."""
    return {
        entry: sum(match.points for match in matches)
        for entry, matches in arena_matches(state).items()
    }


def _counts_berserk(played: Played, entry: int, state: EventState) -> bool:
    """Whether the entry halved its time, and the match was played."""
    is_played = all(result.kind in OVER_THE_BOARD for result in played.results)
    seat = played.seats.index(entry) + 1
    return state.options.berserk and is_played and seat in played.berserk


def _ends(played: Played, state: EventState) -> Iterator[tuple[int, int, int]]:
    """Entry, opponent, and plain points, of a match that is over."""
    points = match_points_x2(played, state.rules)
    if points is None or len(points) != 2:
        return
    kinds = {result.kind for result in played.results}
    if kinds == {CANCELLED}:
        return
    is_tied = points[0] == points[1] and max(points) > 0
    for at in (0, 1):
        plain = WON if is_won_game(points, at) else TIED if is_tied else LOST
        yield played.seats[at], played.seats[1 - at], plain
