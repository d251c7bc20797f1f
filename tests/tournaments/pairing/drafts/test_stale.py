"""Which changes since a round was paired make pairing it again give something else."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.playing import bye, make_entrants, match, one_game
from tournaments.pairing.drafts.stale import have_results_changed
from tournaments.state import Adjustment, EventState, MatchRules, SlotResult
from tournaments.state.teams import LineUp, TeamMatch

GAME = one_game(1, (1, 2))
SEEN = EventState(
    make_entrants(5),
    5,
    1,
    (GAME, one_game(1, (3, 4)), bye(1, 5)),
    matches=(TeamMatch(1, 1, (1, 2)),),
    rules=MatchRules(tiebreaks=("BH",)),
)


def changed(now: EventState, *, system: str = "swiss", seen: EventState = SEEN) -> bool:
    return have_results_changed(seen, now, system=system)


def with_game(**changes: Any) -> EventState:
    return replace(SEEN, played=(replace(GAME, **changes), *SEEN.played[1:]))


def with_slot(**changes: Any) -> EventState:
    return with_game(slots=(replace(GAME.slots[0], **changes),))


def with_entrant(**changes: Any) -> EventState:
    return replace(SEEN, entrants=(replace(SEEN.entrants[0], **changes), *SEEN.entrants[1:]))


def result(points_x2: tuple[int, int] = (2, 0), **fields: Any) -> SlotResult:
    return SlotResult(**{"kind": "played", "outcome": "", "points_x2": points_x2, **fields})


USED = {
    "the points of a game": with_slot(result=result((1, 1))),
    "how a game ended": with_slot(result=result(outcome="1-0")),
    "that it was forfeited": with_slot(result=result(kind="forfeit")),
    "that it is open again": with_slot(result=None),
    "who moved first": with_slot(first_seat=2),
    "which game it was": with_slot(number=2),
    "what kind of game": with_slot(kind="extra"),
    "another game": replace(SEEN, played=(match(1, (1, 2), (2, 0), (2, 0)), *SEEN.played[1:])),
    "who sat there": with_game(seats=(1, 5)),
    "the leg": with_game(leg=2),
    "the round": with_game(round=2),
    "a bye that was asked for": with_game(kind="bye_asked"),
    "the points of a bye": with_game(bye_points_x2=1),
    "a round less": replace(SEEN, played=SEEN.played[:2]),
    "a penalty": with_entrant(adjustments=(Adjustment(1, -1),)),
    "points to begin with": with_entrant(start_points_x2=2),
    "the scoring": replace(SEEN, rules=replace(SEEN.rules, rank_by="game_points")),
    "a decision for a team": replace(SEEN, matches=(TeamMatch(1, 1, (1, 2), decided_for=1),)),
}


@pytest.mark.parametrize("now", USED.values(), ids=USED)
def test_what_a_swiss_was_paired_from(now: EventState) -> None:
    assert changed(now)


NOT_USED = {
    "nothing": SEEN,
    "the order of the games": replace(SEEN, played=SEEN.played[::-1]),
    "a tie-break": replace(SEEN, rules=replace(SEEN.rules, tiebreaks=("SB",))),
    "a penalty of a later entry": replace(
        SEEN, entrants=(*SEEN.entrants, replace(SEEN.entrants[0], number=6, start_points_x2=2))
    ),
    "a name of the group": with_entrant(group="A"),
    "board-plus-reserve points": with_slot(result=result(bpr=(5, 0))),
    "another match of teams": replace(SEEN, matches=(*SEEN.matches, TeamMatch(1, 2, (3, 4)))),
}


@pytest.mark.parametrize("now", NOT_USED.values(), ids=NOT_USED)
def test_what_a_swiss_was_not_paired_from(now: EventState) -> None:
    assert not changed(now)


@pytest.mark.parametrize(
    "system", ["round_robin", "team_round_robin", "scheveningen", "manual", "ladder", "arena"]
)
def test_systems_that_read_no_results(system: str) -> None:
    assert not any(changed(now, system=system) for now in USED.values())
    assert changed(replace(SEEN, lineups=(LineUp(1, (1,)),)), system=system)


BY_BOARDS = replace(SEEN.rules, rank_by="board_plus_reserve")


@pytest.mark.parametrize("where", [{"rules": BY_BOARDS}, {"system": "team_knockout"}])
def test_board_plus_reserve_points_where_they_decide(where: dict[str, Any]) -> None:
    now = replace(with_slot(result=result(bpr=(5, 0))), **where)
    assert changed(now, seen=replace(SEEN, **where))
