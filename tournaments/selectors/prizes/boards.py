"""The board prizes of an event of teams, from the current results."""

from collections.abc import Callable

from tournaments.documents import Document
from tournaments.models import Event
from tournaments.selectors.events.state import event_states
from tournaments.selectors.events.tables import players_by_number
from tournaments.selectors.teams import teams_by_number
from tournaments.standings.board_prizes import BoardPlace, board_places, rounds_needed
from tournaments.standings.explain import derivation_text
from tournaments.standings.points import points_text, write_points
from tournaments.standings.teams import team_of


def board_prizes_document(event: Event, translate: Callable[[str], str]) -> Document | None:
    """The best of each board in the last stage of teams; None if there is none.

    Partners have no boards.
    """
    teams = teams_by_number(event)
    if not teams:
        return None
    states, _version = event_states(event.pk)
    state = next((state for state in reversed(states) if state.teams), None)
    if state is None or state.options.partners:
        return None
    people, team = players_by_number(event), team_of(state)
    names = {number: person["name"] for number, person in people.items()}

    def shown(place: BoardPlace) -> Document:
        lines = (place.score, place.performance)
        return {
            "board": place.board,
            "rank": place.rank,
            "entry": place.entry,
            **people.get(place.entry, {}),
            "team": str(teams.get(team.get(place.entry, 0), "")),
            "rounds": place.rounds,
            "points_x2": write_points(place.score.value or 0),
            "points": points_text(place.score.value or 0),
            "performance": place.performance.value,
            "lines": [
                derivation_text(line, translate=translate, names=names).as_json() for line in lines
            ],
        }

    return {
        "rounds": rounds_needed(state),
        "ties": state.options.board_ties,
        "places": [shown(place) for place in board_places(state)],
    }
