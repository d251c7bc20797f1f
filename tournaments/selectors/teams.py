"""Teams of an event, their matches and their standings."""

from typing import TYPE_CHECKING

from tournaments.choices import EntryStatus, RoundStatus
from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import (
    Event,
    LineUpPlace,
    Round,
    Stage,
    Standings,
    Team,
    TeamMatch,
    TeamMember,
)
from tournaments.selectors.people.people import resolve
from tournaments.standings.points import points_text, read_points
from tournaments.standings.teams import mean_rating
from tournaments.state import teams as pure

EMPTY: Document = {"after_round": 0, "rank_by": "", "tiebreaks": [], "rows": []}

if TYPE_CHECKING:
    from django.db.models import QuerySet


def get_team(event: Event, team_id: int) -> Team:
    """:raises NotFound: the event has no such team."""
    return get_row(Team.objects.filter(event=event), "team", pk=team_id)


def has_teams(event: Event) -> bool:
    return event.teams.exists()


def read_teams(stage: Stage) -> tuple[pure.Team, ...]:
    """The numbered teams of a stage, with those of their members who are in it; two queries."""
    here = set(stage.stage_entries.values_list("entry_id", flat=True))
    rows = TeamMember.objects.filter(team__event=stage.event_id, team__number__isnull=False)
    members: dict[int | None, list[int]] = {
        number: []
        for number in Team.objects.filter(event=stage.event_id, number__isnull=False)
        .order_by("number")
        .values_list("number", flat=True)
    }
    columns = ("team__number", "entry_id", "entry__number")
    for team, entry_id, number in rows.order_by("order").values_list(*columns):
        if entry_id in here:
            members[team].append(number)
    return tuple(pure.Team(number or 0, tuple(each)) for number, each in members.items())


def given_line_ups(stage: Stage, round_number: int) -> tuple[pure.LineUp, ...]:
    """What captains gave for a round, by team, in order of strength."""
    rows = LineUpPlace.objects.filter(
        team__event=stage.event_id, round_number=round_number, team__number__isnull=False
    )
    found: dict[int, list[int]] = {}
    columns = ("team__number", "entry__number")
    for team, entry in rows.order_by("team__number", "entry__team_member__order").values_list(
        *columns
    ):
        found.setdefault(team, []).append(entry)
    return tuple(pure.LineUp(team, tuple(entries)) for team, entries in found.items())


def line_up_view(team: Team, round_number: int) -> Document:
    """The members of a team and who of them is chosen for a round. For who may see it."""
    chosen = set(
        LineUpPlace.objects.filter(team=team, round_number=round_number).values_list(
            "entry_id", flat=True
        )
    )
    members = _view(team)["members"]
    return {
        "team": team.number,
        "id": team.pk,
        "name": str(team),
        "round": round_number,
        "given": bool(chosen),
        "members": [member | {"chosen": member["entry_id"] in chosen} for member in members],
    }


def next_round_of(event: Event) -> int:
    """The number of the round that is not published yet."""
    published = event.rounds.exclude(state=RoundStatus.DRAFT).order_by("-number").first()
    return published.number + 1 if published else 1


def published_matches(stage: Stage) -> tuple[pure.TeamMatch, ...]:
    """The team matches of the published rounds of a stage."""
    drafts = Round.objects.filter(stage=stage, state=RoundStatus.DRAFT)
    return _matches(TeamMatch.objects.filter(round__stage=stage).exclude(round__in=drafts))


def team_matches(*, round: Round) -> tuple[pure.TeamMatch, ...]:  # noqa: A002
    """The team matches of one round, also of a draft."""
    return _matches(TeamMatch.objects.filter(round=round))


def _matches(found: "QuerySet[TeamMatch]") -> tuple[pure.TeamMatch, ...]:
    columns = ("round__number", "number", "first__number", "second__number", "decided_for")
    rows = found.order_by("round__number", "number").values_list(*columns)
    return tuple(
        pure.TeamMatch(at, number, (first,) if second is None else (first, second), decided_for)
        for at, number, first, second, decided_for in rows
    )


def team_views(event: Event) -> list[Document]:
    """The teams with those of their members who play, by number, then as they were made."""
    rows = Team.objects.filter(event=event).select_related("captain__merged_into")
    rows = rows.prefetch_related("members__entry__player__merged_into")
    found = [_view(team) for team in rows]
    return sorted(found, key=lambda each: (each["number"] is None, each["number"], each["id"]))


def teams_by_number(event: Event) -> dict[int, Team]:
    return {team.number: team for team in Team.objects.filter(event=event) if team.number}


def _view(team: Team) -> Document:
    playing = (each for each in team.members.all() if each.entry.state == EntryStatus.IN)
    members = sorted(playing, key=lambda member: member.order)
    captain = resolve(team.captain) if team.captain else None
    return {
        "id": team.pk,
        "number": team.number,
        "name": str(team),
        "captain": captain and {"id": captain.public_id, "name": captain.name},
        "rating": mean_rating([member.entry.rating for member in members]),
        "members": [
            {
                "order": member.order,
                "entry_id": member.entry.pk,
                "entry": member.entry.number,
                "player": resolve(member.entry.player).public_id,
                "name": resolve(member.entry.player).name,
                "rating": member.entry.rating,
            }
            for member in members
        ],
    }


def team_names(event: Event) -> dict[int, str]:
    return {number: str(team) for number, team in teams_by_number(event).items()}


def team_standings(event: Event) -> Document:
    """The stored table of the teams with their names; rows are empty if there is none.

    Three queries. version and fresh: as in the standings of the entries.
    """
    stored = Standings.objects.filter(event=event).first()
    document = (stored.document.get("teams") if stored else None) or EMPTY
    teams = teams_by_number(event)
    rows = [
        {
            **row,
            "team": row["entry"],
            "id": teams[row["entry"]].pk if row["entry"] in teams else None,
            "name": str(teams.get(row["entry"], row["entry"])),
            "points": points_text(read_points(row["primary_x2"])),
        }
        for row in document["rows"]
    ]
    return {
        **document,
        "rows": rows,
        "event": event.slug,
        "version": stored.version if stored else 0,
        "fresh": stored is not None and stored.version == event.results_version,
    }
