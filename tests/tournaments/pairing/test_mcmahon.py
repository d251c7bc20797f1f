"""McMahon: start points by grade between floor and bar, then a Swiss on the scores."""

from dataclasses import replace
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing.systems.mcmahon import pair_mcmahon, start_points_x2
from tournaments.pairing_child import pair_report
from tournaments.state import Entrant, EventState, PairingOptions

pair = partial(pair_mcmahon, run_engine=pair_report)
OPTIONS = PairingOptions(bar=1800, floor=1400, grade=100, top_moves="first")


def test_start_points_worked_by_hand() -> None:
    # The bar at 1800, a point less for each hundred begun below it, nought at 1400 and below.
    ratings = {1: 2100, 2: 1800, 3: 1799, 4: 1700, 5: 1650, 6: 1400, 7: 900, 8: None}
    entrants = [Entrant(number, rating) for number, rating in ratings.items()]
    points = start_points_x2(entrants, OPTIONS)
    assert points == {1: 8, 2: 8, 3: 6, 4: 6, 5: 4, 6: 0, 7: 0, 8: 0}


def test_without_bar_and_floor_the_best_and_the_lowest_rating_are_they() -> None:
    entrants = [Entrant(1, 1650), Entrant(2, 1500), Entrant(3, 1450)]
    assert start_points_x2(entrants, PairingOptions()) == {1: 4, 2: 0, 3: 0}
    assert start_points_x2([Entrant(1), Entrant(2)], PairingOptions()) == {1: 0, 2: 0}


@given(
    st.lists(st.none() | st.integers(0, 3000), min_size=1, max_size=20),
    st.integers(500, 2500),
    st.integers(0, 2500),
    st.integers(1, 400),
)
def test_the_stronger_never_begins_with_less_and_a_grade_apart_is_a_point(
    ratings: list[int | None], bar: int, floor: int, grade: int
) -> None:
    options = PairingOptions(bar=bar, floor=floor, grade=grade)
    entrants = [Entrant(number, rating) for number, rating in enumerate(ratings)]
    points = start_points_x2(entrants, options)
    within = {
        number: min(max(rating or 0, min(floor, bar)), bar) for number, rating in enumerate(ratings)
    }
    for one, mine in within.items():
        assert points[one] % 2 == 0
        assert points[one] >= 0
        for other, theirs in within.items():
            if mine >= theirs:
                assert 0 <= points[one] - points[other] <= 2 * ((mine - theirs) // grade + 1)
            if mine - theirs == grade:
                assert points[one] - points[other] == 2


def test_the_first_round_is_paired_within_the_start_scores() -> None:
    ratings = (2000, 1900, 1850, 1820, 1500, 1490, 1450, 1430)
    entrants = [Entrant(number, rating) for number, rating in enumerate(ratings, start=1)]
    points = start_points_x2(entrants, OPTIONS)
    started = tuple(replace(e, start_points_x2=points[e.number]) for e in entrants)
    state = EventState(started, 5, options=OPTIONS, system="mcmahon")
    paired = pair(state)
    assert [pairing.seats for pairing in paired.pairings] == [(1, 3), (4, 2), (5, 6), (7, 8)]
    assert paired.explanation[0].code == "mcmahon_scores"
    alike = replace(state, entrants=tuple(entrants))
    assert pair(alike).pairings == pair_swiss(alike, run_engine=pair_report).pairings
