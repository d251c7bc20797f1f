"""Converts a report to a state for pairing and standings.

White moves first and takes seat 1. An asked bye becomes a pairing of one seat if it gave points,
otherwise, or if its round is in the future, an absence. `build_report` in `compose.py` is the
reverse. Teams: see `convert_teams.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tournaments.state import (
    BY_LOT,
    BYE_ALLOCATED,
    BYE_ASKED,
    DOUBLE_FORFEIT,
    FORFEIT,
    PLAYED,
    TOP_FIRST,
    TOP_SECOND,
    Absence,
    Entrant,
    EventState,
    ForbiddenMeeting,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)
from tournaments.trf.convert_teams import (
    in_teams,
    initial_of_teams,
    system_of_teams,
    with_byes_of_members,
)
from tournaments.trf.errors import TrfError
from tournaments.trf.report import NO_CELL, PlayerRecord, Report, ReportCell
from tournaments.trf.report import rounds_played as rounds_played_in
from tournaments.trf.report_line import MAX_ROUNDS
from tournaments.trf.scoring import PointScale

MAX_FORBIDDEN = 100_000
TOP_MOVES = {"w": TOP_FIRST, "b": TOP_SECOND, "": BY_LOT}
OUTCOMES = {"1": "1-0", "W": "1-0", "=": "1/2-1/2", "D": "1/2-1/2", "0": "0-1", "L": "0-1"}


def state_from_report(report: Report, *, rounds_played: int | None = None) -> EventState:
    """The tournament before its next round; with `rounds_played`, after that many rounds.

    It is a round robin if record 092 says so or 192 ends in ROUNDROBIN (C.07 15.2), otherwise a
    Swiss. Forbidden pairs are those of the next round.

    :raises TrfError: both_lost, record_not_done, too_many_forbidden, knockout_not_done.
    """
    for record, _ in report.other:
        if record == "299":
            raise TrfError("record_not_done", record=record)
    if report.teams:
        report = with_byes_of_members(report)
    past = rounds_played_in(report)
    now = past if rounds_played is None else rounds_played
    scale = PointScale.of(report.scoring_x2)
    system, options = system_of_teams(report) if report.teams else _system(report)
    state = EventState(
        entrants=tuple(_entrants(report, scale, now=now, past=past)),
        rounds_total=report.rounds,
        current_round=now,
        played=tuple(_played(report, scale, now)),
        rules=scale.rules(),
        options=replace(options, top_moves=TOP_MOVES[_initial(report)]),
        system=system,
        forbidden=tuple(_forbidden(report, now + 1)),
    )
    return in_teams(state, report) if report.teams else state


def _system(report: Report) -> tuple[str, PairingOptions]:
    """The pairing system's code and options; FIDE's double round robin swaps rounds."""
    kind, code = report.kind.lower().replace(" ", "-"), report.encoded_kind.upper()
    if "round-robin" not in kind and not code.endswith("ROUNDROBIN"):
        return "swiss", PairingOptions()
    if "double" not in kind and not code.endswith("DOUBLEROUNDROBIN"):
        return "round_robin", PairingOptions()
    return "round_robin", PairingOptions(cycles=2, swap_last_rounds=code.startswith("FIDE"))


def _initial(report: Report) -> str:
    """Record 152, or the color of the highest ranked player or team paired in round 1."""
    if report.initial or report.teams:
        return report.initial or initial_of_teams(report)
    paired = (p for p in report.players if p.cells and p.cells[0].opponent)
    top = min(paired, key=lambda player: player.number, default=None)
    return top.cells[0].color if top else ""


def _entrants(report: Report, scale: PointScale, *, now: int, past: int) -> Iterator[Entrant]:
    asked = _asked(report)
    for number in report.absent:
        asked.setdefault(number, {})[past + 1] = "Z"
    virtual = _virtual_x2(report)
    for player in report.players:
        kinds = dict(_bye_kinds(player, past)) | asked.get(player.number, {})
        absences = tuple(
            Absence(number, number, scale.of_result(kind))
            for number, kind in sorted(kinds.items())
            if number > now or kind == "Z"
        )
        yield Entrant(
            player.number,
            player.rating,
            absences=absences,
            virtual_x2=virtual.get(player.number, ()),
        )


def _asked(report: Report) -> dict[int, dict[int, str]]:
    """Byes of records 240: the kind by player and round."""
    found: dict[int, dict[int, str]] = {}
    for byes in report.byes:
        for number in byes.players:
            found.setdefault(number, {})[byes.round] = byes.kind
    return found


def _bye_kinds(player: PlayerRecord, past: int) -> Iterator[tuple[int, str]]:
    """Asked byes (H, F) and missed rounds (Z) in the player's own record."""
    for number in range(1, max(past, len(player.cells)) + 1):
        cell = _cell(player, number)
        if not cell.opponent and cell.result != "U":
            yield number, cell.result


