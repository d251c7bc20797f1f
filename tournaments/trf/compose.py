"""Builds the report of a stage from its state.

A report has games of two and one table of points. Legs become rounds of the file, in order; a match
of several games becomes one result by its match points. A state that does not fit is refused.
Teams: see `compose_teams.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournaments.state import TOP_FIRST, TOP_SECOND, Entrant, EventState
from tournaments.trf.cells import cells_of, letter_of_bye, scale_of
from tournaments.trf.compose_teams import cells_alone, with_teams
from tournaments.trf.errors import TrfError
from tournaments.trf.report import (
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    ReportCell,
    VirtualPoints,
    virtual_points,
)
from tournaments.trf.report_line import MAX_ROUNDS
from tournaments.trf.scoring import PointScale

INITIAL = {TOP_FIRST: "w", TOP_SECOND: "b"}
KINDS = {"swiss": "Swiss", "round_robin": "Round-Robin"}
ROUND_ROBINS = {1: "BERGER_ROUNDROBIN", 2: "BERGER_DOUBLEROUNDROBIN"}

Rounds = Mapping[int, range]
Ranks = Mapping[int, int]


def build_report(
    state: EventState,
    *,
    name: str = "",
    names: Mapping[int, str] | None = None,
    team_names: Mapping[int, str] | None = None,
) -> Report:
    """The report of a stage. names: by entry number; an entry or team without a name is #17.

    Player numbers are those of `starting_ranks`. Rounds of earlier stages are not included.

    :raises TrfError: seats_not_said, unfinished_not_said, cancelled_not_said, points_not_said,
        score_not_said, group_not_said, board_games_not_said.
    """
    for entrant in state.entrants:
        if entrant.start_points_x2 or entrant.adjustments:
            raise TrfError("score_not_said", entry=entrant.number)
        if entrant.group:
            raise TrfError("group_not_said", entry=entrant.number, group=entrant.group)
    ranks, rounds, scale = starting_ranks(state), file_rounds(state), scale_of(state)
    total = sum(map(len, rounds.values())) if state.rounds_total else 0
    report = Report(
        players=_players(state, ranks, rounds, scale, names or {}),
        name=name,
        kind=KINDS.get(state.system, ""),
        encoded_kind=_encoded_kind(state),
        rounds=total,
        initial=INITIAL.get(state.options.top_moves, ""),
        scoring_x2=scale.scoring_x2,
        virtual=tuple(_virtual(state, ranks, rounds)),
        forbidden=tuple(_forbidden(state, ranks, rounds, total or MAX_ROUNDS)),
        byes=tuple(_byes(state, ranks, rounds, scale)),
    )
    return with_teams(report, state, ranks, team_names or {}) if state.teams else report


def starting_ranks(state: EventState) -> dict[int, int]:
    """Each entry's number in the report: its own, or its rank if there is a starting order."""
    if any(entrant.seed for entrant in state.entrants):
        return {entry: rank for rank, entry in enumerate(state.entries_by_seed, start=1)}
    return {entry: entry for entry in state.entry_numbers}


def file_rounds(state: EventState) -> dict[int, range]:
    """Rounds of the file for each round of the stage, one per leg, including future rounds."""
    first = state.rounds_before + 1
    legs = dict.fromkeys(range(first, state.next_round), 1)
    for played in state.played:
        if played.round in legs:
            legs[played.round] = max(legs[played.round], played.leg)
    for number in range(state.next_round, (state.rounds_total or state.next_round) + 1):
        legs[number] = state.legs_of_round(number - state.rounds_before)
    found: dict[int, range] = {}
    start = 1
    for number, count in legs.items():
        found[number] = range(start, start + count)
        start += count
    return found


