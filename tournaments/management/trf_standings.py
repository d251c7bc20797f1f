"""The standings of a report file, as lines of columns parted by tabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from tournaments.standings import build_table
from tournaments.standings.derivation import MESSAGES
from tournaments.standings.points import Points
from tournaments.standings.teams import team_state
from tournaments.standings.tiebreaks.registry import HALF_POINTS, refusal_code
from tournaments.state import EventState
from tournaments.trf.convert import state_from_report
from tournaments.trf.report import Report

DECIMALS = {"SB": 2, "SB/C1": 2, "AOB": 2}  # of codes in half points; the others have one
LONG, LONG_DECIMALS = 9, 3  # so many decimals of AOB from so many rounds on


def whole_tournament(report: Report) -> EventState:
    """The tournament over all its rounds: record 142, else XXR, else the longest row.

    Rounds still to be played count as missed by everybody. The entrants of a tournament of teams
    are the teams.
    """
    state = state_from_report(report)
    state = replace(state, current_round=max(state.rounds_total, state.current_round))
    return team_state(state) if state.teams else state


def standings_lines(
    state: EventState, names: dict[int, str], codes: Sequence[str]
) -> Iterator[str]:
    """Rank, number, name, points and each tie-break; equal ones share the first rank.

    :raises KeyError: there is no such tie-break.
    """
    made = build_table(replace(state, rules=replace(state.rules, tiebreaks=tuple(codes))))
    for row in made.rows:
        columns = [str(row.rank), str(row.entry), names[row.entry], decimals(row.primary_x2, 1)]
        for code, value in zip(codes, row.tie_breaks, strict=True):
            columns.append(written(code, value, rounds=made.after_round))
        yield "\t".join(columns)


def refusals(state: EventState, codes: Sequence[str]) -> Iterator[str]:
    """Why a tie-break has no values in this tournament, a line each."""
    for code in dict.fromkeys(codes):
        if (why := refusal_code(code, state)) is not None:
            yield f"{code}: {MESSAGES[why]}"


def written(code: str, value: Points | None, *, rounds: int) -> str:
    """A value as people read it; nothing where there is none."""
    if value is None:
        return ""
    if code not in HALF_POINTS:
        return str(value)
    places = LONG_DECIMALS if code == "AOB" and rounds >= LONG else DECIMALS.get(code, 1)
    return decimals(value, places)


def decimals(value_x2: Points, places: int) -> str:
    """Half points as a decimal number, the last place rounded half up."""
    scaled = floor(Fraction(value_x2) * 10**places / 2 + Fraction(1, 2))
    whole, part = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{part:0{places}}"
