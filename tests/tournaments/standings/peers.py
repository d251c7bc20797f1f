"""Other programs' tie-breaks, and random tournaments to compare ours on."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction
from math import floor
from random import Random
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tournaments.pairing import SYSTEMS
from tournaments.pairing.generate import GenerateOptions, generate
from tournaments.pairing.interface import PairedRound, Pairing, Reason
from tournaments.standings import StandingsTable, build_table
from tournaments.standings.tiebreaks.registry import HALF_POINTS
from tournaments.state import (
    DOUBLE_FORFEIT,
    FORFEIT,
    Entrant,
    EventState,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)
from tournaments.trf.compose import build_report
from tournaments.trf.write import write_report

Values = dict[str, dict[int, Any]]  # by code and entry


def gacrux_values(
    report: str, codes: Iterable[str], *, rounds: int = -1, round_robin: bool = False
) -> Values:
    """What gacrux gives for the report, after `rounds` rounds or all: rules of 2026 (/V2)."""
    codes = list(codes)
    asked = ["PTS", *codes]
    with redirect_stdout(io.StringIO()):
        source = trf2json()
        source.parse_file(report, True)
        tournament = source.get_tournament(1)
        mode = {"pre_determined": round_robin, "swiss": not round_robin, "unrated": None}
        made = tiebreak(tournament, rounds, mode).compute_tiebreaks(
            tournament,
            {
                "tiebreak": [code if code == "PTS" else f"{code}/V2" for code in asked],
                "check": False,
            },
        )
    found: Values = {code: {} for code in asked}
    for competitor in made["competitors"]:
        for code, value in zip(asked, competitor["tiebreakScore"], strict=True):
            found[code][competitor["cid"]] = value
    found["rank"] = {row["cid"]: row["rank"] for row in made["competitors"]}
    return found


def random_report(seed: int) -> tuple[EventState, str]:
    """A tournament of random pairs, with byes, forfeits and withdrawals, and its report file.

    Nobody cares who met whom before, so that opponents also meet twice.
    """
    random = Random(seed)
    options = GenerateOptions(
        players=random.randint(4, 24),
        rounds=random.randint(3, 9),
        seed=seed,
        forfeits=random.choice((0, 10, 30)),
        byes=random.choice((0, 10, 25)),
        withdrawals=random.choice((0, 10, 30)),
        draws=random.choice((20, 50)),
    )
    state = generate(options=options, pair=lambda state: _pair(state, random))
    return state, write_report(build_report(state))


def _pair(state: EventState, random: Random) -> PairedRound:
    here = list(state.present_entries(state.next_round))
    random.shuffle(here)
    why = (Reason("pair", {}),)
    pairs = [tuple(here[at : at + 2]) for at in range(0, len(here), 2)]
    pairings = [
        Pairing(seats, table) if len(seats) == 2 else Pairing.bye(seats[0], why=why)
        for table, seats in enumerate(pairs, start=1)
    ]
    return PairedRound(state.next_round, tuple(pairings))


def random_round_robin(seed: int, cycles: int, *, forfeits: int) -> EventState:
    """Three to nine entries and random results; forfeits: percent of all games."""
    random = Random(seed)
    size = random.randint(3, 9)
    state = EventState(
        entrants=tuple(Entrant(n, 2000 - 30 * n) for n in range(1, size + 1)),
        rounds_total=(size - 1 + size % 2) * cycles,
        options=PairingOptions(cycles=cycles),
        system="round_robin",
    )
    while state.current_round < state.rounds_total:
        paired = SYSTEMS["round_robin"](state)
        played = tuple(_play(paired, random, forfeits))
        state = replace(state, current_round=paired.round, played=(*state.played, *played))
    return state


def _play(paired: PairedRound, random: Random, forfeits: int) -> list[Played]:
    played = []
    for pairing in paired.pairings:
        kind = "played"
        if random.randrange(100) < forfeits:
            kind = random.choice((FORFEIT, DOUBLE_FORFEIT))
        points = random.choice(((2, 0), (0, 2)) if kind == FORFEIT else ((2, 0), (1, 1), (0, 2)))
        result = SlotResult(kind, "", (0, 0) if kind == DOUBLE_FORFEIT else points)
        slots = (Slot(1, pairing.first_seat, result=result),) if len(pairing.seats) == 2 else ()
        played.append(Played(paired.round, pairing.seats, slots, kind=pairing.kind))
    return played


def same(ours: Any, theirs: Any, code: str, *, rounds: int) -> bool:
    """Whether it is the value of gacrux, which rounds averages and has place 0 for the only one."""
    if ours is None or theirs is None:
        return ours is theirs
    exact = Fraction(ours, 2) if code in HALF_POINTS else Fraction(ours)
    if code == "AOB":
        digits = 100 if rounds < 9 else 1000
        exact = Fraction(floor(exact * digits + Fraction(1, 2)), digits)
    return exact == (max(theirs, 1) if code == "DE" else Fraction(theirs))


def ranked(state: EventState, codes: Sequence[str]) -> StandingsTable:
    return build_table(replace(state, rules=replace(state.rules, tiebreaks=tuple(codes))))


def differences(made: StandingsTable, peer: Values) -> list[tuple[str, int]]:
    """Codes and entries whose values differ; "rank" where only the rank does."""
    found = []
    for row in made.rows:
        if Fraction(row.primary_x2, 2) != Fraction(peer["PTS"][row.entry]):
            found.append(("PTS", row.entry))
        if row.rank != peer["rank"][row.entry]:
            found.append(("rank", row.entry))
        found += [
            (code, row.entry)
            for code, value in zip(made.tiebreaks, row.tie_breaks, strict=True)
            if not same(value, peer[code][row.entry], code, rounds=made.after_round)
        ]
    return found
