"""Waiting times of queues with several servers: formulas, and a simulation that checks them. Pure.

Sources: A. K. Erlang (1917) for M/M/c; F. Pollaczek (1930) and A. Khinchin (1932) for one server;
A. Allen, "Probability, Statistics and Queueing Theory" (1990), for several servers and any service
time (Allen-Cunneen). Times are seconds, rates are per second.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Work:
    """The jobs of one queue. variation: the variance of a job's time by its squared mean.

    variation 0: all jobs take the same time; 1: exponential times.
    """

    rate: float
    seconds: float
    variation: float = 1.0

    @property
    def busy(self) -> float:
        """The mean number of busy servers."""
        return self.rate * self.seconds


def mixed(kinds: list[tuple[float, float]]) -> Work:
    """The jobs of one queue out of several kinds: (rate, mean seconds) each, exponential times."""
    rate = math.fsum(kind_rate for kind_rate, _seconds in kinds)
    if not rate:
        return Work(0.0, 0.0)
    mean = math.fsum(kind_rate * seconds for kind_rate, seconds in kinds) / rate
    square = math.fsum(2 * kind_rate * seconds**2 for kind_rate, seconds in kinds) / rate
    return Work(rate, mean, square / mean**2 - 1 if mean else 1.0)


def chance_to_wait(work: Work, servers: int) -> float:
    """Erlang C: the probability that all servers are busy, 0..1."""
    if work.busy >= servers:
        return 1.0
    blocked = 1.0  # Erlang B, by its recursion, which does not overflow
    for number in range(1, servers + 1):
        blocked = work.busy * blocked / (number + work.busy * blocked)
    share = work.busy / servers
    return blocked / (1 - share + share * blocked)


def mean_wait(work: Work, servers: int) -> float:
    """Seconds in the queue; infinite if the servers cannot keep up. Exact for one server."""
    if not work.busy:
        return 0.0
    if work.busy >= servers:
        return math.inf
    spare = servers / work.seconds - work.rate
    return chance_to_wait(work, servers) / spare * (1 + work.variation) / 2


def wait_of_most(work: Work, servers: int, share: float = 0.95) -> float:
    """Seconds that this share of the jobs waits at most. Exact for exponential times."""
    if not work.busy:
        return 0.0
    if work.busy >= servers:
        return math.inf
    waits = chance_to_wait(work, servers)
    if waits <= 1 - share:
        return 0.0
    return mean_wait(work, servers) / waits * math.log(waits / (1 - share))


def servers_for(work: Work, *, busy_share: float, wait: float, most: int = 1_000_000) -> int:
    """The least number of servers for a share of busy time and a wait of 95 percent."""
    servers = max(1, math.ceil(work.busy / busy_share))
    while servers < most and wait_of_most(work, servers) > wait:
        servers += 1
    return servers


def simulated_waits(
    rng: Random, work: Work, servers: int, jobs: int, seconds: Callable[[Random], float]
) -> list[float]:
    """The waits of jobs that arrive by chance and are served in their order.

    seconds: the time of a job. The first tenth, of an empty queue, is left out.
    """
    free = [0.0] * servers
    now, waits = 0.0, []
    for _job in range(jobs):
        now += rng.expovariate(work.rate)
        begins = max(now, free[0])
        heapq.heapreplace(free, begins + seconds(rng))
        waits.append(begins - now)
    return waits[jobs // 10 :]


def exponential(work: Work) -> Callable[[Random], float]:
    """The time of a job, by chance, for `simulated_waits`."""
    return lambda rng: rng.expovariate(1 / work.seconds)
