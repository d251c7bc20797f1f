"""Machines and money for a club, a federation and the internet, from the costs in `costs.toml`.

`python -m bench.simulate` prints the tables, `--write` puts them into docs/scale.md, `--check N`
simulates N jobs of each queue beside the formula. `--costs FILE` reads other numbers.
"""

from __future__ import annotations

import argparse
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from bench import queues

HERE = Path(__file__).parent
COSTS = HERE / "costs.toml"
DOCUMENT = HERE.parent / "docs" / "scale.md"
EVERY = 3.4  # seconds between two requests of a live page, as in live.js
VERSIONS = 2  # of an event by one result: the result, then the standings
ONE_MACHINE = 8  # cores of the machine that the first wall is about

Numbers = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Need:
    """What one role needs. cores: in all. wait: 19 of 20 jobs wait at most so many seconds."""

    role: str
    work: queues.Work
    shards: int
    cores: int
    machines: int
    wait: float

    @property
    def busy(self) -> float:
        """Cores that work, in all shards."""
        return self.work.busy * self.shards


def read(path: Path = COSTS) -> dict[str, Any]:
    """The numbers; a scenario that is `like` another one has its numbers but for its own."""
    numbers = tomllib.loads(path.read_text(encoding="utf-8"))
    scenarios = numbers["scenarios"]
    numbers["scenarios"] = {
        name: {**scenarios.get(own.get("like"), {}), **own} for name, own in scenarios.items()
    }
    return numbers


def between(points: Mapping[str, float], at: float) -> float:
    """Milliseconds at a size, on straight lines through the measured points in logarithms."""
    known = sorted((float(size), ms) for size, ms in points.items())
    if len(known) == 1 or at <= known[0][0]:
        return known[0][1]
    pairs = list(pairwise(known))
    (low, low_ms), (high, high_ms) = next((pair for pair in pairs if at <= pair[1][0]), pairs[-1])
    power = math.log(high_ms / low_ms) / math.log(high / low)
    return float(low_ms * (at / low) ** power)


def seconds(cost: Numbers, scenario: Numbers) -> float:
    for key, size in (("by_entries", "entries"), ("by_players", "players")):
        if key in cost:
            return between(cost[key], scenario[size]) / 1000
    return float(cost["ms"]) / 1000


def together(rate: float, work: float) -> float:
    """Jobs a second if what comes in while one is done is done together by the next one."""
    return rate / (1 + rate * work)


def rates(numbers: Numbers, scenario: Numbers) -> dict[str, float]:
    """Jobs a second at the peak, by cost."""
    costs, events = numbers["costs"], scenario["events"]
    of_events = events * scenario["entries"] / 2 / (60 * scenario["results_minutes"])
    results = of_events + scenario["casual"]
    asked = scenario["watchers"] / EVERY
    changes = VERSIONS * of_events / events
    changed = asked * (1 - math.exp(-changes * EVERY))
    rendered = min(changed, VERSIONS * of_events * scenario["kinds"])
    origin = 1 - scenario["cdn"]
    kept = (changed - rendered) * origin
    unchanged = (asked - changed) * origin
    standings = seconds(costs["standings"], scenario)
    rated = seconds(costs["rated"], scenario)
    return {
        "not_modified": unchanged,
        "page_kept": kept,
        "page_rendered": rendered,
        "page_read": unchanged + kept + rendered,
        "page_cache": unchanged + kept + rendered,
        "result": results,
        "result_write": results,
        "standings": events * together(of_events / events, standings),
        "pairing": events / (60 * scenario["pairing_minutes"]),
        "rated": scenario["pools"] * together(2 * results / scenario["pools"], rated),
    }


def needs(numbers: Numbers, scenario: Numbers) -> list[Need]:
    """What each role needs, in the order of the roles."""
    found, costs, asked = [], numbers["costs"], rates(numbers, scenario)
    for role, about in numbers["roles"].items():
        shards = scenario["shards"] if about.get("one_machine") else 1
        work = queues.mixed(
            [
                (asked[name] / shards, seconds(cost, scenario))
                for name, cost in costs.items()
                if cost["role"] == role and name in asked
            ]
        )
        cores = queues.servers_for(work, busy_share=about["busy"], wait=about["wait"])
        machines = shards * about.get("copies", 1) * math.ceil(cores / about["cores"])
        wait = queues.wait_of_most(work, cores)
        found.append(Need(role, work, shards, cores * shards, machines, wait))
    return found


