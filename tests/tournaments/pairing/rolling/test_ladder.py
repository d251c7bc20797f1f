"""Ladders: rungs by hand from docs/ladder.md, reach, evenings; properties of the fold."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import make_entrants, one_game, play_round, seats_of
from tournaments.pairing import SYSTEMS, PairingRefused, Reason
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.standings.ladder.challenging import (
    LadderSituation,
    LadderTerms,
    Obstacle,
    find_obstacle,
    row_of,
)
from tournaments.standings.ladder.ranking import rank_ladder
from tournaments.standings.table import build_table
from tournaments.state import (
    CONCEDED,
    DECIDED,
    DROPPED,
    Absence,
    EventState,
    LadderFact,
    PairingOptions,
    Slot,
)

NOW = datetime(2026, 10, 1, tzinfo=UTC)
LOST = (0, 2)


def ladder(size: int = 6, **changes: Any) -> EventState:
    return replace(EventState(make_entrants(size), 0, system="ladder"), **changes)


def example(moves: str) -> EventState:
    """The example of docs/ladder.md: 5 beats 3, 2 holds against 4, 5 does not answer 6, 1 drops."""
    played = (one_game(1, (5, 3)), one_game(2, (4, 2), LOST))
    facts = (
        LadderFact("2026-10-01T20:00:00+00:00", DECIDED, 5, 3, 1),
        LadderFact("2026-10-03T20:00:00+00:00", DECIDED, 4, 2, 2),
        LadderFact("2026-10-09T00:00:00+00:00", CONCEDED, 6, 5, 2),
        LadderFact("2026-11-01T00:00:00+00:00", DROPPED, 1, 2, 2),
    )
    options = PairingOptions(moves=moves)
    return ladder(played=played, current_round=2, ladder=facts, options=options)


def test_the_example_with_swaps() -> None:
    ranking = rank_ladder(example("swap"))
    assert ranking.order == (2, 1, 6, 4, 3, 5)
    assert [(m.code, m.entry, m.before, m.after) for m in ranking.moves] == [
        ("moved_by_swap", 5, 5, 3),
        ("moved_by_concession", 6, 6, 3),
        ("dropped_for_inactivity", 1, 1, 2),
    ]


def test_the_example_with_insertion() -> None:
    assert rank_ladder(example("insert")).order == (2, 1, 6, 5, 3, 4)


def test_the_standings_rank_by_rung() -> None:
    table = build_table(example("swap"))
    assert (table.rank_by, [row.entry for row in table.rows]) == ("ladder", [2, 1, 6, 4, 3, 5])
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5, 6]


def test_a_table_after_an_earlier_round_knows_nothing_later() -> None:
    assert rank_ladder(example("swap").as_of_round(1)).order == (1, 2, 5, 4, 3, 6)


def test_results_move_in_order_of_time_not_of_rounds() -> None:
    """Round 2 ends first: 3 passes 2, then 4 meets 3 on rung 2."""
    played = (one_game(1, (4, 3)), one_game(2, (3, 2)))
    late = LadderFact("2026-10-05", DECIDED, 4, 3, 1)
    early = LadderFact("2026-10-02", DECIDED, 3, 2, 2)
    state = ladder(4, played=played, current_round=2, ladder=(early, late))
    assert rank_ladder(state).order == (1, 4, 2, 3)
    assert rank_ladder(replace(state, ladder=())).order == (1, 3, 4, 2)


def test_a_fact_whose_result_was_taken_back_moves_nobody() -> None:
    state = ladder(ladder=(LadderFact("2026-10-02", DECIDED, 3, 2, 1),), current_round=1)
    assert rank_ladder(state) == ((1, 2, 3, 4, 5, 6), ())


facts = st.builds(
    LadderFact,
    at=st.just(""),
    kind=st.sampled_from((CONCEDED, DROPPED)),
    challenger=st.integers(1, 9),
    challenged=st.integers(1, 9),
)


@examples(60)
@given(
    given_facts=st.lists(facts, max_size=30),
    moves=st.sampled_from(("swap", "insert")),
    won=st.lists(st.permutations(range(1, 9)), max_size=8),
)
def test_the_ranking_is_a_permutation_and_the_moves_lead_to_it(
    given_facts: list[LadderFact], moves: str, won: list[list[int]]
) -> None:
    played = tuple(one_game(n, (seats[0], seats[1])) for n, seats in enumerate(won, start=1))
    state = ladder(8, ladder=tuple(given_facts), played=played, options=PairingOptions(moves=moves))
    ranking = rank_ladder(state)
    assert sorted(ranking.order) == list(range(1, 9))
    order = list(range(1, 9))
    for move in ranking.moves:
        assert order[move.before - 1] == move.entry
        assert move.after != move.before
        passed = order[move.after - 1]
        if moves == "swap" and move.code != "dropped_for_inactivity":
            order[move.before - 1], order[move.after - 1] = passed, move.entry
        else:
            order.insert(move.after - 1, order.pop(move.before - 1))
    assert tuple(order) == ranking.order


@pytest.mark.parametrize(
    ("rung", "row"), [(1, 1), (2, 2), (3, 2), (4, 3), (6, 3), (7, 4), (10, 4), (11, 5)]
)
def test_rows_of_a_pyramid(rung: int, row: int) -> None:
    assert row_of(rung) == row


def found_obstacle(me: int, other: int, options: PairingOptions, **about: Any) -> Obstacle | None:
    at = LadderSituation(order=tuple(range(1, 11)), now=NOW, **about)
    return find_obstacle(me, other, at=at, options=options, terms=LadderTerms.of({}))


def obstacle(me: int, other: int, options: PairingOptions, **about: Any) -> str:
    found = found_obstacle(me, other, options, **about)
    return found.code if found else ""


PLAIN, PYRAMID = PairingOptions(reach=2), PairingOptions(shape="pyramid", reach=1)


@pytest.mark.parametrize(
    ("other", "options", "about", "sentence"),
    [
        (5, PLAIN, {}, "Nobody challenges themselves."),
        (6, PLAIN, {}, "Entry 6 stands below: challenges go upwards."),
        (2, PLAIN, {}, "Entry 2 is out of reach; rungs that a challenge may go up: 2."),
        (1, PYRAMID, {}, "Entry 1 is out of reach; rows that a challenge may go up: 1."),
        (4, PLAIN, {"away": {4}}, "Entry 4 is away."),
        (4, PLAIN, {"away": {5}}, "Entry 5 is away."),
        (4, PLAIN, {"challenged": {4: 6}}, "Entry 4 has another challenge that is open."),
        (4, PLAIN, {"playing": {5}}, "Entry 5 has a match of this ladder to play."),
        (
            4,
            PLAIN,
            {"defended": {4: NOW - timedelta(days=3)}},
            "Entry 4 has just defended its rung and is protected until 2026-10-05.",
        ),
        (4, PLAIN, {"apart": {frozenset({4, 5})}}, "You two are not to meet in this event."),
    ],
)
def test_what_a_challenger_is_told(
    other: int, options: PairingOptions, about: dict[str, Any], sentence: str
) -> None:
    found = found_obstacle(5, other, options, **about)
    assert found is not None
    assert reason_text(Reason(*found)) == sentence


def sentences_of_moves(state: EventState) -> list[str]:
    return [reason_text(Reason(move.code, move.params)) for move in rank_ladder(state).moves]


def test_what_is_said_of_each_move() -> None:
    """4 wins against 2, 5 is not answered by 3, and 1 does not play."""
    won = ladder(played=(one_game(1, (4, 2)),))
    swap, insert = (
        replace(won, options=PairingOptions(moves=moves)) for moves in ("swap", "insert")
    )
    assert sentences_of_moves(swap) == [
        "Entry 4 won against entry 2 and changed rungs: from 4 to 2."
    ]
    assert sentences_of_moves(insert) == [
        "Entry 4 won against entry 2 and took rung 2; those from there to rung 4 went down by one."
    ]
    facts = (LadderFact("1", CONCEDED, 5, 3), LadderFact("2", DROPPED, 1, 2))
    assert sentences_of_moves(ladder(ladder=facts)) == [
        "Entry 3 declined the challenge of entry 5 or left it without an answer: entry 5 went "
        "from rung 5 to 3.",
        "Entry 1 had not played for too long and went from rung 1 to 2.",
    ]


def test_whom_a_rung_may_challenge() -> None:
    plain, pyramid = PairingOptions(), PairingOptions(shape="pyramid", reach=1)
    assert [obstacle(5, other, plain) for other in (1, 2, 4, 5, 6)] == [
        "out_of_reach", "", "", "self", "stands_below",
    ]  # fmt: skip
    assert [obstacle(5, other, pyramid) for other in (1, 2, 3, 4)] == [
        "row_out_of_reach", "", "", "row_out_of_reach",
    ]  # fmt: skip


def test_why_somebody_may_not_be_challenged() -> None:
    plain = PairingOptions()
    assert obstacle(5, 4, plain, away=frozenset({4})) == "is_away"
    assert obstacle(5, 4, plain, playing=frozenset({5})) == "is_playing"
    assert obstacle(5, 4, plain, challenged={4: 6, 6: 4}) == "is_challenged"
    assert obstacle(5, 4, plain, apart=frozenset({frozenset({4, 5})})) == "challenge_kept_apart"
    six, seven = NOW - timedelta(days=6), NOW - timedelta(days=7)
    assert obstacle(5, 4, plain, defended={4: six}) == "is_protected"
    assert obstacle(5, 4, plain, defended={4: seven}) == ""


def test_an_evening_pairs_neighbours_and_changes_them() -> None:
    pair = SYSTEMS["ladder"]
    state = ladder(5)
    first = pair(state, seed=1)
    assert seats_of(first) == [(2, 1), (4, 3)]
    state = play_round(state, first, lambda low, high: high)
    assert seats_of(pair(state, seed=1)) == [(3, 2), (5, 4)]


def test_who_plays_or_is_away_is_not_paired() -> None:
    running = replace(one_game(1, (2, 1)), slots=(Slot(1),))
    state = ladder(5, played=(running,), current_round=1)
    assert seats_of(SYSTEMS["ladder"](state)) == [(5, 4)]
    gone = replace(state.entrants[4], absences=(Absence(1),))
    with pytest.raises(PairingRefused) as refused:
        SYSTEMS["ladder"](replace(state, entrants=(*state.entrants[:3], gone)))
    assert refused.value.code == "no_neighbours"


def test_a_challenge_is_of_two_and_the_lower_one_challenges() -> None:
    state = ladder(by_hand=((2, 4),))
    paired = SYSTEMS["ladder"](state)
    assert seats_of(paired) == [(4, 2)]
    assert paired.pairings[0].explanation[0].params == {
        "low": 4, "below": 4, "high": 2, "place": 2,
    }  # fmt: skip
    for wrong in ((1,), (1, 1), (1, 99), (1, 2, 3)):
        with pytest.raises(PairingRefused):
            SYSTEMS["ladder"](replace(state, by_hand=(wrong,)))


def test_who_has_a_match_to_play_is_refused_in_a_round() -> None:
    running = replace(one_game(1, (2, 1)), slots=(Slot(1),))
    state = ladder(played=(running,), current_round=1, by_hand=((3, 2),))
    paired = SYSTEMS["ladder"](state)
    assert [reason.code for reason in find_problems(state, paired)] == ["still_playing"]