def _encoded_kind(state: EventState) -> str:
    """Record 192. FIDE's code of a double round robin implies that the last rounds are swapped."""
    if state.system == "swiss":
        return "FIDE_DUTCH_2026"
    if state.system != "round_robin":
        return ""
    code = ROUND_ROBINS.get(state.options.cycles, "CUSTOM_ROUNDROBIN")
    return code.replace("BERGER", "FIDE") if state.options.swap_last_rounds else code


def _players(
    state: EventState, ranks: Ranks, rounds: Rounds, scale: PointScale, names: Mapping[int, str]
) -> tuple[PlayerRecord, ...]:
    """Records 001 by number; the rank is by points only, shared if equal.

    In a stage of teams a bye of the team gives its players no points (TRF26, columns 81-84).
    """
    cells = cells_of(state, ranks, rounds, scale)
    for entry, number in cells_alone(state):
        cells[entry, rounds[number][0]] = ReportCell(0, "-", "+")
    past = [n for number, legs in rounds.items() if number < state.next_round for n in legs]
    lines = []
    for entrant in state.entrants:
        entry = entrant.number
        mine = tuple(cells[entry, number] for number in past)
        points_x2 = sum(
            scale.of_result(cell.result)
            for cell in mine
            if not (state.teams and cell.result == "U")
        )
        if state.teams:
            mine += tuple(_coming_absences(state, entrant, scale))
        name = names.get(entry, f"#{entry}")
        lines.append(PlayerRecord(ranks[entry], name, entrant.rating, mine, points_x2))
    scores = sorted(line.points_x2 or 0 for line in lines)
    ranked = (
        replace(line, rank=1 + len(scores) - bisect_right(scores, line.points_x2 or 0))
        for line in lines
    )
    return tuple(sorted(ranked, key=lambda line: line.number))


def _coming_absences(
    state: EventState, entrant: Entrant, scale: PointScale
) -> Iterator[ReportCell]:
    """The rounds that a member of a team misses from the next one on; records 240 name teams.

    A later absence, after a round in which the member is there, is not said.
    """
    for number in range(state.next_round, max(state.rounds_total, state.next_round) + 1):
        absence = entrant.absence_in(number)
        if absence is None:
            return
        letter = letter_of_bye(scale, entrant.number, number, absence.points_x2)
        yield ReportCell(0, "-", letter)


def _virtual(state: EventState, ranks: Ranks, rounds: Rounds) -> Iterator[VirtualPoints]:
    """Virtual points for the pairing of a round, in each of its legs."""
    for entrant in state.entrants:
        of_round = zip(rounds.values(), entrant.virtual_x2, strict=False)
        points_x2 = [value for legs, value in of_round for _ in legs]
        yield from virtual_points(ranks[entrant.number], points_x2)


def _forbidden(
    state: EventState, ranks: Ranks, rounds: Rounds, for_ever: int
) -> Iterator[ForbiddenPlayers]:
    for pair in state.forbidden:
        players = tuple(sorted((ranks[pair.low], ranks[pair.high])))
        if pair.last_round is None or pair.last_round > max(rounds, default=0):
            yield ForbiddenPlayers(1, for_ever, players)
        elif pair.last_round in rounds:
            yield ForbiddenPlayers(1, rounds[pair.last_round][-1], players)


def _byes(
    state: EventState, ranks: Ranks, rounds: Rounds, scale: PointScale
) -> Iterator[AskedByes]:
    """Byes of rounds still to be paired; only the first leg of a round gives points."""
    asked: dict[tuple[int, str], list[int]] = {}
    for number, legs in rounds.items():
        for entrant in state.entrants:
            absence = entrant.absence_in(number)
            if number < state.next_round or absence is None:
                continue
            for at in legs:
                points_x2 = absence.points_x2 if at == legs[0] else 0
                letter = letter_of_bye(scale, entrant.number, number, points_x2)
                asked.setdefault((at, letter), []).append(ranks[entrant.number])
    for (at, letter), players in sorted(asked.items()):
        yield AskedByes(letter, at, tuple(sorted(players)))
