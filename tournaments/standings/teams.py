"""A stage of teams as a stage whose entrants are the teams, so that scores and tie-breaks apply.

A team match is a match of several games: those of its boards, in board order. Its game points are
the sum of the games; more of them win the match, for 2 match points, and equal ones give 1 each
(FIDE C.07 art. 2). Board b of match m is at table (m - 1) * boards + b. A player without an
opponent has the next free board and wins it by forfeit; on a board without players both lose.

Partners: a match is one table, at which the players of the two teams sit in turn. A team has the
sum of the points of its players (the project's own rule; the rules of the card games name none). A
team that is not complete cannot play, and the other one wins by forfeit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.points import Points, points_of_games, simplify
from tournaments.standings.team_knockout import Decision, decide_drawn, with_places
from tournaments.state import (
    BYE_ALLOCATED,
    DOUBLE_FORFEIT,
    FORFEIT,
    Absence,
    Entrant,
    EventState,
    MatchRules,
    MatchTable,
    Played,
    Slot,
    SlotResult,
)
from tournaments.state.teams import Team, TeamMatch

TEAM_ROUND_ROBIN, TEAM_SWISS = "team_round_robin", "team_swiss"
TEAM_KNOCKOUT, SCHEVENINGEN = "team_knockout", "scheveningen"
# The systems of teams, and the system by which the teams of each meet. In a Scheveningen all
# pairings are fixed, as in a round robin (C.07 15.2).
TEAM_SYSTEMS = {
    TEAM_ROUND_ROBIN: "round_robin",
    TEAM_SWISS: "swiss",
    TEAM_KNOCKOUT: "knockout",
    SCHEVENINGEN: "round_robin",
}
TEAM_POINTS = MatchTable(won_x2=4, tied_x2=2, lost_x2=0)


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a team match. pairing: None if nobody sits there; one seat: no opponent."""

    number: int
    pairing: Played | None


def table_of(match: int, board: int, boards: int) -> int:
    """The table of a board of a match."""
    return (match - 1) * boards + board


def match_of_table(table: int, boards: int) -> tuple[int, int]:
    """The match and the board at a table."""
    match, board = divmod(table - 1, boards)
    return match + 1, board + 1


def team_of(state: EventState) -> dict[int, int]:
    """The team of each entry that has one."""
    return {entry: team.number for team in state.teams for entry in team.members}


def present_members(state: EventState, team: Team, round_number: int) -> tuple[int, ...]:
    """The members who are there in a round, in order of strength."""
    here = set(state.present_entries(round_number))
    return tuple(entry for entry in team.members if entry in here)


def team_entrants(state: EventState) -> tuple[Entrant, ...]:
    """The teams as entrants; a team without anybody in a round is absent."""
    rating = {entrant.number: entrant.rating for entrant in state.entrants}
    last = max(state.rounds_total, state.next_round)
    present = {
        number: set(state.present_entries(number))
        for number in range(state.rounds_before + 1, last + 1)
    }
    return tuple(
        Entrant(
            team.number,
            mean_rating([rating.get(entry) for entry in team.members[: state.options.boards]]),
            tuple(
                Absence(number, number)
                for number, here in present.items()
                if here.isdisjoint(team.members)
            ),
        )
        for team in state.teams
    )


def mean_rating(ratings: Sequence[int | None]) -> int | None:
    """The mean of the ratings, rounded half up; None if nobody has one."""
    known = [rating for rating in ratings if rating is not None]
    return (2 * sum(known) + len(known)) // (2 * len(known)) if known else None


def team_rules(state: EventState) -> MatchRules:
    """The rules of a match of teams: every board, 2 points for a match won, 1 for a tied one."""
    options = state.options
    return replace(
        state.rules,
        games_per_match=options.boards * state.rules.games_per_match,
        match_table=TEAM_POINTS,
        bye_allocated_x2=TEAM_POINTS.tied_x2,
        rank_by=options.team_rank_by,
        tiebreaks=options.team_tiebreaks,
    )


def team_state(state: EventState) -> EventState:
    """The stage with its teams as entrants and its team matches as matches.

    :raises KeyError: the system is not one of teams.
    """
    seated = pairings_by_entry(state)
    made = replace(
        state,
        entrants=team_entrants(state),
        played=tuple(
            played_match(state, match, seated)
            for match in state.matches
            if match.round <= state.current_round
        ),
        rules=team_rules(state),
        # Every board of a match is played to its end.
        options=replace(state.options, legs=(), groups=1, to_majority=False),
        system=TEAM_SYSTEMS[state.system],
        forbidden=(),
        matches=(),
        lineups=(),
        smallest_table=2,
        largest_table=0,
    )
    return with_places(made) if state.system == TEAM_KNOCKOUT else made


def is_of_teams(state: EventState) -> bool:
    """Whether the entrants are the teams, as `team_state` makes it."""
    return bool(state.teams) and state.system not in TEAM_SYSTEMS


