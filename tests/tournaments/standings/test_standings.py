import gc
import json
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.playing import make_entrants, match
from tournaments.standings import StandingsTable, build_table, derive_value
from tournaments.standings.points import match_points_x2
from tournaments.standings.scores import scores
from tournaments.standings.tiebreaks.registry import HALF_POINTS, MESSAGES, TIEBREAKS, ranking_value
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    MatchRules,
    MatchTable,
    Played,
    Slot,
    SlotResult,
)

TWO_GAMES = MatchRules(games_per_match=2, match_table=MatchTable(won_x2=4, tied_x2=2, lost_x2=0))


def won(seat: int, bpr: int = 0, kind: str = "played") -> SlotResult:
    points = (2, 0) if seat == 1 else (0, 2)
    return SlotResult(kind, "", points, (bpr, 0) if seat == 1 else (0, bpr))


DRAW = SlotResult("played", "1/2-1/2", (1, 1), (0, 0))
NOBODY = SlotResult("double_forfeit", "", (0, 0))
CANCELLED = SlotResult("cancelled", "", (0, 0))


def event(
    *played: Played, size: int = 4, rules: MatchRules = TWO_GAMES, current_round: int = 1
) -> EventState:
    return EventState(make_entrants(size), 3, current_round, played, rules)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ((won(1), won(1)), (4, 0)),
        ((won(1), DRAW), (4, 0)),
        ((won(1), won(2)), (2, 2)),
        ((won(1), won(2, kind="forfeit")), (2, 2)),
        ((won(1), NOBODY), (4, 0)),
        ((NOBODY, NOBODY), (0, 0)),
        ((NOBODY, CANCELLED), (0, 0)),
        ((CANCELLED, CANCELLED), None),
        ((won(1), CANCELLED), (4, 0)),
        ((won(1), None), None),
    ],
)
def test_games_make_a_match(
    results: tuple[SlotResult | None, ...], expected: tuple[int, int] | None
) -> None:
    assert match_points_x2(match(1, (1, 2), *results), TWO_GAMES) == expected


def test_a_table_of_four_after_a_double_round() -> None:
    # Two games a match, 2-1-0 match points; board-plus-reserve of the winner in brackets.
    #      1          2          3          4        match  games  bpr
    # 1    .        2 (29+27)    1 (26)     -          3      3     82
    # 2    0          .          -         2 (25+30)   2      2     55
    # 3    1 (31)     -          .         ½ forfeit   3      2½    31
    # 4    -          0          ½          .          0      ½      0
    state = event(
        match(1, (1, 2), won(1, 29), won(1, 27)),
        match(1, (3, 4), won(1, kind="forfeit"), DRAW),
        match(2, (1, 3), won(1, 26), won(2, 31)),
        match(2, (2, 4), won(1, 25), won(1, 30)),
        current_round=2,
        rules=replace(TWO_GAMES, tiebreaks=("GP", "BPR")),
    )
    rows = build_table(state).rows
    assert [(r.rank, r.entry, r.match_points_x2, r.game_points_x2, r.bpr) for r in rows] == [
        (1, 1, 6, 6, 82),
        (2, 3, 6, 5, 31),
        (3, 2, 4, 4, 55),
        (4, 4, 0, 1, 0),
    ]
    assert [(r.wins, r.won, r.played) for r in rows] == [(1, 3, 2), (1, 1, 2), (1, 2, 2), (0, 0, 2)]
    assert rows[0].tie_breaks == (6, 82)


def test_an_unfinished_match_gives_its_games_but_no_match_points() -> None:
    row = build_table(event(match(1, (1, 2), won(1, 29), None))).rows[0]
    assert (row.entry, row.match_points_x2, row.game_points_x2, row.bpr) == (1, 0, 2, 29)


def test_a_play_off_counts_for_nothing_here() -> None:
    decider = Slot(3, kind="playoff", result=won(1, 40))
    tied = match(1, (1, 2), won(1, 29), won(2, 29))
    score = scores(event(replace(tied, slots=(*tied.slots, decider))))
    assert (score[1].match_points_x2, score[1].game_points_x2, score[1].bpr) == (2, 2, 29)


