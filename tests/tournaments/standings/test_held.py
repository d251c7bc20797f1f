"""Every value of Mario Held's exercises in tie-breaking, as published or, for the rules of 2026, as
two other programs have them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.paths import SHARED
from tournaments.standings import StandingsTable, build_table
from tournaments.standings.tiebreaks.registry import HALF_POINTS
from tournaments.state import EventState
from tournaments.trf.convert import state_from_report
from tournaments.trf.read import read_report

HELD = SHARED / "data" / "pairing"

pytestmark = pytest.mark.skipif(not HELD.is_dir(), reason="the shared data are not here")


def state(name: str, *, system: str) -> EventState:
    return replace(
        state_from_report(read_report((HELD / f"{name}.trf").read_text())), system=system
    )


def ranked(held: EventState, *codes: str) -> StandingsTable:
    return build_table(replace(held, rules=replace(held.rules, tiebreaks=codes)))


@cache
def expected(name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((HELD / f"{name}_expected.json").read_text())
    return found


def column(held: EventState, code: str) -> dict[str, str]:
    """The values of one tie-break as the exercises write them, by number."""
    decimals = {"SB": 2, "SB/C1": 2, "AOB": 2}.get(code, 1)
    return {
        str(row.entry): written(row.tie_breaks[0], code, decimals)
        for row in ranked(held, code).rows
    }


def written(value: int | Fraction | None, code: str, decimals: int) -> str:
    if value is None:
        return "None"
    if code not in HALF_POINTS:
        return str(value)
    exact = Fraction(value, 2)
    return str(
        (Decimal(exact.numerator) / exact.denominator).quantize(
            Decimal(1).scaleb(-decimals), ROUND_HALF_UP
        )
    )


# Those of expected_2026_partial
SWISS = [
    "BH", "BH/C1", "AOB", "FB", "SB", "SB/C1", "ARO", "ARO/C1", "TPR", "WIN", "WON", "BPG", "BWG",
    "REP", "PS", "PS/C1",
]  # fmt: skip


@pytest.mark.parametrize("code", SWISS)
def test_swiss_of_five_rounds(code: str) -> None:
    values = expected("held_swiss5")["expected_2026_partial"]
    assert sorted(values) == sorted(SWISS)
    assert column(state("held_swiss5", system="swiss"), code) == values[code]


def test_points_of_the_swiss() -> None:
    points = expected("held_swiss5")["points"]
    rows = ranked(state("held_swiss5", system="swiss")).rows
    assert {str(row.entry): row.primary_x2 / 2 for row in rows} == points


@pytest.mark.parametrize("code", ["APRO", "PTP"])
def test_some_performances(code: str) -> None:
    values = expected("held_swiss5")[code]
    made = column(state("held_swiss5", system="swiss"), code)
    assert {entry: int(made[entry]) for entry in values} == values


def test_direct_encounter_parts_none_of_those_tied() -> None:
    ranks = expected("held_swiss5")["direct_encounter_ranks"]
    made = {row.entry: row.rank for row in ranked(state("held_swiss5", system="swiss"), "DE").rows}
    for tied, rank in ranks.items():
        assert {made[int(entry)] for entry in tied.split(",")} == {rank}


def test_direct_encounter_after_nine_rounds() -> None:
    rows = ranked(state("held_swiss9", system="swiss"), "DE").rows
    made = {str(row.entry): row.rank for row in rows}
    assert made == expected("held_rr_swiss9")["swiss9_DE_ranks"]


@pytest.mark.parametrize(
    ("code", "name"), [("SB", "rr_SB"), ("SB/C1", "rr_SB_C1"), ("KS", "rr_KS")]
)
def test_round_robin(code: str, name: str) -> None:
    values = expected("held_rr_swiss9")[name]
    assert column(state("held_round_robin", system="round_robin"), code) == values


def test_direct_encounter_in_a_round_robin() -> None:
    rows = ranked(state("held_round_robin", system="round_robin"), "DE").rows
    assert {str(row.entry): row.rank for row in rows} == expected("held_rr_swiss9")["rr_DE_ranks"]
