"""Who vouches for a player. The table is in docs/rules.md, "Who vouches for a player".

Being listed by a club or entered in an event is no trust: anybody may found a club or plan an
event, and list or enter anybody there.
"""

from typing import Literal

from django.db.models import Q, QuerySet

from tournaments.models import (
    Club,
    ClubRole,
    Entry,
    Event,
    EventRole,
    JournalLine,
    Membership,
    Player,
    User,
)
from tournaments.selectors.people.people import resolve

ENTERED = "entry.added"  # the line that an entry writes in the journal

Ground = Literal["account", "site_staff", "club", "event"]


def vouching_ground(user_id: int, player: Player) -> Ground | None:
    """Why a user vouches for a player, or for who they turned out to be; None: they do not."""
    player = resolve(player)
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return None
    if player.user_id == user.pk:
        return "account"
    if user.is_staff:
        return "site_staff"
    if ClubRole.objects.filter(user=user, club__in=vouching_clubs(player)).exists():
        return "club"
    if player.user_id is None and _organises(user, _vouching_event(player)):
        return "event"
    return None


def vouching_clubs(player: Player) -> "QuerySet[Club]":
    """The clubs to which the player belongs by own consent, or because the club made the player.

    Facts about the making are those of this row alone: a row merged into it that somebody else
    made gives that somebody no right. Consent was given by an account of the same person.
    """
    theirs = Q(player=player) | Q(player__merged_into=player)
    agreed = theirs & Q(consented_at__isnull=False)
    made = Q(player=player, club=player.made_by_club_id)
    return Club.objects.filter(pk__in=Membership.objects.filter(agreed | made).values("club"))


def memberships_of(player: Player) -> "QuerySet[Membership]":
    """The clubs that list a player, with the player's consent or without, by name."""
    theirs = Q(player=player) | Q(player__merged_into=player)
    return Membership.objects.filter(theirs).select_related("club").order_by("club__name", "pk")


def self_entered_players(event: Event) -> set[int]:
    """The players of an event (keys of their unmerged rows) whose own account entered them."""
    lines = JournalLine.objects.filter(
        scope=f"event:{event.slug}", action=ENTERED, actor__kind="user"
    )
    writers = {(line.subject, line.actor["user"]) for line in lines.only("subject", "actor")}
    entries = Entry.objects.filter(event=event).select_related("player__merged_into")
    return {
        resolve(entry.player).pk
        for entry in entries
        if (f"entry:{entry.pk}", resolve(entry.player).user_id) in writers
    }


def _vouching_event(player: Player) -> Event | None:
    """The event that made the player, until a club holds the player."""
    if player.made_by_event_id is None or vouching_clubs(player).exists():
        return None
    return Event.objects.filter(pk=player.made_by_event_id).first()


def _organises(user: User, event: Event | None) -> bool:
    """By a role in the event, or in its club. Arbiters organise nothing."""
    if event is None:
        return False
    if EventRole.objects.filter(event=event, user=user, role="organiser").exists():
        return True
    return ClubRole.objects.filter(club=event.club_id, user=user).exists()
