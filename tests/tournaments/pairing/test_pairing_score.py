"""One score pairs an event: the report for the engine, the checks, the costs and the systems.

FIDE C.04.3 art. 1.8: topscorers are those with over half of the maximum possible score when the
last round is paired; criterion C3 excuses nobody else from an absolute preference.
"""

from dataclasses import replace
from functools import partial

import pytest

from tests.tournaments.playing import bye, make_entrants
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.comparison import round_cost
from tournaments.pairing.interface import PairedRound, Pairing
from tournaments.pairing.pairing_score import (
    full_match_x2,
    pairing_points_x2,
    pairing_score,
    topscorers,
)
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.swiss.report import EngineInput
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing.systems.monrad import order_by_score, pair_monrad
from tournaments.pairing.systems.tables import pair_tables
from tournaments.pairing_child import pair_report
from tournaments.proof.proof import build, pair_again, read_state
from tournaments.state import (
    BYE_ALLOCATED,
    Adjustment,
    Entrant,
    EventState,
    MatchRules,
    MatchTable,
    Played,
    Slot,
    SlotResult,
)

pair = partial(pair_swiss, run_engine=pair_report)
ONE_GAME = MatchRules(match_table=MatchTable(), rank_by="board_plus_reserve")
BOARD_5 = 25


def won(number: int, seats: tuple[int, int], winner: int, reserve: int = 4) -> Played:
    """One game on 5x5; seat 1 moves first."""
    points = (2, 0) if seats[0] == winner else (0, 2)
    score = BOARD_5 + reserve
    result = SlotResult("played", "R-0", points, bpr=(score, 0) if points[0] else (0, score))
    return Played(number, seats, (Slot(1, result=result),))


def forfeit(number: int, seats: tuple[int, int]) -> Played:
    """The second of the two did not come."""
    return Played(number, seats, (Slot(1, result=SlotResult("forfeit", "", (2, 0), bpr=(0, 0))),))


def field(entries: int, *played: Played, rounds: int = 3, system: str = "swiss") -> EventState:
    last = max((p.round for p in played), default=0)
    return EventState(make_entrants(entries), rounds, last, played, ONE_GAME, system=system)


def even_before_the_last_round() -> EventState:
    """Two of three rounds. 1 and 2 moved first twice and have one of two points: not topscorers.

       round 1    round 2    points  board-plus-reserve
    1  5 first W  3 first L  1       29
    2  6 first W  4 first L  1       40
    3  7 ...                 2       58
    4  8 ...                 2       58
    """
    first = (won(1, (1, 5), 1), won(1, (2, 6), 2, 15), won(1, (7, 3), 3), won(1, (8, 4), 4))
    second = (won(2, (1, 3), 3), won(2, (2, 4), 4), won(2, (5, 7), 5), won(2, (6, 8), 6))
    return field(8, *first, *second)


def test_in_a_last_round_ranked_by_board_plus_reserve_an_illegal_first_move_is_reported() -> None:
    state = even_before_the_last_round()
    rest = [Pairing((3, 4), 2), Pairing((5, 6), 3), Pairing((7, 8), 4)]
    illegal = PairedRound(3, (Pairing((1, 2), 1), *rest))
    by_points = replace(state, rules=replace(ONE_GAME, rank_by="match_points"))
    said = [(reason.code, reason.params["entry"]) for reason in find_problems(state, illegal)]
    assert ("moves_first_again", 1) in said
    assert find_problems(state, illegal) == find_problems(by_points, illegal)


def test_topscorers_have_more_than_half_of_the_match_points_there_were() -> None:
    """3 and 4 have both points of two; 1 and 2 have one, which is half."""
    state = even_before_the_last_round()
    assert topscorers(state) == {3, 4}
    assert topscorers(replace(state, rounds_total=4)) == frozenset()


def test_where_game_points_rank_half_of_the_game_points_makes_a_topscorer() -> None:
    """Two games a match, 2 match points for one won: 3 of 4 game points are more than half."""
    slots = tuple(
        Slot(n, result=SlotResult("played", "", p)) for n, p in ((1, (2, 0)), (2, (1, 1)))
    )
    rules = MatchRules(games_per_match=2, match_table=MatchTable(), rank_by="game_points")
    state = EventState(
        tuple(map(Entrant, (1, 2, 3, 4))), 2, 1, (Played(1, (1, 2), slots), bye(1, 3)), rules
    )
    assert pairing_points_x2(state) == {1: 3, 2: 1, 3: 4, 4: 0}
    assert full_match_x2(rules) == 4
    assert topscorers(state) == {1, 3}
    even = tuple(replace(slot, result=SlotResult("played", "", (1, 1))) for slot in slots)
    level = replace(state, played=(Played(1, (1, 2), even),))
    assert topscorers(level) == frozenset()


def test_the_engine_and_the_check_see_the_same_scores() -> None:
    state = even_before_the_last_round()
    seen = EngineInput(state, (), "w").scores_x2[3]
    assert seen == pairing_points_x2(state) == {1: 2, 2: 2, 3: 4, 4: 4, 5: 2, 6: 2, 7: 0, 8: 0}
    paired = pair(state)
    assert find_problems(state, paired) == []
    assert paired.explanation[1].code == "paired_by_match_points"
    by_points = replace(state, rules=replace(ONE_GAME, rank_by="match_points"))
    assert pair(by_points).pairings == paired.pairings


