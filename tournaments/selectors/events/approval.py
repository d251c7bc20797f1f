"""Which games change ratings: those of events and clubs that are approved for rating.

`counting_reason` decides it for an event, `are_of_approved_clubs` for a casual game.
Not here: setting the approval (`services.events.approval`).
"""

from collections.abc import Iterable
from typing import Literal

from django.db.models import Q, QuerySet

from tournaments.models import Club, ClubRole, Event, Membership

Reason = Literal["approved", "club", "planners_club", ""]
APPROVED, CLUB, PLANNERS_CLUB, NOT_APPROVED = "approved", "club", "planners_club", ""


def counting_reason(event: Event) -> Reason:
    """Why the games of an event change ratings; empty: they do not.

    approved: by site staff. club: its club is approved. planners_club: it has no club, and the
    club that its planner organised is approved.
    """
    if event.approved_at is not None:
        return "approved"
    if event.club is not None:
        return "club" if event.club.approved_at is not None else ""
    if event.planners_club is not None and event.planners_club.approved_at is not None:
        return "planners_club"
    return ""


def counting_events() -> "QuerySet[Event]":
    """The events with a `counting_reason`."""
    by_planner = Q(club__isnull=True, planners_club__approved_at__isnull=False)
    return Event.objects.filter(
        Q(approved_at__isnull=False) | Q(club__approved_at__isnull=False) | by_planner
    )


def counts_for_rating(event_id: int) -> bool:
    """Whether the games of an event change ratings, in one query."""
    found = Event.objects.select_related("club", "planners_club").filter(pk=event_id).first()
    return found is not None and counting_reason(found) != NOT_APPROVED


def events_of_club(club: Club) -> "QuerySet[Event]":
    """The events whose games count if this club is approved."""
    of_planner = Q(club__isnull=True, planners_club=club)
    return Event.objects.filter(Q(club=club) | of_planner)


def planners_club(user_id: int | None) -> Club | None:
    """A club that the user organises, preferably an approved one; None: there is none."""
    if user_id is None:
        return None
    roles = ClubRole.objects.filter(user_id=user_id, role__in=("owner", "organiser"))
    clubs = list(Club.objects.filter(pk__in=roles.values("club")).order_by("pk"))
    return min(clubs, key=lambda club: club.approved_at is None, default=None)


def are_of_approved_clubs(player_ids: Iterable[int]) -> bool:
    """Whether each of these players is a member of an approved club."""
    asked = set(player_ids)
    return asked <= players_of_approved_clubs(asked)


def players_of_approved_clubs(player_ids: Iterable[int]) -> set[int]:
    """Keep the players who are members of an approved club; two queries.

    The memberships of a merged row count for the player that it was merged into.
    """
    asked = set(player_ids)
    theirs = Q(player__in=asked) | Q(player__merged_into__in=asked)
    rows = Membership.objects.filter(theirs, club__approved_at__isnull=False)
    found = rows.values_list("player_id", "player__merged_into_id")
    return {merged if merged in asked else player for player, merged in found} & asked


def lock_clubs_of_players(player_ids: Iterable[int]) -> None:
    """Lock the clubs of these players, so that their approval cannot change."""
    asked = set(player_ids)
    theirs = Q(player__in=asked) | Q(player__merged_into__in=asked)
    clubs = Membership.objects.filter(theirs).values("club")
    list(Club.objects.select_for_update().filter(pk__in=clubs).order_by("pk").values("pk"))


def members_with_merged(club_id: int) -> set[int]:
    """Ids of the members of a club, and of the players that members were merged into."""
    rows = Membership.objects.filter(club=club_id)
    found = rows.values_list("player_id", "player__merged_into_id")
    return {player for pair in found for player in pair if player is not None}
