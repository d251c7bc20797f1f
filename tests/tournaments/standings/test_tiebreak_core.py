"""Tie-breaks beside those of tiebreak-core, on random tournaments."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiebreak_core import GameRecord, PlayerTiebreakData, calculate_all_strict

from tests.tournaments.standings.peers import random_report, ranked
from tournaments.standings.crosstable import Crosstable, CrosstableCell
from tournaments.standings.tiebreaks.registry import HALF_POINTS
from tournaments.state import EventState

# Not PTP and APPO: it adds up expected scores as floats, which may miss the points by a hair
NAMES = {
    "BH": "buchholz", "BH/C1": "buchholz_cut1", "BH/C2": "buchholz_cut2", "SB": "sonneborn_berger",
    "SB/C1": "sonneborn_berger_cut1", "AOB": "aob", "WIN": "wins", "WON": "won",
    "BPG": "games_black", "BWG": "wins_black", "PS": "progressive", "PS/C1": "progressive_cut1",
    "REP": "rounds_elected", "STD": "std", "ARO": "aro", "TPR": "tpr", "APRO": "apro",
}  # fmt: skip
KINDS = {
    "played": "played", "forfeit_won": "forfeit_win", "forfeit_lost": "forfeit_loss",
    "bye_allocated": "pairing_bye", "bye_full": "pairing_bye", "bye_asked": "requested_bye",
    "absent": "requested_bye",
}  # fmt: skip


@pytest.mark.parametrize("seed", range(25))
def test_a_swiss(seed: int) -> None:
    state, _ = random_report(seed)
    players = as_players(state)
    for row in ranked(state, list(NAMES)).rows:
        theirs = calculate_all_strict(
            players[row.entry],
            players,
            list(NAMES.values()),
            total_rounds=state.current_round,
            ruleset="fide-2026",
        )
        for code, value in zip(NAMES, row.tie_breaks, strict=True):
            exact = Fraction(value or 0, 2 if code in HALF_POINTS else 1)
            assert theirs[NAMES[code]] == pytest.approx(float(exact)), (code, row.entry)


def as_players(state: EventState) -> dict[int, PlayerTiebreakData]:
    rating = {entrant.number: entrant.rating or 0 for entrant in state.entrants}
    return {
        entry: PlayerTiebreakData(
            entry,
            rating[entry],
            float(Fraction(sum(cell.points_x2 for cell in cells), 2)),
            [as_record(cell, rating) for cell in cells],
        )
        for entry, cells in Crosstable.of(state).cells.items()
    }


def as_record(cell: CrosstableCell, rating: dict[int, int]) -> GameRecord:
    return GameRecord(
        cell.opponent or -1,
        rating.get(cell.opponent, 0),
        float(Fraction(cell.points_x2, 2)),
        ("white", "black")[cell.seat_index],
        cell.round,
        kind=KINDS[cell.kind],
    )