def test_the_cost_of_a_round_counts_the_score_that_pairs() -> None:
    """Points apart: 3 and 1 by one, 4 and 7 by two, 2 and 5 by none, 8 and 6 by one."""
    state = even_before_the_last_round()
    rest = (Pairing((4, 7), 2), Pairing((2, 5), 3), Pairing((8, 6), 4))
    uneven = PairedRound(3, (Pairing((3, 1), 1), *rest))
    assert round_cost(state, uneven).scores == 1 + 4 + 0 + 1


def test_a_bye_and_a_forfeit_win_count_as_a_match_won_though_they_give_no_board_points() -> None:
    """After round 1 of 5 entries: 1 won with 29, 3 by forfeit, 5 had the bye."""
    state = field(5, won(1, (1, 2), 1), forfeit(1, (3, 4)), bye(1, 5))
    assert pairing_points_x2(state) == {1: 2, 2: 0, 3: 2, 4: 0, 5: 2}
    order = order_by_score(replace(state, system="monrad"))
    assert order == (1, 3, 5, 2, 4)
    paired = pair(state)
    met = {frozenset(p.seats) for p in paired.pairings}
    assert find_problems(state, paired) == []
    assert met & {frozenset((1, 3)), frozenset((1, 5)), frozenset((3, 5))}
    assert next(p.seats[0] for p in paired.pairings if p.kind == BYE_ALLOCATED) in (2, 4)


def test_a_bye_worth_less_than_a_win_pairs_as_what_it_is_worth() -> None:
    rules = replace(ONE_GAME, bye_allocated_x2=1)
    state = replace(field(3, won(1, (1, 2), 1), bye(1, 3)), rules=rules)
    assert pairing_points_x2(state) == {1: 2, 2: 0, 3: 1}


def test_a_postponed_game_counts_as_drawn_in_the_score_that_pairs() -> None:
    state = field(4, won(1, (1, 2), 1), Played(1, (3, 4), (Slot(1),)))
    assert order_by_score(replace(state, system="monrad")) == (1, 3, 4, 2)
    assert pairing_points_x2(with_provisional_results(state)) == {1: 2, 2: 0, 3: 1, 4: 1}
    assert EngineInput(with_provisional_results(state), (), "w").scores_x2[2] == {
        1: 2,
        2: 0,
        3: 1,
        4: 1,
    }


def test_a_correction_of_board_points_alone_pairs_the_same_round() -> None:
    state = even_before_the_last_round()
    more = won(1, (1, 5), 1, reserve=21)
    corrected = replace(state, played=(more, *state.played[1:]))
    assert pair(corrected).pairings == pair(state).pairings
    lost = won(1, (1, 5), 5)
    overturned = replace(state, played=(lost, *state.played[1:]))
    assert pairing_points_x2(overturned)[5] == 4


@pytest.mark.parametrize("rank_by", ["match_points", "game_points"])
def test_elsewhere_the_score_that_ranks_pairs_penalties_included(rank_by: str) -> None:
    fined = Entrant(1, adjustments=(Adjustment(1, -1),))
    state = field(2, won(1, (1, 2), 1))
    ranked = replace(state, entrants=(fined, Entrant(2)), rules=replace(ONE_GAME, rank_by=rank_by))
    assert pairing_score(ranked) == rank_by
    assert pairing_points_x2(ranked) == {1: 1, 2: 0}
    by_board = replace(ranked, rules=ONE_GAME)  # a penalty of half a board point moves nobody
    assert pairing_points_x2(by_board) == {1: 2, 2: 0}


def test_a_mcmahon_counts_its_start_points_whatever_ranks() -> None:
    state = field(4, won(1, (1, 2), 1), won(1, (3, 4), 3), system="mcmahon")
    begun = (Entrant(1), Entrant(2), Entrant(3, start_points_x2=4), Entrant(4, start_points_x2=4))
    assert pairing_points_x2(replace(state, entrants=begun)) == {1: 2, 2: 0, 3: 6, 4: 4}
    old = replace(state, entrants=begun, pairing_rules=2)
    assert pairing_points_x2(old) == {1: 2, 2: 0, 3: 2, 4: 0}


def test_tables_are_level_by_match_points() -> None:
    """1 won with 29 board points, 3 with 45: the two winners stand level."""
    state = field(4, won(1, (1, 2), 1), won(1, (3, 4), 3, 20), system="tables")
    options = replace(state.options, sizes=(4,))
    paired = pair_tables(replace(state, options=options))
    assert paired.pairings[0].explanation[0].params == {"worst": "0", "best": "1"}
    assert [reason.code for reason in paired.explanation][-1] == "paired_by_match_points"


def test_an_old_proof_of_a_monrad_is_paired_again_as_it_was() -> None:
    """By board-plus-reserve 3 stood above 1, and who had the bye at the bottom."""
    state = field(5, won(1, (1, 2), 1), won(1, (3, 4), 3, reserve=20), bye(1, 5), system="monrad")
    now = pair_monrad(state)
    document = build(system="monrad", seed=0, state=state, paired=now)
    assert document["version"] > 2
    assert pair_again(document).pairings == now.pairings
    assert order_by_score(read_state(document["input"])) == (1, 3, 5, 2, 4)
    old = {**document, "version": 2, "input": {**document["input"]}}
    del old["input"]["pairing_rules"]  # as versions 1 and 2 wrote it
    assert order_by_score(read_state(old["input"])) == (3, 1, 2, 4, 5)
    assert pair_again(old).pairings != now.pairings


def test_an_old_proof_of_a_swiss_is_the_same_round() -> None:
    state = even_before_the_last_round()
    paired = pair(state)
    document = build(system="swiss", seed=0, state=state, paired=paired)
    del document["input"]["pairing_rules"]
    assert pair_again(document, run_engine=pair_report).pairings == paired.pairings
