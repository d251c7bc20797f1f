"""Copy the teams of an event to another one, when its entries are copied."""

from collections.abc import Mapping

from tournaments import selectors
from tournaments.models import Event, Player, Team, TeamMember


def copy_teams(old: Event, new: Event, ids: Mapping[int, int]) -> None:
    """Names, captains and members in their order; numbers are given at the start.

    ids: of the new entries by the old ones'. Teams that the service made are made again then. A
    player who was merged is in one team, the first; forgotten players are in none.
    """
    placed: set[int] = set()
    rows = old.teams.filter(formed=False).select_related("captain__merged_into")
    for team in rows.order_by("number", "pk"):
        members = [
            ids[entry]
            for entry in team.members.order_by("order").values_list("entry_id", flat=True)
            if entry in ids and ids[entry] not in placed
        ]
        members = list(dict.fromkeys(members))
        placed.update(members)
        made = Team.objects.create(event=new, name=str(team), captain=_captain(team))
        TeamMember.objects.bulk_create(
            TeamMember(team=made, entry_id=entry, order=order)
            for order, entry in enumerate(members, start=1)
        )


def _captain(team: Team) -> Player | None:
    captain = selectors.resolve(team.captain) if team.captain else None
    return captain if captain and captain.anonymised_at is None else None
