"""The ranking of a ladder: a fold of its facts, in order of time, with every move.

The entries begin in their starting order. A match is a challenge of whoever stands lower when it is
decided: if the lower one wins it moves up, by `options.moves`: SWAP, the two change rungs; INSERT,
it takes the rung, and all from there down to its own old rung go down by one. A draw, a match
cancelled, a double forfeit and a win of the higher one move nobody. A challenge that was conceded
counts as won by the challenger. Club ladders differ in these rules; docs/ladder.md has an example
of each that can be followed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import gettext_noop
from tournaments.standings.points import is_won_game, match_points_x2
from tournaments.state import (
    CONCEDED,
    DECIDED,
    DROPPED,
    INSERT,
    SWAP,
    EventState,
    LadderFact,
    Played,
)

MESSAGES: dict[str, str] = {
    "moved_by_swap": gettext_noop(
        "{high} won against {low} and changed rungs: from {before} to {after}."
    ),
    "moved_by_insert": gettext_noop(
        "{high} won against {low} and took rung {after}; those from there to rung {before} "
        "went down by one."
    ),
    "moved_by_concession": gettext_noop(
        "{low} declined the challenge of {high} or left it without an answer: {high} went from "
        "rung {before} to {after}."
    ),
    "dropped_for_inactivity": gettext_noop(
        "{entry} had not played for too long and went from rung {before} to {after}."
    ),
}


@dataclass(frozen=True, slots=True)
class LadderMove:
    """A change of the ranking. code: a key of MESSAGES. before, after: rungs of `entry`.

    other: the one it passed, or of a drop the one it went below.
    """

    code: str
    entry: int
    other: int
    before: int
    after: int
    fact: LadderFact

    @property
    def params(self) -> dict[str, int | str]:
        rungs = {"before": self.before, "after": self.after}
        if self.code == "dropped_for_inactivity":
            return {"entry": self.entry, **rungs}
        return {"high": self.entry, "low": self.other, **rungs}


class LadderRanking(NamedTuple):
    """order: entries from the top rung down. moves: in order of time."""

    order: tuple[int, ...]
    moves: tuple[LadderMove, ...]

    def rungs(self) -> dict[int, int]:
        """The rung of each entry, from 1."""
        return {entry: rung for rung, entry in enumerate(self.order, start=1)}


def rank_ladder(state: EventState) -> LadderRanking:
    """The ranking after everything in `state`; the same facts give the same ranking.

    A match that is decided but has no fact comes last, in the order of rounds.
    """
    order = list(state.entries_by_seed)
    moves: list[LadderMove] = []
    for fact in _facts(state):
        move = _apply(order, fact, by=state.options.moves)
        if move is not None:
            moves.append(move)
    return LadderRanking(tuple(order), tuple(moves))


def _facts(state: EventState) -> Iterator[LadderFact]:
    """All facts with the winner of each match as challenger; matches without one are left out."""
    winners = {(p.round, frozenset(p.seats)): _winner_and_loser(p, state) for p in state.played}
    for fact in state.ladder:
        if fact.kind != DECIDED:
            yield fact
            continue
        pair = winners.pop((fact.round, frozenset((fact.challenger, fact.challenged))), None)
        if pair is not None:
            yield LadderFact(fact.at, DECIDED, *pair, fact.round)
    for (number, _seats), pair in winners.items():
        if pair is not None:
            yield LadderFact("", DECIDED, *pair, number)


def _winner_and_loser(played: Played, state: EventState) -> tuple[int, int] | None:
    points = match_points_x2(played, state.rules)
    if points is None or len(points) != 2:
        return None
    for at in (0, 1):
        if is_won_game(points, at):
            return played.seats[at], played.seats[1 - at]
    return None


def _apply(order: list[int], fact: LadderFact, *, by: str) -> LadderMove | None:
    """Change the order; None if nobody moves."""
    if not {fact.challenger, fact.challenged} <= set(order):
        return None
    mine, other = order.index(fact.challenger), order.index(fact.challenged)
    if fact.kind == DROPPED:
        if other <= mine:
            return None
        order.insert(other, order.pop(mine))
        code = "dropped_for_inactivity"
    elif mine <= other:
        return None
    else:
        if by == INSERT:
            order.insert(other, order.pop(mine))
        else:
            order[mine], order[other] = order[other], order[mine]
        code = "moved_by_concession" if fact.kind == CONCEDED else _CODES[by]
    return LadderMove(code, fact.challenger, fact.challenged, mine + 1, other + 1, fact)


_CODES = {SWAP: "moved_by_swap", INSERT: "moved_by_insert"}
