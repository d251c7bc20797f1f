"""The queues of the simulation against formulas and numbers from books."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.queues import (
    Work,
    chance_to_wait,
    exponential,
    mean_wait,
    mixed,
    servers_for,
    simulated_waits,
    wait_of_most,
)


@given(st.floats(0.01, 0.99))
def test_one_server_with_exponential_times(busy):
    """M/M/1: the chance to wait is the load, the mean wait is load / (1 - load) services."""
    work = Work(busy, 1.0)
    assert chance_to_wait(work, 1) == pytest.approx(busy)
    assert mean_wait(work, 1) == pytest.approx(busy / (1 - busy))
    wanted = math.log(busy / 0.05) / (1 - busy) if busy > 0.05 else 0
    assert wait_of_most(work, 1) == pytest.approx(wanted, abs=1e-9)


@given(st.floats(0.01, 0.99))
def test_one_server_with_equal_times_waits_half_as_long(busy):
    """M/D/1, Pollaczek-Khinchin."""
    assert mean_wait(Work(busy, 1.0, 0.0), 1) == pytest.approx(busy / (2 * (1 - busy)))


@given(st.integers(1, 30), st.floats(0.05, 0.95))
def test_erlang_c_is_the_sum_of_its_definition(servers, share):
    load = servers * share
    all_busy = load**servers / math.factorial(servers) / (1 - share)
    fewer = math.fsum(load**number / math.factorial(number) for number in range(servers))
    assert chance_to_wait(Work(load, 1.0), servers) == pytest.approx(all_busy / (fewer + all_busy))


def test_two_servers_of_a_textbook():
    """M/M/2 with two thirds of each busy: C = 2r²/(1 + r) = 0.5333."""
    assert chance_to_wait(Work(4 / 3, 1.0), 2) == pytest.approx(8 / 15)
    assert chance_to_wait(Work(900.0, 1.0), 1000) < 0.01  # no overflow
    assert chance_to_wait(Work(2.0, 1.0), 2) == 1
    assert mean_wait(Work(2.0, 1.0), 2) == wait_of_most(Work(2.0, 1.0), 2) == math.inf


@pytest.mark.parametrize(("servers", "load"), [(1, 0.5), (2, 1.5), (5, 4.0)])
def test_the_simulation_agrees_with_the_formula(servers, load):
    work = Work(load, 1.0)
    waits = simulated_waits(Random(3), work, servers, 200_000, exponential(work))
    assert math.fsum(waits) / len(waits) == pytest.approx(mean_wait(work, servers), rel=0.1)
    assert sorted(waits)[len(waits) * 95 // 100] == pytest.approx(
        wait_of_most(work, servers), rel=0.1
    )
    equal = Work(load, 1.0, 0.0)
    same = simulated_waits(Random(3), equal, servers, 200_000, lambda _rng: 1.0)
    assert math.fsum(same) / len(same) == pytest.approx(mean_wait(equal, servers), rel=0.15)


def test_kinds_of_jobs_in_one_queue():
    one = mixed([(2.0, 0.1), (1.0, 0.4)])
    assert one.rate == 3.0
    assert one.busy == pytest.approx(0.6)
    square = (2 * 2 * 0.1**2 + 2 * 0.4**2) / 3
    assert one.variation == pytest.approx(square / one.seconds**2 - 1)
    assert mixed([(5.0, 0.2)]).variation == pytest.approx(1)
    assert mixed([]).busy == wait_of_most(mixed([]), 1) == 0


@given(st.floats(0.1, 200), st.floats(0.01, 1))
def test_the_fewest_servers_that_keep_the_promise(rate, wait):
    work = Work(rate, 0.5)
    servers = servers_for(work, busy_share=0.7, wait=wait)
    assert work.busy <= 0.7 * servers
    assert wait_of_most(work, servers) <= wait
    if servers > 1:
        one_less = servers - 1
        assert work.busy > 0.7 * one_less or wait_of_most(work, one_less) > wait
