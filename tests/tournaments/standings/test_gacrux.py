"""Every tie-break that gacrux knows too, on random tournaments: no difference."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.standings.peers import (
    differences,
    gacrux_values,
    random_report,
    random_round_robin,
    ranked,
)
from tournaments.trf.compose import build_report
from tournaments.trf.convert import state_from_report
from tournaments.trf.read import read_report
from tournaments.trf.write import write_report

SWISS = (
    *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "AOB", "SB", "SB/C1", "WIN", "WON", "BPG"),
    *("BWG", "PS", "PS/C1", "REP", "STD", "TPN", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO"),
    "RTNG",
)
# Buchholz is forbidden in a round robin (C.07 8). gacrux leaves forfeits won out of WON, BPG and
# BWG, where 15.2 makes them games; without forfeits all three are the same.
ROUND_ROBIN = ("KS", "SB", "SB/C1", "WIN", "PS", "PS/C1", "REP", "STD", "TPN", "ARO", "TPR", "APRO")
FEW, MANY = range(10), range(10, 200)
slow_rest = [pytest.param(seed, marks=pytest.mark.slow) for seed in MANY]


@pytest.mark.parametrize("seed", [*FEW, *slow_rest])
def test_a_swiss_with_byes_forfeits_and_withdrawals(seed: int) -> None:
    _, report = random_report(seed)
    state = state_from_report(read_report(report))
    for codes in (SWISS, ("DE", "BH/C1"), ("WIN", "DE")):
        assert differences(ranked(state, codes), gacrux_values(report, codes)) == []


@pytest.mark.parametrize("seed", [*FEW, *slow_rest])
def test_a_swiss_before_its_end(seed: int) -> None:
    state, report = random_report(seed)
    rounds = Random(seed).randint(1, state.rounds_total - 1)
    before = state_from_report(read_report(report), rounds_played=rounds)
    assert differences(ranked(before, SWISS), gacrux_values(report, SWISS, rounds=rounds)) == []


@pytest.mark.parametrize("seed", FEW)
def test_a_swiss_with_three_points_for_a_win(seed: int) -> None:
    _, text = random_report(seed)
    scored = state_from_report(replace(read_report(text), scoring_x2=(("W", 6), ("D", 2))))
    report = write_report(build_report(scored))
    peer = gacrux_values(report, SWISS)
    assert differences(ranked(state_from_report(read_report(report)), SWISS), peer) == []


@pytest.mark.parametrize("seed", FEW)
def test_byes_worth_a_win(seed: int) -> None:
    _, text = random_report(seed)
    report = write_report(
        build_report(state_from_report(read_report(text.replace("0000 - H", "0000 - F"))))
    )
    peer = gacrux_values(report, SWISS)
    assert differences(ranked(state_from_report(read_report(report)), SWISS), peer) == []


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("seed", FEW)
def test_a_round_robin_with_forfeits(seed: int, cycles: int) -> None:
    report = write_report(build_report(random_round_robin(seed, cycles, forfeits=20)))
    state = state_from_report(read_report(report))
    for codes in (ROUND_ROBIN, ("DE",)):
        peer = gacrux_values(report, codes, round_robin=True)
        assert differences(ranked(state, codes), peer) == []


@pytest.mark.parametrize("seed", FEW)
def test_a_round_robin_without_forfeits(seed: int) -> None:
    report = write_report(build_report(random_round_robin(seed, 1, forfeits=0)))
    codes = ("WON", "BPG", "BWG")
    peer = gacrux_values(report, codes, round_robin=True)
    assert differences(ranked(state_from_report(read_report(report)), codes), peer) == []
