"""Which games change ratings: those of events and clubs that are approved for rating.

`counting_reason` decides it for an event, `are_of_approved_clubs` for a casual game.
Not here: setting the approval (`services.events.approval`).
"""

from collections.abc import Iterable
from typing import Literal

from django.db.models import F, Q, QuerySet

from tournaments.models import Club, ClubRole, Event, JournalLine, Membership, Player

Reason = Literal["approved", "club", "planners_club", ""]
APPROVED, CLUB, PLANNERS_CLUB, NOT_APPROVED = "approved", "club", "planners_club", ""
LISTED = ("member.added", "member.left")  # the lines of a club's journal that name its members


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
    """Whether each of these players belongs to an approved club."""
    asked = set(player_ids)
    return asked <= players_of_approved_clubs(asked)


def players_of_approved_clubs(player_ids: Iterable[int]) -> set[int]:
    """Keep the players who belong to an approved club; three queries.

    To belong is to have consented by one's own account, or to have been created by that club: any
    club may list anybody. Of two merged rows the consent of either counts, and the club of origin
    of the one that stays (as in `vouching_clubs`).
    """
    persons = _persons(player_ids)
    roots = set(persons.values())
    theirs = Q(player__in=roots) | Q(player__merged_into__in=roots)
    agreed = theirs & Q(consented_at__isnull=False)
    made = Q(player__in=roots, club=F("player__made_by_club"))
    rows = Membership.objects.filter(agreed | made, club__approved_at__isnull=False)
    found = {
        merged or player for player, merged in rows.values_list("player", "player__merged_into")
    }
    return {player for player, root in persons.items() if root in found}


def lock_clubs_of_players(player_ids: Iterable[int]) -> None:
    """Lock the clubs of these players, so that their approval cannot change."""
    roots = set(_persons(player_ids).values())
    theirs = Q(player__in=roots) | Q(player__merged_into__in=roots)
    clubs = Membership.objects.filter(theirs).values("club")
    list(Club.objects.select_for_update().filter(pk__in=clubs).order_by("pk").values("pk"))


def past_and_present_members(club: Club) -> set[int]:
    """The players whom a club lists or ever listed, and those whom they were merged into.

    The journal of the club says who has left.
    """
    lines = JournalLine.objects.filter(scope=f"club:{club.slug}", action__in=LISTED)
    public_ids = {
        subject.removeprefix("player:") for subject in lines.values_list("subject", flat=True)
    }
    ever = Q(memberships__club=club) | Q(public_id__in=public_ids)
    found = Player.objects.filter(ever).values_list("pk", "merged_into_id")
    return {player for pair in found for player in pair if player is not None}


def _persons(player_ids: Iterable[int]) -> dict[int, int]:
    """Of each of these players who they turned out to be."""
    rows = Player.objects.filter(pk__in=set(player_ids)).values_list("pk", "merged_into_id")
    return {player: merged or player for player, merged in rows}
