"""Keizer: the points that stand still, and the neighbours they put together."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import bye, make_entrants, one_game, play_round
from tournaments.pairing import PairingRefused
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.systems.keizer import MESSAGES, pair_keizer
from tournaments.standings.tiebreaks.keizer import keizer_scores, rank_by_points
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    ForbiddenMeeting,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)

WON, DRAWN, LOST = (2, 0), (1, 1), (0, 2)
HALF = Fraction(1, 2)


def club(size: int, *played: Played, **changes: Any) -> EventState:
    entrants = make_entrants(size)
    rounds = max((p.round for p in played), default=0)
    return replace(EventState(entrants, 0, rounds, played, system="keizer"), **changes)


def test_the_table_of_haren_after_its_first_round() -> None:
    """SC Haren, interne competitie 2016/17, round 1 (16 September 2016): sixteen, highest 80.

    Entries are numbered by tables, so the ranking must find its way from there.
    """
    results = [WON, LOST, WON, DRAWN, LOST, WON, WON, LOST]
    pairs = [(1, 2), (3, 4), (5, 6), (8, 7), (9, 10), (11, 12), (13, 14), (15, 16)]
    state = club(
        16, *(one_game(1, pair, result) for pair, result in zip(pairs, results, strict=True))
    )
    points = keizer_scores(state, top=80)
    table = [(entry, points[entry]) for entry in rank_by_points(state, points)]
    assert table == [
        (1, 151), (4, 149), (5, 147), (10, 145), (11, 143), (13, 141), (16, 139),
        (7, 109), (8, 108 + HALF),
        (2, 71), (3, 70), (6, 69), (9, 68), (12, 67), (14, 66), (15, 65),
    ]  # fmt: skip


def test_the_first_count_of_caissa_and_the_second_by_hand() -> None:
    """The ten of Caissa Amsterdam's page "Het Keizer-systeem", highest 50.

    Its first count is below. In that order they are worth 50 ... 41, and counting again, by
    hand, leaves them there.
    """
    results = [WON, DRAWN, LOST, DRAWN, LOST]
    state = club(10, *(one_game(1, (2 * at + 1, 2 * at + 2), r) for at, r in enumerate(results)))
    first = keizer_scores(state, top=50, recounts=1)
    page = [99, 49, 71 + HALF, 71, 46, 91, 65 + HALF, 65, 42, 83]
    assert [first[entry] for entry in range(1, 11)] == page
    points = keizer_scores(state, top=50)
    assert rank_by_points(state, points) == (1, 6, 10, 3, 4, 7, 8, 2, 5, 9)
    assert [points[entry] for entry in (1, 6, 10)] == [50 + 43, 49 + 42, 48 + 41]
    assert [points[entry] for entry in (3, 4)] == [47 + 46 * HALF, 46 + 47 * HALF]
    assert [points[entry] for entry in (7, 8)] == [45 + 44 * HALF, 44 + 45 * HALF]
    assert [points[entry] for entry in (2, 5, 9)] == [43, 42, 41]


def test_byes_absences_and_what_the_arbiter_gives() -> None:
    entrants = (
        Entrant(1),
        Entrant(2, absences=(Absence(1, 1, kind="asked"),)),
        Entrant(3, absences=(Absence(1, kind="withdrawn"),)),
        Entrant(
            4,
            absences=(Absence(1, 1),),
            start_points_x2=3,
            adjustments=(Adjustment(1, -1), Adjustment(2, 50)),
        ),
    )
    played = (bye(1, 1), Played(1, (4,), kind="bye_asked"))
    state = EventState(entrants, 0, 1, played)
    assert keizer_scores(state) == {  # four entries: 6, 5, 4, 3 by rank
        1: 6 + Fraction(2, 3) * 6,
        2: 5 + Fraction(1, 3) * 5,
        3: 3,
        4: 4 + Fraction(1, 3) * 4 + 1,
    }


def test_only_the_rounds_of_this_stage_can_be_missed() -> None:
    away = Entrant(2, absences=(Absence(1, 4),))
    state = EventState((Entrant(1), away), 0, current_round=4, rounds_before=3)
    assert keizer_scores(state)[2] == 2 + Fraction(1, 3) * 2


def test_a_match_of_two_games_gives_its_share() -> None:
    slots = tuple(
        Slot(n, result=SlotResult("played", "", points)) for n, points in ((1, WON), (2, DRAWN))
    )
    state = club(2, Played(1, (1, 2), slots))
    assert keizer_scores(state) == {1: 3 + Fraction(3, 4) * 2, 2: 2 + Fraction(1, 4) * 3}


def test_a_circle_gives_the_mean() -> None:
    """1 beat 2, 2 beat 3, 3 beat 1; values 5, 4, 3.

    The ranking goes 123, 132, 312, 321, 231, 213 and round again: the one above wins most. Over
    the circle each has 9, 9, 8, 8, 7 and 7.
    """
    state = club(3, one_game(1, (1, 2)), one_game(2, (2, 3)), one_game(3, (3, 1)))
    assert keizer_scores(state) == {1: 8, 2: 8, 3: 8}
    assert keizer_scores(state, recounts=2) == {1: 8, 3: 9, 2: 7}  # by 132, cut short


@examples(30)
@given(st.integers(8, 20), st.integers(1, 7), st.integers(0, 10**6))
def test_the_points_stand_still_under_a_count_written_another_way(
    size: int, rounds: int, seed: int
) -> None:
    """Everybody's value times a matrix of what each result is worth."""
    random, state = Random(seed), club(size, options=PairingOptions(meet_again_after=2))
    for _ in range(rounds):
        paired = pair_keizer(state, seed=seed)
        assert find_problems(state, paired) == []
        state = play_round(state, paired, lambda a, b: random.choice((a, None, b)))
    worth = {(a, b): Fraction(a == b) for a in state.entry_numbers for b in state.entry_numbers}
    for played in state.played:
        if played.is_bye:
            (entry,) = played.seats
            worth[entry, entry] += Fraction(2, 3)
        else:
            a, b = played.seats
            (slot,) = played.slots
            assert slot.result is not None
            worth[a, b] += Fraction(slot.result.points_x2[0], 2)
            worth[b, a] += Fraction(slot.result.points_x2[1], 2)
    points = keizer_scores(state)
    top = (3 * size + 1) // 2
    value = {entry: top - at for at, entry in enumerate(rank_by_points(state, points))}
    again = {
        a: sum((worth[a, b] * value[b] for b in state.entry_numbers), Fraction())
        for a in state.entry_numbers
    }
    in_a_circle = rank_by_points(state, again) != rank_by_points(state, points)
    assert in_a_circle or points == again


