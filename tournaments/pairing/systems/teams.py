"""Systems of teams: the teams are paired as entrants, and each match becomes pairings on boards.

A round robin follows the Berger tables (FIDE C.05 annex 1). A Swiss is paired by the Dutch system
(C.04.3) on match points. FIDE's own Swiss for teams (C.04.6) differs: it has no absolute
preference for the first move (preface), pairs by a secondary score too, and floats less far. A
knockout is that of entries (knockout.py); standings/team_knockout.py says who goes on from a drawn
match.

A team plays with its line-up, or without one with the first members who are present. The team
named first moves first on the odd boards, the other one on the even boards. Partners sit in turn
at one table, and the first player of the team named first moves first in game 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, Reason, RunEngine
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.pairing.systems.round_robin import pair_round_robin
from tournaments.standings.teams import present_members, table_of, team_state
from tournaments.state import EventState
from tournaments.state.teams import TeamMatch

MESSAGES: dict[str, str] = {
    "team_match": gettext_noop(
        "Board {board} of match {match}. The team named first moves first on the odd boards, the "
        "other on the even boards."
    ),
    "team_board_alone": gettext_noop(
        "The other team has nobody for board {board}: {entry} wins it by forfeit."
    ),
    "partners": gettext_noop(
        "Match {match}: partners sit opposite each other, and the two teams take turns."
    ),
    "partners_alone": gettext_noop(
        "The other team is not complete: {entry} and the partner win by forfeit."
    ),
    "team_bye": gettext_noop("The team has no match in this round."),
}
# Parameters of reasons about teams, when they are entrants.
NAMING = frozenset({"entry", "opponent", "other", "natural", "first", "second", "high", "low"})


def pair_team_round_robin(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Every team meets every other, in the order of the Berger table.

    :raises PairingRefused: as `pair_round_robin`.
    """
    teams = team_state(state)
    return on_boards(state, pair_round_robin(teams, seed=seed, run_engine=run_engine))


def pair_team_swiss(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Teams of equal match points meet. run_engine is required.

    :raises PairingRefused: as `pair_swiss`.
    """
    return on_boards(state, pair_swiss(team_state(state), seed=seed, run_engine=run_engine))


def pair_team_knockout(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """The matches of the bracket that are ready; teams are seeded by their numbers.

    :raises PairingRefused: as `pair_knockout`.
    """
    teams = team_state(state)
    return on_boards(state, pair_knockout(teams, seed=seed, run_engine=run_engine))


def on_boards(state: EventState, teams: PairedRound) -> PairedRound:
    """The pairings of all boards of a round of teams; those without an opponent come last."""
    ordered = sorted(teams.pairings, key=lambda each: (each.table is None, each.table or 0))
    matches: list[TeamMatch] = []
    made: list[Pairing] = []
    for number, proposed in enumerate(ordered, start=1):
        seats = proposed.seats if proposed.first_seat == 1 else proposed.seats[::-1]
        match = TeamMatch(teams.round, number, seats)
        matches.append(match)
        why = tuple(in_words_of_teams(reason) for reason in proposed.explanation)
        made += _boards(state, match, why)
    made.sort(key=lambda pairing: pairing.table is None)
    return replace(
        teams,
        pairings=tuple(made),
        explanation=tuple(in_words_of_teams(reason) for reason in teams.explanation),
        matches=tuple(matches),
    )


def in_words_of_teams(reason: Reason) -> Reason:
    """A reason about entrants that are teams: their numbers are written as "team:3"."""
    params = {
        name: f"team:{value}" if name in NAMING and isinstance(value, int) else value
        for name, value in reason.params.items()
    }
    return Reason(reason.code, params)


def line_up(state: EventState, team: int, round_number: int) -> tuple[int, ...]:
    """Who plays for a team, by board.

    Those of its line-up who are present; the strongest of the others fill the places that are left.
    All sit in order of strength.
    """
    here = present_members(state, state.team(team), round_number)
    given = next((each.entries for each in state.lineups if each.team == team), ())
    chosen = [entry for entry in here if entry in given]
    others = [entry for entry in here if entry not in given]
    playing = {*chosen, *others[: max(0, state.options.boards - len(chosen))]}
    return tuple(entry for entry in here if entry in playing)[: state.options.boards]


def _boards(state: EventState, match: TeamMatch, why: tuple[Reason, ...]) -> Iterator[Pairing]:
    sides = [line_up(state, team, match.round) for team in match.teams]
    if state.options.partners:
        yield from _table_of_partners(state, match, sides, why)
        return
    for board in range(1, state.options.boards + 1):
        seats = tuple(side[board - 1] for side in sides if len(side) >= board)
        if len(seats) == 2:
            about = Reason("team_match", {"board": board, "match": match.number})
            yield Pairing(
                seats,
                table_of(match.number, board, state.options.boards),
                first_seat=1 if board % 2 else 2,
                explanation=(*why, about),
            )
        elif seats:
            alone = Reason("team_board_alone", {"board": board, "entry": seats[0]})
            about = alone if len(match.teams) == 2 else Reason("team_bye", {})
            yield Pairing.bye(seats[0], why=(*why, about))


def _table_of_partners(
    state: EventState,
    match: TeamMatch,
    sides: Sequence[tuple[int, ...]],
    why: tuple[Reason, ...],
) -> Iterator[Pairing]:
    """The table of a match, or byes for a team whose opponent is missing or not complete.

    Players of a team that is not complete are not paired.
    """
    complete = [side for side in sides if len(side) == state.options.boards]
    if len(complete) == 2:
        seats = tuple(entry for pair in zip(*complete, strict=True) for entry in pair)
        about = Reason("partners", {"match": match.number})
        yield Pairing(seats, match.number, explanation=(*why, about))
        return
    for side in complete if len(match.teams) == 2 else sides:
        for entry in side:
            alone = Reason("partners_alone", {"entry": entry})
            about = alone if len(match.teams) == 2 else Reason("team_bye", {})
            yield Pairing.bye(entry, why=(*why, about))
