"""The brackets of an event as plain values."""

from collections.abc import Callable, Mapping

from tournaments.documents import Document
from tournaments.models import Event
from tournaments.selectors.events.state import event_stages, event_states
from tournaments.selectors.events.tables import players_by_number
from tournaments.selectors.rounds.pairings import bracket_views
from tournaments.selectors.team_matches import match_documents
from tournaments.selectors.teams import team_names
from tournaments.standings.bracket import (
    DOUBLE_ELIMINATION,
    BracketMatch,
    EntrySource,
    build_bracket,
)
from tournaments.standings.start_numbers import is_undrawn
from tournaments.standings.teams import TEAM_KNOCKOUT, team_state
from tournaments.state import EventState

ELIMINATION = ("knockout", DOUBLE_ELIMINATION, TEAM_KNOCKOUT)
TeamMatches = Mapping[tuple[int, str], Document]  # of teams, by round and label


def bracket_document(event: Event) -> Document:
    """Every match of each bracket that has begun, the first stage first.

    Of a knockout of teams the entries are teams.
    """
    states, version = event_states(event.pk)
    people = players_by_number(event)
    pairings = {(view["round"], view["bracket"]): view["id"] for view in bracket_views(event)}
    teams = {number: {"name": name} for number, name in team_names(event).items()}
    return {
        "event": event.slug,
        "version": version,
        "brackets": [
            {
                "stage": stage.number,
                "system": state.system,
                "drawn": not is_undrawn(state),
                "matches": _of_teams(event, state, teams)
                if state.system == TEAM_KNOCKOUT
                else _matches(state, people, pairings),
            }
            for stage, state in zip(event_stages(event), states, strict=False)
            if state.system in ELIMINATION and state.entrants
        ],
    }


def matches_in_bracket(
    event: Event, state: EventState, *, write_name: Callable[[str], str] = str
) -> dict[tuple[int, str], Document]:
    """The matches of a knockout of teams by round and label. state: of the stage.

    write_name: as in `match_documents`.
    """
    found = match_documents(event, write_name=write_name)
    by_number = {(match["round"], match["number"]): match for match in found}
    return {
        (played.round, played.bracket): by_number[played.round, played.table or 0]
        for played in team_state(state).played
        if played.bracket and not played.is_bye
    }


def _of_teams(event: Event, state: EventState, teams: Mapping[int, Document]) -> list[Document]:
    return _matches(team_state(state), teams, {}, matches_in_bracket(event, state))


def _matches(
    state: EventState,
    people: Mapping[int, Document],
    pairings: Mapping[tuple[int, str], int],
    of_teams: TeamMatches | None = None,
) -> list[Document]:
    """of_teams: if the entrants are teams."""
    if is_undrawn(state):
        return []
    played = of_teams or {}
    return [
        {
            "bracket": match.label,
            "state": match.status,
            "round": match.round or None,
            "pairing": pairings.get((match.round, match.label)),
            "team_match": of_match["number"] if of_match else None,
            "decided": of_match["decided"] if of_match else None,
            "winner": match.winner,
            "sides": [
                _side(entry, source, people, of_match)
                for entry, source in zip(match.entries, match.plan.sources, strict=True)
            ],
        }
        for match in build_bracket(state).matches.values()
        if _is_shown(match)
        for of_match in [played.get((match.round, match.label))]
    ]


def _is_shown(match: BracketMatch) -> bool:
    """Not a match that nobody reaches."""
    return match.expected > 0


def _side(
    entry: int | None,
    source: EntrySource,
    people: Mapping[int, Document],
    of_match: Document | None,
) -> Document:
    who = people.get(entry, {}) if entry is not None else {}
    sides = of_match["teams"] if of_match else ()
    team: Document = next((side for side in sides if side["team"] == entry), {})
    return {
        "entry": entry,
        "player": who.get("player"),
        "name": who.get("name", ""),
        "comes_from": source.kind,
        "seed": source.seed or None,
        "match": source.match or None,
        "match_points_x2": team.get("match_points_x2"),
        "game_points_x2": team.get("game_points_x2"),
    }
