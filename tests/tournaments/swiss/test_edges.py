"""The engine that makes its edges when they are read gives what gacrux gives with all of them."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.swiss.plain_gacrux import plain_report
from tournaments.pairing import SYSTEMS
from tournaments.pairing.generate import GenerateOptions, generate
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing_child import pair_report
from tournaments.swiss_engine.edges import BYE, Edges, Meetings


def compare_tournament(seed: int, *, smallest: int, largest: int) -> int:
    """Pair a random tournament both ways, with rematches where it needs them; rounds compared.

    Compared is the whole answer: pairs, brackets, floaters and the quality by criterion.
    """
    random = Random(seed)
    options = GenerateOptions(
        players=random.randint(smallest, largest),
        rounds=random.randint(3, 9),
        seed=random.randrange(2**32),
        forfeits=random.choice((0, 2, 10)),
        byes=random.choice((0, 2, 10)),
        withdrawals=random.choice((0, 5, 20)),
        draws=random.choice((0, 20, 60)),
    )
    compared = 0

    def both(report: str, *, meetings: int = 1, exact: bool = False):
        nonlocal compared
        with redirect_stdout(io.StringIO()):
            answer = pair_report(report, meetings=meetings)
            assert answer == plain_report(report, meetings=meetings), (seed, compared)
            if "refused" in answer:
                assert pair_report(report, meetings=2) == plain_report(report, meetings=2)
        compared += 1
        return answer

    try:
        generate(options=options, pair=lambda state: SYSTEMS[state.system](state, run_engine=both))
    except PairingRefused:
        assert compared
    return compared


@pytest.mark.parametrize("seed", range(8))
def test_same_answer_as_with_all_edges(seed: int) -> None:
    assert compare_tournament(seed, smallest=4, largest=30)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_same_answers_in_many_tournaments(part: int) -> None:
    """Few, for each fault that was planted in the engine and found was found by those above."""
    rounds = sum(
        compare_tournament(seed, smallest=4, largest=24)
        for seed in range(1000 * part, 1000 * part + 6)
    )
    rounds += compare_tournament(1000 * part + 900, smallest=60, largest=150)
    assert rounds > 24


numbers = st.integers(1, 12)


@st.composite
def fields(draw):
    """Players with levels and who may not meet, and the level of the bye."""
    levels = draw(st.dictionaries(numbers, st.integers(1, 4), min_size=2, max_size=10))
    if draw(st.booleans()):
        levels[BYE] = 0
    meetings = Meetings(absolute=draw(st.dictionaries(numbers, st.sampled_from("wb"))))
    for a, b in draw(st.lists(st.tuples(st.integers(0, 12), numbers), max_size=15)):
        if a != b:
            meetings.keep_apart(a, b)
    level = draw(st.none() | st.integers(1, 4))
    return Edges(levels, meetings, lambda a, b: {"ca": a, "cb": b}, level)


def all_edges(edges: Edges) -> list[tuple[int, int]]:
    """By the definition: every pair, filtered, in the order of gacrux's list."""
    levels = edges.levels

    def allowed(a: int, b: int) -> bool:
        if a == BYE and edges.bye_level is not None and levels[b] != edges.bye_level:
            return False
        return edges.meetings.may_meet(a, b)

    def order(pair: tuple[int, int]):
        low, high = sorted(levels[number] for number in pair)
        return -low, -high, *pair

    return sorted((p for p in combinations(sorted(levels), 2) if allowed(*p)), key=order)


def ends(edges) -> list[tuple[int, int]]:
    return [(edge["ca"], edge["cb"]) for edge in edges]


@given(fields(), st.sets(numbers))
@examples(200)
def test_edges_are_the_filtered_list(edges: Edges, some: set[int]) -> None:
    expected = all_edges(edges)
    assert ends(edges) == expected
    assert len(edges) == len(expected)
    assert bool(edges) == bool(expected)
    if expected:
        assert ends([edges[0], edges[-1]]) == [expected[0], expected[-1]]
    kept = [pair for pair in expected if set(pair) <= some]
    assert ends(edges.among(some)) == kept
    assert ends(edges.reading_byes()) == [pair for pair in sorted(expected) if pair[0] == BYE]


@given(fields(), st.sets(st.integers(0, 12)))
@examples(200)
def test_opponents_are_counted(edges: Edges, others: set[int]) -> None:
    others &= set(edges.levels)
    expected = all_edges(edges)
    for number, count in zip(
        edges.levels, edges.opponents(list(edges.levels), others), strict=True
    ):
        met = {sum(pair) - number for pair in expected if number in pair}
        assert count == len(met & others)


@given(fields(), st.integers(0, 4))
@examples(200)
def test_a_slice_begins_where_the_search_of_gacrux_says(edges: Edges, level: int) -> None:
    from gacrux.pairing import pairing

    records = [
        {"ca": a, "cb": b, "sa": edges.levels[a], "sb": edges.levels[b]}
        for a, b in all_edges(edges)
    ]
    start = pairing.edgeBinarySearch(None, records, level)
    assert ends(edges[edges.place_of(level) :]) == ends(records[start:])
