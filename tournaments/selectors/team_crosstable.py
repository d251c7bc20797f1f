"""The crosstable of the teams of an event, with their names."""

from tournaments.documents import Document
from tournaments.models import Event
from tournaments.selectors.events.state import event_states
from tournaments.selectors.teams import team_standings, teams_by_number
from tournaments.standings.points import write_points
from tournaments.standings.team_crosstable import TeamMeeting, team_meetings


def team_crosstable(event: Event) -> Document:
    """The last stage of teams: a row for each team in the order of the table, with its matches.

    Without rows if no match is published.
    """
    states, version = event_states(event.pk)
    state = next((state for state in reversed(states) if state.matches), None)
    document: Document = {"event": event.slug, "version": version, "rows": []}
    if state is None:
        return document
    teams = teams_by_number(event)
    ranks = {row["team"]: row["rank"] for row in team_standings(event)["rows"]}
    met = team_meetings(state)
    ordered = sorted(met, key=lambda number: (ranks.get(number, len(met)), number))
    rows = [
        {
            "team": number,
            "id": teams[number].pk,
            "name": str(teams[number]),
            "rank": ranks.get(number),
            "match_points_x2": write_points(sum(each.match_points_x2 or 0 for each in met[number])),
            "game_points_x2": write_points(sum(each.game_points_x2 for each in met[number])),
            "cells": [_cell(each) for each in met[number]],
        }
        for number in ordered
    ]
    return document | {"rows": rows}


def _cell(met: TeamMeeting) -> Document:
    points = met.match_points_x2
    return {
        "opponent": met.opponent or None,
        "round": met.round,
        "match": met.match,
        "match_points_x2": None if points is None else write_points(points),
        "game_points_x2": write_points(met.game_points_x2),
    }
