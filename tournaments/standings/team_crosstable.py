"""The crosstable of teams: what each team made in each of its matches."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.standings.points import Points, game_points_x2, match_points_x2
from tournaments.standings.teams import team_state
from tournaments.state import EventState


class TeamMeeting(NamedTuple):
    """A match as a team sees it. match: its number in the round; opponent 0: a bye.

    match_points_x2: None until the last game of the match has a result.
    """

    round: int
    match: int
    opponent: int
    match_points_x2: Points | None
    game_points_x2: Points


def team_meetings(state: EventState) -> dict[int, list[TeamMeeting]]:
    """The matches of each team of a stage, by its number, in the order of the rounds."""
    numbers = {(match.round, match.teams): match.number for match in state.matches}
    teams = team_state(state)
    found: dict[int, list[TeamMeeting]] = {team.number: [] for team in state.teams}
    for played in teams.played:
        matches, games = match_points_x2(played, teams.rules), game_points_x2(played, teams.rules)
        for at, team in enumerate(played.seats):
            found[team].append(
                TeamMeeting(
                    played.round,
                    numbers[played.round, played.seats],
                    next((other for other in played.seats if other != team), 0),
                    None if matches is None else matches[at],
                    games[at],
                )
            )
    return found