def pairings_by_entry(state: EventState) -> dict[tuple[int, int], Played]:
    """The pairing of each entry by round."""
    return {(played.round, entry): played for played in state.played for entry in played.seats}


def boards_of(
    state: EventState, match: TeamMatch, seated: Mapping[tuple[int, int], Played]
) -> list[Board]:
    """The boards of a match; those without an opponent follow the others by team and strength."""
    found: dict[int, Played] = {}
    alone: list[Played] = []
    for team in match.teams:
        for entry in state.team(team).members:
            pairing = seated.get((match.round, entry))
            if pairing is None:
                continue
            if len(pairing.seats) == 1:
                alone.append(pairing)
            elif pairing.table is not None:
                found[match_of_table(pairing.table, state.options.tables_of_match)[1]] = pairing
    numbers = range(1, state.options.tables_of_match + 1)
    free = [number for number in numbers if number not in found]
    found |= dict(zip(free, (p for p in alone if p.kind == BYE_ALLOCATED), strict=False))
    return [Board(number, found.get(number)) for number in numbers]


def played_match(
    state: EventState, match: TeamMatch, seated: Mapping[tuple[int, int], Played]
) -> Played:
    """A match of teams as a pairing of the two; a bye has no games."""
    if len(match.teams) == 1:
        return Played(match.round, match.teams, kind=BYE_ALLOCATED)
    games = state.rules.games_per_match
    team = team_of(state)
    slots: list[Slot] = []
    for board in boards_of(state, match, seated):
        for game, slot in enumerate(_slots(board, match, team, state), start=1):
            slots.append(replace(slot, number=(board.number - 1) * games + game))
    played = Played(match.round, match.teams, tuple(slots), table=match.number)
    decided = decision(state, match, played)
    return replace(played, decided_for=decided.seat) if decided else played


def decision(state: EventState, match: TeamMatch, played: Played) -> Decision | None:
    """Who goes on from a drawn match of a knockout of teams, and by what.

    played: the match, as `played_match` gives it.
    """
    if state.system != TEAM_KNOCKOUT or len(match.teams) == 1:
        return None
    return decide_drawn(
        played, games_per_board=state.rules.games_per_match, by_staff=match.decided_for
    )


def points_of_board(state: EventState, match: TeamMatch, board: Board) -> tuple[Points, ...] | None:
    """The game points of the two teams from a board; None while a game of it is unfinished."""
    results = [slot.result for slot in _slots(board, match, team_of(state), state)]
    known = tuple(result for result in results if result is not None)
    return points_of_games(known, seats=2) if len(known) == len(results) else None


def _slots(
    board: Board, match: TeamMatch, team: Mapping[int, int], state: EventState
) -> Iterator[Slot]:
    """The regular games of a board, with the teams as seats in the order of the match."""
    rules, pairing = state.rules, board.pairing
    moves = 1 if board.number % 2 else 2
    if pairing is not None and state.options.partners and len(pairing.seats) > 1:
        yield from _slots_of_partners(pairing, match, team)
        return
    if pairing is not None and len(pairing.seats) == 2:
        swapped = team.get(pairing.seats[0]) != match.teams[0]
        for slot in pairing.regular_slots:
            yield swapped_slot(slot) if swapped else slot
        return
    won = None if pairing is None else 1 + match.teams.index(team[pairing.seats[0]])
    kind = FORFEIT if won else DOUBLE_FORFEIT
    points_x2 = rules.unplayed_x2(kind, winner_seat=won)
    if state.options.partners:
        points_x2 = tuple(state.options.boards * each for each in points_x2)
    result = SlotResult(kind, "", points_x2, bpr=(0, 0))
    for number in range(1, rules.games_per_match + 1):
        yield Slot(number, first_seat=moves, result=result)


def _slots_of_partners(
    pairing: Played, match: TeamMatch, team: Mapping[int, int]
) -> Iterator[Slot]:
    """The games of a table of partners: each team has the sum of what its players have."""
    seats = len(pairing.seats)
    sides = [match.teams.index(team[entry]) for entry in pairing.seats]
    for slot in pairing.regular_slots:
        result = slot.result
        if result is not None:
            points = points_of_games((result,), seats=seats)
            totals: list[Points] = [0, 0]
            for side, given in zip(sides, points, strict=True):
                totals[side] = simplify(totals[side] + given)
            result = SlotResult(result.kind, result.outcome, tuple(totals))
        yield replace(slot, first_seat=sides[slot.first_seat - 1] + 1, result=result)


def swapped_slot(slot: Slot) -> Slot:
    """The game with its two seats the other way round."""
    result = slot.result
    if result is not None:
        result = replace(
            result,
            **{
                name: values[::-1]
                for name in ("points_x2", "bpr", "flats", "ford", "cards_left")
                if (values := getattr(result, name)) is not None
            },
        )
    return replace(slot, first_seat=3 - slot.first_seat, result=result)
