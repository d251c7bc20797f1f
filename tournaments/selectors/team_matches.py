"""The matches of teams with their boards and points."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import Event, Pairing, Round, TeamMatch, TeamMember
from tournaments.selectors.events.state import event_state, event_states
from tournaments.selectors.events.tables import players_by_number
from tournaments.selectors.rounds.slot_context import SlotContext
from tournaments.selectors.rounds.slots import slots_of_round
from tournaments.selectors.teams import team_names
from tournaments.standings.points import (
    game_points_x2,
    match_points_x2,
    points_text,
    write_points,
)
from tournaments.standings.team_knockout import Decision, decision_text
from tournaments.standings.teams import (
    boards_of,
    decision,
    match_of_table,
    pairings_by_entry,
    played_match,
    points_of_board,
    table_of,
    team_rules,
)
from tournaments.state import EventState, PairingOptions, Played
from tournaments.state import teams as pure
from tournaments.wording import translate_marked


@dataclass(frozen=True, slots=True)
class MatchBoards:
    """A match of two teams, to enter its results.

    teams: their names, the one named first first. slots: of each board with two players, in order.
    turned: boards on which the player of the team named first has seat 2; a table of partners has
    the order of its seats.
    """

    number: int
    teams: tuple[str, str]
    slots: Mapping[int, list[SlotContext]]
    turned: frozenset[int]


def match_boards(event_id: int, round_number: int, match: int) -> MatchBoards:
    """The boards of a match, also of a draft; five queries.

    :raises NotFound: the round has no match of two teams with this number.
    """
    found = get_row(
        TeamMatch.objects.filter(
            round__event=event_id, round__number=round_number, second__isnull=False
        ).select_related("first", "second", "round__stage"),
        "match",
        number=match,
    )
    options = PairingOptions.from_dict(found.round.stage.options)
    boards = options.tables_of_match
    slots: dict[int, list[SlotContext]] = {}
    for slot in slots_of_round(event_id, round_number):
        if slot.table and match_of_table(slot.table, boards)[0] == match:
            slots.setdefault(match_of_table(slot.table, boards)[1], []).append(slot)
    of_first = set(TeamMember.objects.filter(team=found.first_id).values_list("entry", flat=True))
    turned = frozenset(
        n
        for n, games in slots.items()
        if not options.partners and games[0].seats[0].entry_id not in of_first
    )
    teams = (str(found.first), str(found.second))
    return MatchBoards(match, teams, dict(sorted(slots.items())), turned)


class BoardPlace(NamedTuple):
    """A table of a match. board: None for partners, who have one table. teams: their names, the
    one named first first.
    """

    match: int
    board: int | None
    teams: tuple[str, str]


def boards_by_table(event: Event, round_number: int) -> dict[int, BoardPlace]:
    """The boards of the matches of a round by their tables, also of a draft; one query."""
    rows = TeamMatch.objects.filter(round__event=event, round__number=round_number)
    found: dict[int, BoardPlace] = {}
    for row in rows.exclude(second=None).select_related("first", "second", "round__stage"):
        options = PairingOptions.from_dict(row.round.stage.options)
        teams = (str(row.first), str(row.second))
        for board in range(1, options.tables_of_match + 1):
            table = table_of(row.number, board, options.tables_of_match)
            found[table] = BoardPlace(row.number, None if options.partners else board, teams)
    return found


def boards_of_matches(event: Event, round_number: int) -> int:
    """On how many boards or tables two teams of a round meet; 0 if it is not one of teams."""
    found = event.rounds.filter(number=round_number).exclude(team_matches=None)
    options = found.values_list("stage__options", flat=True).first()
    return 0 if options is None else PairingOptions.from_dict(options).tables_of_match


def drawn_match(event_id: int, round_number: int, match: int) -> tuple[Decision | None, int]:
    """Who goes on from a match of a knockout if it is drawn, and the results_version."""
    stage = Round.objects.values_list("stage__number", flat=True)
    number = stage.filter(event=event_id, number=round_number).first()
    state, version = event_state(event_id, stage_number=number)
    found = next((m for m in state.matches if (m.round, m.number) == (round_number, match)), None)
    if found is None:
        return None, version
    return decision(state, found, played_match(state, found, pairings_by_entry(state))), version


def match_decision(event: Event, round_number: int, match: int) -> Document | None:
    """Which team staff let go on from a match, and the reason, which is for staff."""
    rows = TeamMatch.objects.select_related("first", "second").exclude(decided_for=None)
    row = rows.filter(round__event=event, round__number=round_number, number=match).first()
    if row is None:
        return None
    return {
        "team": str(row.decided_team),
        "reason": row.decided_why,
    }


def match_documents(
    event: Event, *, round_number: int | None = None, write_name: Callable[[str], str] = str
) -> list[Document]:
    """Every team match of the published rounds, or of one, with its boards.

    write_name: how the name of a team is written inside a sentence. About ten queries for each
    stage.
    """
    names, people = team_names(event), players_by_number(event)
    if not names:
        return []
    written = {number: write_name(name) for number, name in names.items()}
    states, _version = event_states(event.pk)
    found = Pairing.objects.filter(round__event=event)
    ids = {
        (number, entry or 0): pk
        for pk, number, entry in found.values_list("pk", "round__number", "seats__entry__number")
    }
    return [
        _document(match, state, seated, names, people, ids)
        | {"decided": _decided(match, state, seated, written)}
        for state in states
        for seated in [pairings_by_entry(state)]
        for match in state.matches
        if round_number in (None, match.round)
    ]


def _document(
    match: pure.TeamMatch,
    state: EventState,
    seated: Mapping[tuple[int, int], Played],
    names: Mapping[int, str],
    people: Mapping[int, Document],
    ids: Mapping[tuple[int, int], int],
) -> Document:
    played, rules = played_match(state, match, seated), team_rules(state)
    matches = match_points_x2(played, rules)
    games = game_points_x2(played, rules)
    return {
        "round": match.round,
        "number": match.number,
        "teams": [
            {
                "team": team,
                "name": names.get(team, ""),
                "match_points_x2": None if matches is None else write_points(matches[at]),
                "game_points_x2": write_points(games[at]),
                "match_points": "" if matches is None else points_text(matches[at]),
                "game_points": points_text(games[at]),
            }
            for at, team in enumerate(match.teams)
        ],
        "boards": list(_boards(match, state, seated, people, ids)),
        "byes": [
            ids[match.round, entry]
            for entry in (state.team(match.teams[0]).members if len(match.teams) == 1 else ())
            if (match.round, entry) in seated
        ],
    }


def _decided(
    match: pure.TeamMatch,
    state: EventState,
    seated: Mapping[tuple[int, int], Played],
    names: Mapping[int, str],
) -> Document | None:
    """Who goes on from a drawn match of a knockout; None if it is not one."""
    decided = decision(state, match, played_match(state, match, seated))
    if decided is None:
        return None
    team = match.teams[decided.seat - 1]
    text = decision_text(decided, names.get(team, ""), translate=translate_marked)
    return {"team": team, "by": decided.by, "text": text}


def _boards(
    match: pure.TeamMatch,
    state: EventState,
    seated: Mapping[tuple[int, int], Played],
    people: Mapping[int, Document],
    ids: Mapping[tuple[int, int], int],
) -> Iterator[Document]:
    team = {entry: each.number for each in state.teams for entry in each.members}
    for board in boards_of(state, match, seated) if len(match.teams) == 2 else ():
        seats = board.pairing.seats if board.pairing else ()
        players = [{"entry": entry, **people.get(entry, {})} for entry in seats]
        sides = [
            [player for player in players if team[player["entry"]] == number]
            for number in match.teams
        ]
        points = points_of_board(state, match, board)
        yield {
            "board": board.number,
            "pairing": ids.get((match.round, seats[0])) if seats else None,
            "table": board.pairing.table if board.pairing else None,
            "moves_first": 1 if board.number % 2 else 2,
            "players": [side[0] if side else None for side in sides],
            "sides": sides,
            "seats": players if len(players) > 2 else [],
            "points_x2": None if points is None else [write_points(each) for each in points],
            "points": None if points is None else [points_text(each) for each in points],
        }
