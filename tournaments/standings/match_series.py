"""A match as a series of games: the leader, whether it is decided, and games still needed.

The rules of Tak do not define matches; this is the project's own rule, as leagues use it. The side
with more points from the regular games wins. If tied, pairs of play-off games follow, each seat
moving first in one of them, until a pair is not tied. A single play-off game decides nothing.
Play-offs never count in the match score (points.py).

A match or play-off pair with only double forfeits is over without a winner. Cancelled games
decide nothing and are followed by play-offs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.state import (
    CANCELLED,
    DOUBLE_FORFEIT,
    PLAYOFF,
    MatchRules,
    Played,
    Slot,
    SlotResult,
    first_seat_of_game,
)

GAME_X2 = 2  # points of a game, in half points


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """Changes to the slots of a match.

    not_needed: numbers of open slots that cannot change the outcome. to_add: missing play-off
    slots; numbers and alternating first moves continue from the last slot.
    """

    not_needed: tuple[int, ...] = ()
    to_add: tuple[Slot, ...] = ()


def leading_seat(played: Played) -> int | None:
    """The leading seat, by regular games, then by complete play-off pairs; None if level.

    A drawn match of teams may be decided otherwise (`decided_for`). The only seat of a bye leads.
    """
    if played.is_bye:
        return 1
    for games in (played.results, *_playoff_pairs(played)):
        first, second = (sum(game.points_x2[at] for game in games) for at in (0, 1))
        if first != second:
            return 1 if first > second else 2
    return played.decided_for


def is_decided(played: Played, rules: MatchRules, *, to_majority: bool) -> bool:
    """Whether the match is over; then `leading_seat` is the winner, None after double forfeits.

    to_majority: the match ends as soon as the remaining games cannot change the winner.
    """
    if played.is_bye:
        return True
    if not played.is_finished:
        return to_majority and _is_out_of_reach(played, rules)
    pairs = list(_playoff_pairs(played))
    nobody_came = any(map(_is_double_forfeit, (played.results, *pairs)))
    return nobody_came or leading_seat(played) is not None


def plan_slots(
    played: Played, rules: MatchRules, *, to_majority: bool, elimination: bool
) -> SeriesPlan:
    """The open slots to cancel and the play-off slots to add.

    elimination: a match must have a winner; otherwise a tied match stays tied.
    """
    if is_decided(played, rules, to_majority=to_majority):
        return SeriesPlan(not_needed=tuple(s.number for s in played.slots if s.result is None))
    if not (elimination and played.is_finished):
        return SeriesPlan()
    playoffs = _playoffs(played)
    if len(playoffs) % 2 == 0 and any(slot.result is None for slot in playoffs):
        return SeriesPlan()
    last = max(played.slots, key=lambda slot: slot.number)
    missing = 2 - len(playoffs) % 2
    return SeriesPlan(to_add=tuple(_slot_after(last, step) for step in range(1, missing + 1)))


def _slot_after(last: Slot, step: int) -> Slot:
    first_seat = first_seat_of_game(first_seat=last.first_seat, number=step + 1)
    return Slot(last.number + step, first_seat, PLAYOFF)


def _playoffs(played: Played) -> list[Slot]:
    slots = (slot for slot in played.slots if slot.kind == PLAYOFF)
    return sorted(slots, key=lambda slot: slot.number)


def _playoff_pairs(played: Played) -> Iterator[tuple[SlotResult, SlotResult]]:
    """Results of the play-off pairs in order, up to the first incomplete one."""
    if not played.is_finished:
        return
    slots = _playoffs(played)
    for one, other in zip(slots[::2], slots[1::2], strict=False):
        if one.result is None or other.result is None:
            return
        yield one.result, other.result


def _is_out_of_reach(played: Played, rules: MatchRules) -> bool:
    games_left = len(played.regular_slots) - len(played.results)
    totals = sorted(sum(game.points_x2[at] for game in played.results) for at in (0, 1))
    return totals[1] - totals[0] > games_left * max(GAME_X2, rules.forfeit_won_x2)


def _is_double_forfeit(games: Iterable[SlotResult]) -> bool:
    kinds = {game.kind for game in games}
    return DOUBLE_FORFEIT in kinds and kinds <= {DOUBLE_FORFEIT, CANCELLED}
