"""Speed of the standings with six tie-breaks, in process time on one core, beside two peers."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json
from tiebreak_core import GameRecord, PlayerTiebreakData, rank_standings_strict

from bench.engine_bench import measure
from tournaments.standings import build_table
from tournaments.standings.crosstable import Crosstable
from tournaments.state import BYE_ASKED, Entrant, EventState, MatchRules, Played, Slot, SlotResult
from tournaments.trf.compose import build_report
from tournaments.trf.write import write_report

TIEBREAKS = ("BH/C1", "BH", "SB", "DE", "AOB", "TPR")
CORE = ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "aob", "tpr")
KINDS = {"played": "played", "forfeit_won": "forfeit_win", "forfeit_lost": "forfeit_loss"}
ENTRIES, ROUNDS = 1000, 11
TARGET = "asked: 1 s at most, 0.2 s aimed at; was 0.36 s"
FORFEITS, BYES = 3, 3  # percent

RESULTS = (
    SlotResult("played", "1-0", (2, 0)),
    SlotResult("played", "1/2-1/2", (1, 1)),
    SlotResult("played", "0-1", (0, 2)),
)
FORFEIT = SlotResult("forfeit", "", (2, 0))


def tournament(entries: int, rounds: int) -> EventState:
    """Random pairs and results, with asked byes and forfeits."""
    rng = random.Random(2026)
    numbers = list(range(1, entries + 1))
    played: list[Played] = []
    for number in range(1, rounds + 1):
        rng.shuffle(numbers)
        byes = [entry for entry in numbers if rng.randrange(100) < BYES]
        paired = [entry for entry in numbers if entry not in set(byes)]
        if len(paired) % 2:
            byes.append(paired.pop())
        played += (Played(number, (entry,), kind=BYE_ASKED, bye_points_x2=1) for entry in byes)
        for seats in zip(paired[::2], paired[1::2], strict=True):
            result = FORFEIT if rng.randrange(100) < FORFEITS else rng.choice(RESULTS)
            played.append(Played(number, seats, (Slot(1, result=result),)))
    return EventState(
        entrants=tuple(Entrant(n, 2400 - n) for n in sorted(numbers)),
        rounds_total=rounds,
        current_round=rounds,
        played=tuple(played),
        rules=MatchRules(tiebreaks=TIEBREAKS),
        system="swiss",
    )


def with_gacrux(state: EventState) -> Callable[[], object]:
    with redirect_stdout(io.StringIO()):
        source = trf2json()
        source.parse_file(write_report(build_report(state)), True)
    found = source.get_tournament(1)
    options = {"pre_determined": False, "swiss": True, "unrated": None}

    def run() -> None:
        asked = {"tiebreak": ["PTS", *TIEBREAKS], "check": False}
        with redirect_stdout(io.StringIO()):
            tiebreak(found, -1, dict(options)).compute_tiebreaks(found, asked)

    return run


def with_tiebreak_core(state: EventState) -> Callable[[], object]:
    rating = {entrant.number: entrant.rating or 0 for entrant in state.entrants}
    players = {
        entry: PlayerTiebreakData(
            entry,
            rating[entry],
            float(sum(cell.points_x2 for cell in cells)) / 2,
            [
                GameRecord(
                    cell.opponent or -1,
                    rating.get(cell.opponent, 0),
                    float(cell.points_x2) / 2,
                    ("white", "black")[cell.seat_index],
                    cell.round,
                    kind=KINDS.get(cell.kind, "requested_bye"),
                )
                for cell in cells
            ],
        )
        for entry, cells in Crosstable.of(state).cells.items()
    }
    how: dict[str, Any] = {"total_rounds": state.current_round, "ruleset": "fide-2026"}
    return lambda: rank_standings_strict(players, list(CORE), **how)


def figures() -> Iterator[tuple[str, str, str]]:
    whole = tournament(ENTRIES, ROUNDS)
    ours = measure(lambda: build_table(whole))
    peers = {
        name: measure(run, least=0.1)
        for name, run in (
            ("gacrux", with_gacrux(whole)),
            ("tiebreak-core", with_tiebreak_core(whole)),
        )
    }
    beside = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in peers.items())
    name = f"standings, {ENTRIES} entries, {ROUNDS} rounds, 6 tie-breaks"
    yield name, f"{ours:.3f} s", f"{beside}; {TARGET}"
    for entries, rounds in ((ENTRIES // 4, ROUNDS), (ENTRIES * 2, ROUNDS), (ENTRIES, 5)):
        took = measure(partial(build_table, tournament(entries, rounds)))
        share = entries * rounds / (ENTRIES * ROUNDS)
        what = f"standings, {entries} entries, {rounds} rounds"
        yield what, f"{took:.3f} s", f"{took / ours:.2f} of the time for {share:.2f} of the results"
    plain = replace(whole, rules=MatchRules())
    yield "standings without a tie-break", f"{measure(lambda: build_table(plain)):.3f} s", name
