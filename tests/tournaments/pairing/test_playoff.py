"""Play-off rounds: each tie by itself, by the Berger tables, the first move by lot."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.playing import make_entrants
from tournaments.pairing import ENGINES, SYSTEMS, PairingRefused
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.systems.playoff import pair_playoff, state_before_playoff
from tournaments.proof import proof
from tournaments.state import EventState


def stage(*ties, size=12, rounds=3):
    """A stage of `size` entries whose ties are played off after its last round."""
    state = EventState(
        make_entrants(size), rounds, current_round=rounds, system="round_robin", by_hand=ties
    )
    return state_before_playoff(state, rounds + 1)


def test_two_play_one_game_and_the_seed_says_who_moves_first():
    firsts: Counter[int] = Counter()
    for seed in range(200):
        (pairing,) = pair_playoff(stage((4, 9)), seed=seed).pairings
        assert (set(pairing.seats), pairing.table, pairing.leg) == ({4, 9}, 1, 1)
        firsts[pairing.seats[0]] += 1
    # Two hundred tosses of a coin: fewer than 60 of either would be one in ten million.
    assert min(firsts[4], firsts[9]) > 60


def test_a_tie_of_three_and_one_of_two_side_by_side():
    paired = pair_playoff(stage((1, 5, 7), (2, 3)), seed=1)
    assert paired.round == 4
    assert paired.legs == 3
    by_leg = Counter(pairing.leg for pairing in paired.pairings)
    assert by_leg == {1: 2, 2: 1, 3: 1}
    met = {frozenset(pairing.seats) for pairing in paired.pairings}
    assert met == {frozenset(pair) for pair in ((1, 5), (1, 7), (5, 7), (2, 3))}


@st.composite
def some_ties(draw):
    numbers = draw(st.permutations(range(1, 13)))
    sizes = draw(st.lists(st.integers(2, 6), min_size=1, max_size=2))
    ties, at = [], 0
    for size in sizes:
        ties.append(tuple(numbers[at : at + size]))
        at += size
    return ties


@given(some_ties(), st.integers(0, 10_000))
def test_everybody_meets_everybody_of_the_tie_once_and_nobody_else(ties, seed):
    state = stage(*ties)
    paired = pair_playoff(state, seed=seed)
    assert find_problems(state, paired) == []
    met = Counter(frozenset(pairing.seats) for pairing in paired.pairings)
    wanted = {frozenset(pair) for tie in ties for pair in combinations(tie, 2)}
    assert met == dict.fromkeys(wanted, 1)
    for tie in ties:  # first moves of a Berger table differ by one at most
        firsts = Counter(p.seats[0] for p in paired.pairings if p.seats[0] in tie)
        moved = [firsts[entry] for entry in tie]
        assert max(moved) - min(moved) <= 1


@given(some_ties(), st.integers(0, 10_000))
def test_the_proof_of_a_play_off_pairs_it_again(ties, seed):
    state = stage(*ties)
    paired = pair_playoff(state, seed=seed)
    document = proof.build(system="playoff", seed=seed, state=state, paired=paired)
    assert proof.pairs_of(proof.pair_again(document)) == document["pairs"]


def test_nobody_level_is_refused():
    with pytest.raises(PairingRefused) as refused:
        pair_playoff(stage())
    assert refused.value.code == "nobody_is_level"


def test_no_stage_can_be_planned_as_a_play_off():
    assert ENGINES.keys() - SYSTEMS.keys() == {"playoff"}
