"""The quick method: a pairing whenever there is one, and never a pair that may not meet."""

from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.pairing.swiss.quick import pair_quickly


def pairing(groups, apart=(), flawed=()):
    forbidden, flaws = {frozenset(p) for p in apart}, {frozenset(p) for p in flawed}
    return pair_quickly(
        groups,
        may_meet=lambda a, b: frozenset((a, b)) not in forbidden,
        flaws=lambda a, b: frozenset((a, b)) in flaws,
    )


def test_the_upper_half_meets_the_lower() -> None:
    assert pairing([[1, 2, 3, 4], [5, 6]]) == ((1, 3), (2, 4), (5, 6))


def test_one_of_an_odd_group_floats_to_the_next() -> None:
    assert pairing([[1, 2, 3], [4, 5, 6]]) == ((1, 2), (3, 5), (4, 6))


def test_a_forbidden_pair_takes_the_next_below() -> None:
    assert pairing([[1, 2, 3, 4]], apart=[(1, 3)]) == ((1, 4), (2, 3))


def test_a_flaw_is_avoided_where_there_is_a_choice() -> None:
    assert pairing([[1, 2, 3, 4]], flawed=[(1, 3)]) == ((1, 4), (2, 3))
    assert pairing([[1, 2]], flawed=[(1, 2)]) == ((1, 2),)


def test_two_left_over_change_opponents_with_a_pair() -> None:
    """5 and 6 may not meet; the lowest pair whose two they may meet is 2 and 4."""
    assert set(pairing([[1, 2, 3, 4], [5, 6]], apart=[(5, 6)])) == {(1, 3), (4, 5), (2, 6)}


def test_the_bye_stands_last() -> None:
    assert pairing([[1, 2, 3], [0]]) == ((1, 2), (3, 0))


def test_no_pairing_of_all() -> None:
    """1, 2 and 3 may meet 4 alone."""
    assert pairing([[1, 2, 3, 4]], apart=[(1, 2), (1, 3), (2, 3)]) is None


@st.composite
def fields(draw):
    size = 2 * draw(st.integers(1, 7))
    numbers = list(range(size))
    cuts = sorted(draw(st.sets(st.integers(1, size), max_size=3)) | {size})
    groups = [numbers[a:b] for a, b in zip([0, *cuts], cuts, strict=False)]
    every = list(combinations(numbers, 2))
    share = draw(st.sampled_from([0.2, 0.5, 0.7, 0.85]))
    random = Random(draw(st.integers(0, 10**6)))
    return groups, {pair for pair in every if random.random() < share}


@given(fields())
@examples(600)
def test_a_pairing_is_found_exactly_if_there_is_one(field) -> None:
    """networkx says whether there is one."""
    groups, apart = field
    numbers = [number for group in groups for number in group]
    found = pairing(groups, apart)
    graph = networkx.Graph()
    graph.add_nodes_from(numbers)
    graph.add_edges_from(set(combinations(numbers, 2)) - apart)
    possible = 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(numbers)
    assert (found is not None) == possible
    if found is not None:
        assert sorted(number for pair in found for number in pair) == numbers
        assert not set(found) & apart


@pytest.mark.parametrize("size", [400])
def test_a_large_group_of_two_kinds(size: int) -> None:
    """Only one of each half may meet: the halves are filled by changes of pairs."""
    half = size // 2
    found = pair_quickly(
        [list(range(size))],
        may_meet=lambda a, b: a % 2 != b % 2,
        flaws=lambda a, b: 0,
    )
    assert found is not None
    assert len(found) == half
    assert all(a % 2 != b % 2 for a, b in found)