def test_a_forfeit_gives_points_and_a_win_but_no_reserve_and_no_game_won() -> None:
    forfeits = [won(1, 29, kind="forfeit")] * 2
    score = scores(event(match(1, (1, 2), *forfeits)))[1]
    assert (score.match_points_x2, score.game_points_x2, score.wins) == (4, 4, 1)
    assert (score.bpr, score.won, score.played) == (0, 0, 0)


def test_byes_and_absences_give_their_points_once() -> None:
    state = event(
        Played(1, (1,), kind="bye_allocated"),
        Played(1, (2,), kind="bye_asked", bye_points_x2=2),
        size=0,
        current_round=2,
    )
    entrants = (
        Entrant(1),
        Entrant(2, absences=(Absence(1, 2, points_x2=2),)),
        Entrant(3, absences=(Absence(1, 1, points_x2=2), Absence(2))),
    )
    score = scores(replace(state, entrants=entrants))
    assert [(s.match_points_x2, s.game_points_x2, s.wins) for s in score.values()] == [
        (4, 4, 1),  # allocated: as a match won
        (4, 4, 0),  # a paired bye in round 1 and the absence in round 2
        (2, 2, 0),  # half a match in round 1, nothing after withdrawing
    ]


@pytest.mark.parametrize(
    ("rank_by", "expected"), [("match_points", 5), ("game_points", 4), ("board_plus_reserve", 57)]
)
def test_an_adjustment_changes_the_score_that_ranks(rank_by: str, expected: int) -> None:
    state = event(match(1, (1, 2), won(1, 29), DRAW), rules=replace(TWO_GAMES, rank_by=rank_by))
    fined = Entrant(1, start_points_x2=2, adjustments=(Adjustment(1, -1), Adjustment(2, -9)))
    assert (
        scores(replace(state, entrants=(fined, Entrant(2))))[1].primary_x2
        == expected + (rank_by == "board_plus_reserve") * 2
    )


def test_ranking_by_board_plus_reserve() -> None:
    rules = replace(TWO_GAMES, rank_by="board_plus_reserve")
    state = event(match(1, (1, 2), won(1, 25), won(2, 33)), size=2, rules=rules)
    assert [(r.entry, r.primary_x2) for r in build_table(state).rows] == [(2, 66), (1, 50)]


def test_entries_nothing_parts_share_a_rank() -> None:
    state = event(match(1, (1, 4), won(2), won(2)))
    assert [(r.rank, r.entry) for r in build_table(state).rows] == [(1, 4), (2, 1), (2, 2), (2, 3)]


def test_direct_encounter_parts_those_who_met_and_nobody_else() -> None:
    rules = MatchRules(tiebreaks=("DE",))
    met = event(match(1, (1, 2), won(2)), match(1, (4, 3), won(1)), match(2, (1, 3), won(1)),
                match(2, (2, 4), won(2)), rules=rules, current_round=2)  # fmt: skip
    # 4 has 2; 1 and 2 have 1 and have met, 2 won; 3 has 0.
    assert [(r.rank, r.entry) for r in build_table(met).rows] == [(1, 4), (2, 2), (3, 1), (4, 3)]
    apart = event(match(1, (1, 3), won(1)), match(1, (2, 4), won(1)), rules=rules)
    assert [(r.rank, r.entry) for r in build_table(apart).rows] == [(1, 1), (1, 2), (3, 3), (3, 4)]


def test_every_tie_break_has_a_name() -> None:
    assert TIEBREAKS.keys() == MESSAGES.keys()
    assert TIEBREAKS.keys() >= HALF_POINTS


@st.composite
def events(draw: st.DrawFn) -> EventState:
    size = draw(st.integers(2, 7))
    result = st.sampled_from([won(1, 27), won(2, 31), DRAW, NOBODY, won(1, kind="forfeit"), None])
    pairs = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]
    played = [match(1 + n, pair, draw(result), draw(result)) for n, pair in enumerate(pairs)]
    breaks = tuple(draw(st.lists(st.sampled_from(sorted(TIEBREAKS)), unique=True)))
    rank_by = draw(st.sampled_from(["match_points", "game_points", "board_plus_reserve"]))
    rules = replace(TWO_GAMES, rank_by=rank_by, tiebreaks=breaks)
    return event(*played, size=size, rules=rules, current_round=len(pairs))


