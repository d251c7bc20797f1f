"""Teams and their matches as an archive of an event has them. Names and reasons are sealed."""

from typing import Any

from tournaments.documents import Document
from tournaments.models import Event, Round
from tournaments.selectors.teams import team_matches


def teams_of_event(event: Event, sealed: dict[str, Any]) -> Document:
    """The numbered teams with their members; nothing in an event without teams."""
    found = []
    for team in event.teams.filter(number__isnull=False).order_by("number"):
        sealed[f"team:{team.number}"] = {"name": team.name}
        members = team.members.filter(entry__number__isnull=False).order_by("order")
        numbers = list(members.values_list("entry__number", flat=True))
        found.append({"team": team.number, "members": numbers, "formed": team.formed})
    return {"teams": found} if found else {}


def matches_of_round(round_: Round, sealed: dict[str, Any]) -> Document:
    """The teams of each match of a round, by number; one team is a bye.

    decisions: for which team staff decided a drawn match, by its number.
    """
    reasons = round_.team_matches.exclude(decided_for=None).values_list("number", "decided_why")
    for number, reason in reasons:
        sealed[f"match:{round_.number}:{number}"] = {"reason": reason}
    matches = team_matches(round=round_)
    decided = {
        str(match.number): match.teams[match.decided_for - 1]
        for match in matches
        if match.decided_for
    }
    return {
        **({"matches": [list(match.teams) for match in matches]} if matches else {}),
        **({"decisions": decided} if decided else {}),
    }
