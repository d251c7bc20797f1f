"""Process time and memory of one Swiss round in its own process, beside py4swiss."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from tournaments.engine_process import run_engine
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.swiss.report import EngineInput
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.state import Entrant, EventState, PairingOptions, Played, Slot, SlotResult
from tournaments.trf.write import write_report

TARGETS = {100: "0.5 s", 500: "5 s", 1000: "30 s, 2 GB", 2000: "10 s"}
ROUNDS = (2, 5)
PEER_UP_TO = 500  # players; py4swiss takes half a minute for a round of 1,000
DRAWS, UPSETS = 0.3, 0.2


def figures() -> Iterator[tuple[str, str, str]]:
    for size, target in TARGETS.items():
        for number, report in reports(size):
            seconds, megabytes = own_process(report)
            measured = f"{seconds:.2f} s, {megabytes:,.0f} MB"
            peer = f"py4swiss {peer_seconds(report)}; " if size <= PEER_UP_TO else ""
            yield (
                f"swiss: {size:,} players, round {number}",
                measured,
                f"{peer}asked: under {target}",
            )


def reports(size: int) -> Iterator[tuple[int, str]]:
    """The reports before the rounds that are measured, of one tournament by lot."""
    random = Random(size)
    state = EventState(
        tuple(Entrant(number) for number in range(1, size + 1)),
        rounds_total=9,
        options=PairingOptions(top_moves="first"),
    )
    pair = partial(pair_swiss, run_engine=pair_report)
    for number in range(1, max(ROUNDS) + 1):
        if number in ROUNDS:
            yield (
                number,
                write_report(EngineInput(with_provisional_results(state), (), "w").build_report()),
            )
        if number < max(ROUNDS):
            played = tuple(_play(number, p.seats, random) for p in pair(state).pairings)
            state = EventState(
                state.entrants,
                state.rounds_total,
                number,
                (*state.played, *played),
                options=state.options,
            )


def _play(number: int, seats: tuple[int, ...], random: Random) -> Played:
    if random.random() < DRAWS:
        points = (1, 1)
    else:
        upset = random.random() < UPSETS
        points = (2, 0) if (seats[0] < seats[1]) != upset else (0, 2)
    return Played(number, seats, (Slot(1, result=SlotResult("played", "", points)),))


def own_process(report: str) -> tuple[float, float]:
    """Seconds of processor time, and the most memory of any such process so far, in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run_engine(report)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, after.ru_maxrss / 1024


def peer_seconds(report: str) -> str:
    """Seconds of processor time of py4swiss on the same tournament, in this process."""
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.trf import TrfParser
    except ImportError:
        return "is not here"
    renamed = {"142 ": "XXR ", "152 W": "XXC white1"}
    lines = [line for line in report.splitlines() if not line.startswith("162")]
    for new, old in renamed.items():
        lines = [line.replace(new, old, 1) if line.startswith(new) else line for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.trf"
        path.write_text("\n".join(lines) + "\n")
        begun = time.process_time()
        DutchEngine.generate_pairings(TrfParser.parse(path))
        return f"{time.process_time() - begun:.2f} s"