def test_neighbours_of_the_ranking_meet() -> None:
    """1 beat 4 and 3 beat 2: by points 1, 3, 2, 4."""
    state = club(4, one_game(1, (1, 4)), one_game(1, (3, 2)))
    assert {frozenset(p.seats) for p in pair_keizer(state).pairings} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }


@pytest.mark.parametrize(("gap", "meet"), [(0, True), (1, True), (2, False)])
def test_two_meet_again_when_enough_rounds_lie_between(gap: int, meet: bool) -> None:
    """Neighbours drew in round 1 and keep their places; round 2 lies between that and round 3."""
    drawn = (one_game(1, (1, 2), DRAWN), one_game(1, (3, 4), DRAWN))
    state = club(4, *drawn, current_round=2, options=PairingOptions(meet_again_after=gap))
    pairs = {frozenset(p.seats) for p in pair_keizer(state).pairings}
    assert (frozenset((1, 2)) in pairs) is meet


def test_forbidden_pairs_keep_apart_and_a_match_nobody_played_may_come_again() -> None:
    state = club(4, forbidden=(ForbiddenMeeting(1, 2),))
    assert {frozenset(p.seats) for p in pair_keizer(state).pairings} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    forfeit = (Slot(1, result=SlotResult("forfeit", "", WON)),)
    assert pair_keizer(club(2, Played(1, (1, 2), forfeit))).pairings[0].seats in [(1, 2), (2, 1)]


def test_a_round_that_cannot_be_is_refused() -> None:
    state = club(2, one_game(1, (1, 2)))
    with pytest.raises(PairingRefused) as refused:
        pair_keizer(state)
    code, params = refused.value.code, refused.value.params
    assert (code, params) == ("no_legal_pairing_keizer", {"round": 2, "gap": 4})
    assert "4 rounds between" in MESSAGES[code].format(**params)
    with pytest.raises(PairingRefused) as alone:
        pair_keizer(club(1))
    assert alone.value.code == "too_few_entries"


def test_a_second_bye_waits_until_all_present_had_one() -> None:
    state = club(3, one_game(1, (1, 2)), bye(1, 3), one_game(2, (3, 1)), bye(2, 2))
    state = replace(state, options=PairingOptions(meet_again_after=0))
    assert pair_keizer(state).pairings[-1].seats == (1,)
    again = replace(state, played=(*state.played, one_game(3, (2, 3)), bye(3, 1)), current_round=3)
    lowest = rank_by_points(again, keizer_scores(again))[-1]
    assert pair_keizer(again).pairings[-1].seats == (lowest,)
