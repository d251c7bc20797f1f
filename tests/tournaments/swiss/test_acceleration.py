"""Baku acceleration, FIDE C.04.7: its numbers, its upper half, and rounds paired with it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import make_event, played_round
from tests.examples import examples
from tests.tournaments.playing import by_lot, make_entrants, play_round
from tournaments import selectors
from tournaments.errors import InvalidInput
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.swiss.acceleration import virtual_points_x2, with_virtual_points
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.services.stages.stage_settings import validate_stage
from tournaments.standings.presence import LATE
from tournaments.state import Absence, Entrant, EventState, MatchRules, PairingOptions

OPTIONS = PairingOptions(top_moves="first", acceleration="baku")


def field(size, rounds=9, **changes):
    return EventState(make_entrants(size), rounds, system="swiss", options=OPTIONS, **changes)


def upper(state):
    found = with_virtual_points(state).entrants
    return [entrant.number for entrant in found if entrant.virtual_x2]


@pytest.mark.parametrize(
    ("rounds", "points_x2"),
    [
        (9, (2, 2, 2, 1, 1)),  # the example of the article
        (1, (2,)), (2, (2,)), (3, (2, 1)), (5, (2, 2, 1)), (7, (2, 2, 1, 1)),
        (11, (2, 2, 2, 1, 1, 1)),
    ],
)  # fmt: skip
def test_half_of_the_rounds_are_accelerated_and_half_of_these_in_full(rounds, points_x2):
    assert virtual_points_x2(rounds, 2) == points_x2


@pytest.mark.parametrize(
    ("size", "half"),
    [(161, 82), (160, 80), (162, 82), (8, 4), (7, 4), (5, 4), (4, 2), (2, 2)],  # 161 by the article
)
def test_the_upper_half_is_an_even_number(size, half):
    assert upper(field(size)) == list(range(1, half + 1))


def test_the_starting_order_says_who_is_in_it_each_group_for_itself():
    entrants = tuple(
        Entrant(number, seed=9 - number, group="AB"[number % 2]) for number in range(1, 9)
    )
    assert upper(replace(field(8), entrants=entrants)) == [5, 6, 7, 8]


def test_who_enters_late_leaves_the_upper_half_as_it_was():
    late = [Entrant(number, absences=(Absence(1, 1, kind=LATE),)) for number in (9, 10, 11)]
    state = field(8)
    assert upper(replace(state, entrants=(*state.entrants, *late))) == [1, 2, 3, 4]
    # Late in an earlier stage is not late in this one.
    stage = replace(state, entrants=(*state.entrants, *late), rounds_before=1, rounds_total=10)
    assert upper(stage) == [1, 2, 3, 4, 5, 6]


def test_a_win_is_one_of_the_score_that_pairs():
    rules = MatchRules(games_per_match=2, rank_by="game_points")
    first = with_virtual_points(field(8, rules=rules)).entrants[0]
    assert first.virtual_x2 == (4, 4, 4, 2, 2)


def test_without_the_option_nobody_has_virtual_points():
    plain = replace(field(8), options=PairingOptions())
    assert with_virtual_points(plain) is plain


def test_the_first_rounds_of_eight_worked_by_hand():
    state = with_virtual_points(field(8, rounds=5))
    paired = pair_swiss(state, run_engine=pair_report)
    # The upper half among itself, then the lower: 1-3, 4-2 and 5-7, 8-6.
    assert [pairing.seats for pairing in paired.pairings] == [(1, 3), (4, 2), (5, 7), (8, 6)]
    assert "swiss_virtual" in [reason.code for reason in paired.explanation]


@given(size=st.integers(6, 20), seed=st.integers(0, 10_000))
@examples(15)
def test_every_rule_holds_in_random_accelerated_tournaments(size, seed):
    winner = by_lot(Random(seed))
    state = with_virtual_points(field(size, rounds=5))
    for _ in range(4):
        paired = pair_swiss(state, seed=seed, run_engine=pair_report)
        assert find_problems(state, paired) == []
        accelerated = any(entrant.virtual_x2[state.stage_round - 1 :] for entrant in state.entrants)
        codes = [reason.code for reason in paired.explanation]
        assert ("swiss_virtual" in codes) == accelerated
        state = play_round(state, paired, winner)


@pytest.mark.django_db
def test_an_event_is_paired_with_it():
    event = make_event(entries=8, stages=[{"system": "swiss", "options": {"acceleration": "baku"}}])
    state, _version = selectors.event_state(event.pk)
    assert [bool(entrant.virtual_x2) for entrant in state.entrants] == [True] * 4 + [False] * 4
    assert state.entrants[0].virtual_x2 == (2, 1)  # three rounds of eight entries
    played_round(event)


def test_the_option_is_baku_or_none_and_of_a_swiss_only():
    _system, options = validate_stage(
        {"system": "swiss", "options": {"acceleration": "baku"}}, number=1
    )
    assert options == {"acceleration": "baku"}
    for system, value in (("swiss", "haley"), ("swiss", None), ("mcmahon", "baku")):
        with pytest.raises(InvalidInput, match="acceleration"):
            validate_stage({"system": system, "options": {"acceleration": value}}, number=1)
