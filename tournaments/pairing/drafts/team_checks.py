"""What a round of teams owes: the teams as their system asks, the boards as their matches ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, Reason
from tournaments.pairing.systems.teams import in_words_of_teams
from tournaments.standings.teams import match_of_table, team_of
from tournaments.state import BYE_ALLOCATED, EventState

MESSAGES: dict[str, str] = {
    "no_matches_of_teams": gettext_noop(
        "Round {round} has no matches of teams: let the system pair the teams, then change who "
        "plays on which board."
    ),
    "not_of_match": gettext_noop(
        "{entry} sits at table {table}, board {board} of match {match}, and is of neither team."
    ),
    "own_team": gettext_noop("{first} and {second} are of one team."),
    "no_such_board": gettext_noop("Table {table} is no board of a match of this round."),
    "team_moves_first": gettext_noop(
        "{entry} moves first on board {board} of match {match}; first moves alternate by board, "
        "beginning with the team named first."
    ),
}


def check_boards(state: EventState, paired: PairedRound) -> Iterator[Reason]:
    """Seats that are of neither team of their match; a round by hand owes this too."""
    if not paired.matches:
        yield Reason("no_matches_of_teams", {"round": paired.round})
        return
    team, matches = team_of(state), {match.number: match for match in paired.matches}
    for pairing in paired.pairings:
        if pairing.table is None:
            continue
        number, board = match_of_table(pairing.table, state.options.tables_of_match)
        match = matches.get(number)
        if match is None or len(match.teams) < 2:
            yield Reason("no_such_board", {"table": pairing.table})
            continue
        about = {"table": pairing.table, "board": board, "match": number}
        for entry in pairing.seats:
            if team.get(entry) not in match.teams:
                yield Reason("not_of_match", {"entry": entry, **about})
        yield from _check_turns(pairing, team)


def _check_turns(pairing: Pairing, team: Mapping[int, int]) -> Iterator[Reason]:
    """Neighbours of one team: the players of the two teams sit in turn around a table."""
    seats = pairing.seats
    for first, second in zip(seats, (*seats[1:], seats[0]), strict=True):
        if first != second and team.get(first) == team.get(second):
            low, high = sorted((first, second))
            yield Reason("own_team", {"first": low, "second": high})
            return


def check_first_moves(state: EventState, paired: PairedRound) -> Iterator[Reason]:
    """Boards on which the wrong team moves first."""
    team, matches = team_of(state), {match.number: match for match in paired.matches}
    for pairing in paired.pairings:
        if pairing.table is None or len(pairing.seats) != 2:
            continue
        number, board = match_of_table(pairing.table, state.options.tables_of_match)
        mover = pairing.seats[pairing.first_seat - 1]
        if number in matches and team.get(mover) != matches[number].teams[(board - 1) % 2]:
            yield Reason("team_moves_first", {"entry": mover, "board": board, "match": number})


def as_round_of_teams(paired: PairedRound) -> PairedRound:
    """The matches of a round as its pairings, to check them as those of entrants."""
    pairings = tuple(
        Pairing(match.teams, match.number)
        if len(match.teams) == 2
        else Pairing(match.teams, None, kind=BYE_ALLOCATED)
        for match in paired.matches
    )
    return replace(paired, pairings=pairings, matches=(), legs=1)


def of_teams(found: Iterator[Reason]) -> Iterator[Reason]:
    """Problems of teams as entrants, in words of teams."""
    return map(in_words_of_teams, found)