def walls(numbers: Numbers, scenario: Numbers) -> list[tuple[float, str]]:
    """By how much the load may grow until each role needs more than one machine; first wall first.

    A list is rated by one worker at a time: "one list" is how much of that worker is used.
    """
    found = []
    for need in needs(numbers, scenario):
        about = numbers["roles"][need.role]
        if need.busy:
            found.append((about["busy"] * min(ONE_MACHINE, about["cores"]) / need.busy, need.role))
    costs = numbers["costs"]
    results = 2 * rates(numbers, scenario)["result"] / scenario["pools"]
    found.append((1 / (results * seconds(costs["rated"], scenario)), "one list"))
    return sorted(found)


def machines(numbers: Numbers, found: list[Need]) -> tuple[int, int]:
    """The machines and their cores; one for everything if its cores are at most half busy."""
    if 2 * math.fsum(need.busy for need in found) <= ONE_MACHINE:
        return 1, ONE_MACHINE
    cores = sum(need.machines * numbers["roles"][need.role]["cores"] for need in found)
    return sum(need.machines for need in found), cores


def dollars(numbers: Numbers, scenario: Numbers, cores: int) -> float:
    """For a month: the cores, and the storage of a year of games."""
    kilobytes = scenario["games_a_year"] * numbers["costs"]["game_stored"]["kilobytes"]
    storage = kilobytes / 1e6 * numbers["price"]["gigabyte_month"]
    return float(cores * numbers["price"]["core_month"] + storage)


def costs_table(numbers: Numbers) -> Iterator[str]:
    yield "| cost | what | ms of a core | measured by |"
    yield "|---|---|---|---|"
    for name, cost in numbers["costs"].items():
        points = next((cost[key].items() for key in cost if key.startswith("by_")), ())
        sizes = "; ".join(f"{int(size):,}: {ms:,g}" for size, ms in points)
        value = f"{cost['kilobytes']:g} kB" if "kilobytes" in cost else sizes or f"{cost['ms']:g}"
        command = re.sub(r"(python -m [^;]+)$", r"`\1`", cost["measured"])
        yield f"| {name} | {cost['what']} | {value} | {command} |"


def needs_table(numbers: Numbers) -> Iterator[str]:
    yield "| scenario | role | jobs/s | busy cores | cores | machines | 19 of 20 wait, ms |"
    yield "|---|---|---|---|---|---|---|"
    for name, scenario in numbers["scenarios"].items():
        for need in needs(numbers, scenario):
            jobs = need.work.rate * need.shards
            yield (
                f"| {name} | {need.role} | {jobs:,.1f} | {need.busy:,.2f} | {need.cores:,} "
                f"| {need.machines:,} | {1000 * need.wait:,.0f} |"
            )


def money_table(numbers: Numbers) -> Iterator[str]:
    yield "| scenario | machines | dollars a month | times the load until a role is full |"
    yield "|---|---|---|---|"
    for name, scenario in numbers["scenarios"].items():
        count, cores = machines(numbers, needs(numbers, scenario))
        reached = ", ".join(f"{role} {times:,.2g}" for times, role in walls(numbers, scenario)[:4])
        yield f"| {name} | {count:,} | {dollars(numbers, scenario, cores):,.0f} | {reached} |"


TABLES = {"costs": costs_table, "needs": needs_table, "money": money_table}


def written(text: str, numbers: Numbers) -> str:
    """The document with its tables made again; each stands below its mark."""
    for name, table in TABLES.items():
        lines = "\n".join(table(numbers))
        mark = f"<!-- table: {name} -->"
        text = re.sub(rf"{mark}\n(\|.*\n)*", lambda _old: f"{mark}\n{lines}\n", text)  # noqa: B023
    return text


def checked(numbers: Numbers, jobs: int) -> Iterator[str]:
    """The waits of a simulation with exponential times beside those of the formulas."""
    for name, scenario in numbers["scenarios"].items():
        for need in needs(numbers, scenario):
            if not need.work.busy:
                continue
            work = queues.Work(need.work.rate, need.work.seconds)
            cores = need.cores // need.shards
            waits = queues.simulated_waits(Random(1), work, cores, jobs, queues.exponential(work))
            formula = queues.mean_wait(work, cores)
            found = math.fsum(waits) / len(waits)
            waited = f"simulated {1000 * found:.3f} ms, formula {1000 * formula:.3f} ms"
            yield f"{name} {need.role}: {waited}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--costs", type=Path, default=COSTS)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", type=int, metavar="N")
    asked = parser.parse_args()
    numbers = read(asked.costs)
    if asked.write:
        DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8"), numbers), encoding="utf-8")
        return
    parts = [table(numbers) for table in TABLES.values()]
    for part in [checked(numbers, asked.check)] if asked.check else parts:
        print(*part, "", sep="\n")


if __name__ == "__main__":
    main()