def _cell(player: PlayerRecord, number: int) -> ReportCell:
    return player.cells[number - 1] if number <= len(player.cells) else NO_CELL


def _played(report: Report, scale: PointScale, now: int) -> Iterator[Played]:
    players = {player.number: player for player in report.players}
    asked = _asked(report)
    for number in range(1, now + 1):
        for player in report.players:
            cell = _cell(player, number)
            if kind_asked := asked.get(player.number, {}).get(number):
                cell = ReportCell(0, "-", kind_asked)
            if cell.color == "w":
                other = _cell(players[cell.opponent], number)
                seats = (player.number, cell.opponent)
                yield _match(scale, number, seats, (cell.result, other.result))
            elif not cell.opponent and cell.result != "Z":
                kind = BYE_ALLOCATED if cell.result == "U" else BYE_ASKED
                points_x2 = scale.of_result(cell.result)
                yield Played(number, (player.number,), kind=kind, bye_points_x2=points_x2)


def _match(
    scale: PointScale, number: int, seats: tuple[int, int], letters: tuple[str, str]
) -> Played:
    first, second = letters
    if first in "+-":
        kind = DOUBLE_FORFEIT if first == second else FORFEIT
        winner = None if first == second else 1 + (second == "+")
        points_x2 = scale.rules().unplayed_x2(kind, winner_seat=winner)
        result = SlotResult(kind, "", points_x2)
    else:
        if first == second and first in "0L" and not (scale.in_games or scale.is_usual):
            raise TrfError("both_lost", round=number, first=seats[0], second=seats[1])
        games = scale if scale.in_games else PointScale()
        outcome = "0-0" if first == second and first in "0L" else OUTCOMES[first]
        result = SlotResult(PLAYED, outcome, tuple(map(games.of_result, letters)))
    return Played(number, seats, (Slot(1, result=result),))


def _virtual_x2(report: Report) -> dict[int, tuple[int, ...]]:
    """Virtual points by player, one value per round; later records win."""
    found: dict[int, list[int]] = {}
    for points in report.virtual:
        for player in report.players:
            if points.first_player <= player.number <= points.last_player:
                mine = found.setdefault(player.number, [])
                mine += [0] * (points.last_round - len(mine))
                length = points.last_round - points.first_round + 1
                mine[points.first_round - 1 : points.last_round] = [points.game_points_x2] * length
    return {number: tuple(values) for number, values in found.items()}


def _forbidden(report: Report, next_round: int) -> Iterator[ForbiddenMeeting]:
    """Forbidden pairs of the next round; pairs of all rounds have no last round."""
    pairs: dict[tuple[int, int], int] = {}
    for group in report.forbidden:
        if group.first_round > next_round:
            continue
        for low, high in combinations(sorted(set(group.players)), 2):
            pairs[low, high] = max(group.last_round, pairs.get((low, high), 0))
            if len(pairs) > MAX_FORBIDDEN:
                raise TrfError("too_many_forbidden", most=MAX_FORBIDDEN)
    for (low, high), last in sorted(pairs.items()):
        yield ForbiddenMeeting(low, high, None if last >= (report.rounds or MAX_ROUNDS) else last)
