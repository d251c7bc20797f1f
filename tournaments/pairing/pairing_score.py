"""The score that rounds are paired by.

It is the ranking score (`MatchRules.rank_by`), with one exception: events ranked by
board-plus-reserve points are paired by match points. Board-plus-reserve points form no score
groups, have no maximum that could define topscorers, and give nothing for a bye or a forfeit win,
so entries with one would be paired with the losers.

Used by the Swiss report, Monrad, tables, the checks and the comparison of edited rounds. Keizer
has its own ranking; a round robin and a bracket need no scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.errors import gettext_noop
from tournaments.pairing.interface import Reason
from tournaments.standings.points import Points
from tournaments.standings.scores import Score, scores
from tournaments.state import EventState, MatchRules

MATCH_POINTS, GAME_POINTS = "match_points", "game_points"
BOARD_PLUS_RESERVE = "board_plus_reserve"
# Before this edition, in events ranked by board-plus-reserve points, Monrad and tables paired by
# those points and a McMahon ignored its start points.
MATCH_POINTS_SINCE = 3

MESSAGES: dict[str, str] = {
    "paired_by_match_points": gettext_noop(
        "Board-plus-reserve points rank this event; its rounds are paired by match points, which "
        "count byes and forfeits and make score groups."
    ),
}


def pairing_score(state: EventState) -> str:
    """match_points, game_points or, in old proofs only, board_plus_reserve."""
    rank_by = state.rules.rank_by
    if rank_by != BOARD_PLUS_RESERVE:
        return rank_by
    by_rank = state.pairing_rules < MATCH_POINTS_SINCE and state.system in ("monrad", "tables")
    return BOARD_PLUS_RESERVE if by_rank else MATCH_POINTS


def pairing_points_x2(state: EventState) -> dict[int, Points]:
    """The score that each entry is paired by, in half points.

    state: with provisional results. Penalties, bonuses and points from an earlier stage are part
    of the ranking score and count if that score pairs; McMahon start points always count.
    """
    return dict(_points(state, scores(state)))


def _points(state: EventState, found: Mapping[int, Score]) -> Iterator[tuple[int, Points]]:
    ranks = pairing_score(state) == state.rules.rank_by
    start = (
        {entrant.number: entrant.start_points_x2 for entrant in state.entrants}
        if state.system == "mcmahon" and state.pairing_rules >= MATCH_POINTS_SINCE
        else {}
    )
    for entry, score in found.items():
        if ranks:
            yield entry, score.primary_x2
        else:
            yield entry, score.match_points_x2 + start.get(entry, 0)


def full_match_x2(rules: MatchRules) -> int:
    """Half points of a match won outright, in the pairing score."""
    if rules.rank_by == GAME_POINTS:
        return 2 * rules.games_per_match
    return rules.won_x2


def topscorers(state: EventState) -> frozenset[int]:
    """Before the last round, entries with more than half of the maximum score; else nobody.

    Source: FIDE C.04.3 art. 1.8: more than 50 % of the maximum possible score when the last
    round is paired. The maximum is a match won outright in each round and leg so far.
    """
    if state.next_round != state.rounds_total:
        return frozenset()
    matches = len({(played.round, played.leg) for played in state.played})
    full_x2 = full_match_x2(state.rules) * matches
    return frozenset(
        entry for entry, points_x2 in pairing_points_x2(state).items() if 2 * points_x2 > full_x2
    )


def score_reasons(state: EventState) -> tuple[Reason, ...]:
    """The reason that names the pairing score, if it is not the ranking score."""
    if pairing_score(state) == state.rules.rank_by:
        return ()
    return (Reason("paired_by_match_points", {}),)
