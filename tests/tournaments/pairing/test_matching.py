"""Pairing in order: the first pairing of all, found without trying them all."""

from itertools import combinations, permutations
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.pairing.systems.matching import pair_in_order, pair_with_bye

EDGES = st.integers(1, 3).flatmap(
    lambda half: st.tuples(st.just(2 * half), st.sets(st.integers(0, half * (2 * half - 1) - 1)))
)


def first_by_trying_all(
    size: int, edges: set[frozenset[int]]
) -> tuple[tuple[int, ...], ...] | None:
    """The independent answer: every order of everybody, cut into pairs."""
    pairings = {
        tuple(sorted(tuple(sorted(line[at : at + 2])) for at in range(0, size, 2)))
        for line in permutations(range(size))
    }
    allowed = [p for p in pairings if all(frozenset(pair) in edges for pair in p)]
    return min(allowed, default=None)


def test_neighbours_meet_where_they_may() -> None:
    assert pair_in_order([7, 3, 9, 1], may_meet=lambda a, b: True) == ((7, 3), (9, 1))


def test_the_highest_takes_the_nearest_that_leaves_the_rest_pairable() -> None:
    """1 may meet 2, but then 3 and 4, who have met, are left over."""
    apart = [{3, 4}]
    pairs = pair_in_order([1, 2, 3, 4], may_meet=lambda a, b: {a, b} not in apart)
    assert pairs == ((1, 3), (2, 4))


@examples(60)
@given(EDGES)
def test_it_is_the_first_of_all_pairings(drawn: tuple[int, set[int]]) -> None:
    size, chosen = drawn
    every = [frozenset(pair) for pair in combinations(range(size), 2)]
    edges = {every[at] for at in chosen}
    found = pair_in_order(range(size), may_meet=lambda a, b: frozenset((a, b)) in edges)
    assert found == first_by_trying_all(size, edges)


@examples(100)
@given(st.integers(2, 24), st.floats(0.05, 0.9), st.integers(0, 10**6))
def test_there_is_one_exactly_where_blossoms_find_one(size: int, share: float, seed: int) -> None:
    """Sparse fields, where neither Dirac's theorem nor pairing off the scarcest is enough."""
    graph = networkx.gnp_random_graph(size, share, seed=seed)
    exists = 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == size
    pairs = pair_in_order(range(size), may_meet=graph.has_edge)
    assert (pairs is not None) == exists
    if pairs is not None:
        assert sorted(entry for pair in pairs for entry in pair) == list(range(size))
        assert all(graph.has_edge(*pair) for pair in pairs)


def test_pairing_off_the_scarcest_may_go_wrong_and_the_answer_is_right() -> None:
    """Two triangles, 1-2-4 and 5-6-7, joined by 4-0-3-7: 0 with 3 first would leave both odd."""
    edges = [{0, 3}, {0, 4}, {1, 2}, {1, 4}, {2, 4}, {3, 7}, {5, 6}, {5, 7}, {6, 7}]
    found = pair_in_order(range(8), may_meet=lambda a, b: {a, b} in edges)
    assert found == ((0, 4), (1, 2), (3, 7), (5, 6))


def test_four_who_may_meet_only_the_same_two_cannot_all_be_paired() -> None:
    assert pair_in_order(range(6), may_meet=lambda a, b: (a < 2) != (b < 2)) is None


@pytest.mark.parametrize("size", [1, 3])
def test_an_odd_field_has_no_pairing(size: int) -> None:
    assert pair_in_order(range(size), may_meet=lambda a, b: True) is None


def test_five_hundred_after_nine_rounds_and_one_who_may_meet_a_single_other() -> None:
    random, size = Random(1), 500
    met = {frozenset((499, other)) for other in range(499) if other != 250}
    for _ in range(9):
        line = random.sample(range(size), size)
        met |= {frozenset(line[at : at + 2]) for at in range(0, size, 2)} - {frozenset((250, 499))}
    pairs = pair_in_order(range(size), may_meet=lambda a, b: frozenset((a, b)) not in met)
    assert pairs is not None
    assert (250, 499) in pairs
    assert len(pairs) == size // 2


def test_the_bye_goes_to_the_first_candidate_that_leaves_a_pairing() -> None:
    """5 may meet only 4 and 4 only 5: without one of them the other cannot be paired."""

    def may_meet(a: int, b: int) -> bool:
        return {a, b} == {4, 5} or max(a, b) < 4

    found = pair_with_bye([1, 2, 3, 4, 5], may_meet=may_meet, byes=[5, 4, 3, 2, 1])
    assert found == (((1, 2), (4, 5)), 3)
    assert pair_with_bye([1, 2, 3, 4, 5], may_meet=may_meet, byes=[5, 4]) is None
    assert pair_with_bye([1, 2], may_meet=lambda a, b: True, byes=[]) == (((1, 2),), None)
