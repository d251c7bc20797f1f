"""Tie-breaks that are not FIDE's, and FIDE's in matches of several games and rounds of legs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist

import pytest
from gacrux.fidetables import DiffToPd, ScoreToDp

from tests.tournaments.playing import match
from tests.tournaments.standings.peers import ranked
from tournaments.standings import derive_value
from tournaments.standings.tiebreaks.fide_tables import expected_percent, rating_difference
from tournaments.standings.tiebreaks.registry import refusal_code
from tournaments.state import (
    RANK_BY,
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


def game(
    first: int, second: int, outcome: str = "", bpr: tuple[int, int] | None = None
) -> SlotResult:
    return SlotResult("played", outcome, (first, second), bpr)


def event(*matches: Played, size: int = 4, rules: MatchRules = TWO_GAMES) -> EventState:
    entrants = tuple(Entrant(number, 2000) for number in range(1, size + 1))
    last = max(p.round for p in matches)
    return EventState(entrants, last, last, matches, rules, system="swiss")


def column(state: EventState, code: str) -> dict[int, object]:
    return {row.entry: row.tie_breaks[0] for row in ranked(state, [code]).rows}


def test_games_and_matches_are_counted_apart() -> None:
    # Two games a match: 2-0, then 1-1 with both games won by who moves second.
    state = event(
        match(1, (1, 2), game(2, 0), game(2, 0)), match(2, (1, 2), game(0, 2), game(2, 0)), size=2
    )
    expected = {"WIN": (1, 0), "WON": (3, 1), "BPG": (2, 2), "BWG": (2, 1), "STD": (3, 1)}
    for code, values in expected.items():
        assert tuple(column(state, code)[entry] for entry in (1, 2)) == values, code


def test_match_points_and_game_points_are_tie_breaks_of_each_other() -> None:
    """2-0, then 1½-½, by matches of 2 points; whatever ranks, both columns are the same."""
    matches = (match(1, (1, 2), (2, 0), (2, 0)), match(2, (1, 2), (1, 1), (2, 0)))
    for rank_by in RANK_BY:
        state = event(*matches, size=2, rules=replace(TWO_GAMES, rank_by=rank_by))
        assert (column(state, "MP"), column(state, "GP")) == ({1: 8, 2: 0}, {1: 7, 2: 1})


def test_legs_of_a_round_are_rounds() -> None:
    one_game = MatchRules()
    state = event(
        match(1, (1, 2), game(2, 0)),
        match(1, (1, 3), game(2, 0), leg=2),
        match(1, (2, 4), game(2, 0), leg=2),
        match(1, (3, 4), game(1, 1)),
        rules=one_game,
    )
    assert column(state, "BH") == {1: 2 + 1, 2: 4 + 1, 3: 1 + 4, 4: 1 + 2}
    assert column(state, "PS") == {1: 2 + 4, 2: 0 + 2, 3: 1 + 1, 4: 1 + 1}
    assert set(column(state, "REP").values()) == {2}


def test_points_brought_along_count_for_opponents_and_a_penalty_does_not() -> None:
    state = event(match(1, (1, 2), game(2, 0)), size=2, rules=MatchRules())
    first = replace(state.entrants[0], start_points_x2=6, adjustments=(Adjustment(1, -1),))
    state = replace(state, entrants=(first, state.entrants[1]))
    assert column(state, "BH") == {1: 0, 2: 8}
    assert derive_value(state, 1, "PTS").value == 7


def test_a_withdrawal_counts_as_draws_for_opponents() -> None:
    state = event(
        match(1, (1, 2), game(2, 0)),
        match(2, (1, 3), game(2, 0)),
        match(3, (1, 4), game(2, 0)),
        rules=MatchRules(),
    )
    gone = replace(state.entrants[1], absences=(Absence(2, None, 0, "withdrawn"),))
    state = replace(state, entrants=(state.entrants[0], gone, *state.entrants[2:]))
    opponents = {
        child.params["opponent"]: child.value for child in derive_value(state, 1, "BH").children
    }
    assert opponents[2] == 0 + 1 + 1  # 16.3.1


def test_road_wins_and_board_plus_reserve() -> None:
    state = event(
        match(1, (1, 2), game(2, 0, "R-0", (31, 0)), game(2, 0, "0-F", (28, 0))),
        match(2, (2, 1), game(2, 0, "R-0", (30, 0)), SlotResult("forfeit", "R-0", (2, 0))),
        size=2,
    )
    assert column(state, "RW") == {1: 1, 2: 1}
    assert column(state, "BPR") == {1: 59, 2: 30}


def test_facts_that_are_not_known_are_said_to_be() -> None:
    state = event(match(1, (1, 2), game(2, 0, bpr=(25, 0)), game(2, 0)), size=2)
    root = derive_value(state, 1, "BPR")
    assert root.value == 25
    assert [(child.code, child.value) for child in root.children] == [
        ("game", 25),
        ("unknown_facts", None),
    ]


def test_flats_ford_and_cards_are_summed_by_seat() -> None:
    one = SlotResult("played", "F-0", (2, 0), flats=(15, 9), ford=(28, 0))
    other = SlotResult("played", "0-1", (2, 0), flats=(4, 12), ford=(0, 19))
    state = event(match(1, (1, 2), one, other), size=2)
    assert column(state, "FM") == {1: 6 - 8, 2: 8 - 6}
    assert column(state, "FORD") == {1: 28, 2: 19}
    cards = SlotResult("played", "", (4, 2, 0), cards_left=(0, 3, 7))
    table_of_three = event(Played(1, (1, 2, 3), (Slot(1, result=cards),)), size=3)
    rows = ranked(table_of_three, ["CARDS"]).rows
    assert {row.entry: row.tie_breaks[0] for row in rows} == {1: 0, 2: 3, 3: 7}
    assert refusal_code("FM", table_of_three) == "only_for_two"


def test_opponents_at_tables_count_by_their_mean() -> None:
    # Places of three at a table give 1, ½ and 0 points; entry 4 sits out round 1.
    def places(number: int, seats: tuple[int, ...]) -> Played:
        return Played(number, seats, (Slot(1, result=SlotResult("played", "", (4, 2, 0))),))

    state = event(places(1, (1, 2, 3)), places(2, (1, 4, 2)), rules=MatchRules())
    # Points: 2, ½, 0 and ½, here in half points: 4, 1, 0 and 1.
    assert column(state, "OPS") == {
        1: Fraction(1 + 0, 2) + Fraction(1 + 1, 2),
        2: Fraction(4 + 0, 2) + Fraction(4 + 1, 2),
        3: Fraction(4 + 1, 2),
        4: Fraction(4 + 1, 2),
    }
    assert [
        (part.code, part.value, part.params) for part in derive_value(state, 2, "PTS").children
    ] == [
        ("table", 1, {"round": 1, "leg": 1, "opponents": "1, 3"}),
        ("table", 0, {"round": 2, "leg": 1, "opponents": "1, 4"}),
    ]
    assert refusal_code("BH", state) == refusal_code("DE", state) == "only_for_two"
    assert column(state, "BH") == dict.fromkeys((1, 2, 3, 4))


def test_ratings_are_needed_of_all() -> None:
    state = event(match(1, (1, 2), game(2, 0)), size=2)
    unrated = replace(state, entrants=(state.entrants[0], replace(state.entrants[1], rating=None)))
    assert refusal_code("TPR", state) is None
    assert refusal_code("TPR", unrated) == "needs_ratings"


@pytest.mark.parametrize("percent", range(101))
def test_rating_differences_mirror(percent: int) -> None:
    assert rating_difference(percent) == -rating_difference(100 - percent)


def test_the_tables_of_fide_are_those_of_another_program() -> None:
    """gacrux has them by percent and by difference; it ends the second one at 735."""
    assert [rating_difference(percent) for percent in range(101)] == ScoreToDp
    assert [expected_percent(difference) for difference in range(len(DiffToPd))] == DiffToPd


def test_expected_scores_mirror_and_rise() -> None:
    percents = [expected_percent(difference) for difference in range(-800, 801)]
    assert percents == sorted(percents)
    assert [100 - percent for percent in reversed(percents)] == percents
    # Elo's curve: two performances of deviation 200 each, rounded (and cut off at 735).
    curve = NormalDist(0, 2000 / 7)
    for difference, percent in zip(range(-800, 801), percents, strict=True):
        assert abs(percent - 100 * curve.cdf(difference)) < 0.6