@given(events())
def test_a_table_survives_json_and_ranks_fall(state: EventState) -> None:
    made = build_table(state)
    assert StandingsTable.from_json(json.loads(json.dumps(made.as_json()))) == made
    keys = [(r.primary_x2, *map(ranking_value, made.tiebreaks, r.tie_breaks)) for r in made.rows]
    assert keys == sorted(keys, reverse=True)
    for row, key in zip(made.rows, keys, strict=True):
        assert row.rank == 1 + sum(other > key for other in keys)


@given(events())
def test_no_points_are_made_or_lost(state: EventState) -> None:
    """Every game over the board or forfeited by one hands out one point, nothing else does."""
    games = [r for p in state.played for r in p.results]
    made = sum(Fraction(s.game_points_x2, 2) for s in scores(state).values())
    assert made == sum(game.kind != "double_forfeit" for game in games)


@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_matter(state: EventState, random: Random) -> None:
    played, entrants = list(state.played), list(state.entrants)
    random.shuffle(played)
    random.shuffle(entrants)
    shuffled = replace(state, played=tuple(played), entrants=tuple(entrants))
    assert build_table(shuffled) == build_table(state)


def test_direct_encounter_parts_those_who_have_met() -> None:
    #      1  2  3  4   points
    # 1    .  1  -  0   1
    # 2    0  .  1  -   1
    # 3    -  0  .  1   1       1 and 3 have not met
    # 4    1  -  0  .   1       2 and 4 have not met
    played = [match(1, (1, 2), won(1)), match(1, (3, 4), won(1)), match(2, (2, 3), won(1)),
              match(2, (4, 1), won(1))]  # fmt: skip
    rules = MatchRules(tiebreaks=("DE",))
    cycle = event(*played, rules=rules, current_round=2)
    assert {row.tie_breaks for row in build_table(cycle).rows} == {(1,)}
    # Here only 1 and 2 are tied, on one point: 1 won their match.
    met = event(match(1, (1, 2), won(1)), match(2, (2, 3), won(1)), rules=rules, current_round=2)
    assert [(r.rank, r.entry, r.tie_breaks) for r in build_table(met).rows] == [
        (1, 1, (1,)), (2, 2, (2,)), (3, 3, (1,)), (3, 4, (1,)),
    ]  # fmt: skip


def test_those_whom_direct_encounter_leaves_tied_are_compared_again() -> None:
    #      1  2  3  4   points
    # 1    .  1  1  0   2
    # 2    0  .  1  1   2       1 beat 2
    # 3    0  0  .  1   1 + 1   brought along
    # 4    1  0  0  .   1 + 1   3 beat 4
    winners = [match(1, pair, won(1)) for pair in ((1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (4, 1))]
    played = event(*winners, rules=MatchRules(tiebreaks=("DE",)))
    brought = (0, 0, 2, 2)
    entrants = tuple(
        replace(entrant, start_points_x2=points_x2)
        for entrant, points_x2 in zip(played.entrants, brought, strict=True)
    )
    state = replace(played, entrants=entrants)
    made = [(r.rank, r.entry, r.primary_x2, r.tie_breaks) for r in build_table(state).rows]
    assert made == [(1, 1, 4, (1,)), (2, 2, 4, (2,)), (3, 3, 4, (3,)), (4, 4, 4, (4,))]
    among = [step.params["among"] for step in derive_value(state, 1, "DE").children]
    assert among == [4, 2]


def test_cycles_are_searched_for_again_after_a_table() -> None:
    assert gc.isenabled()
    build_table(event())
    assert gc.isenabled()
    with pytest.raises(KeyError):
        build_table(event(rules=replace(TWO_GAMES, tiebreaks=("no such",))))
    assert gc.isenabled()
    gc.disable()
    try:
        build_table(event())
        assert not gc.isenabled()
    finally:
        gc.enable()
