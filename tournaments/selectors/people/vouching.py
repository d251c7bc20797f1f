"""Who vouches for a player, see docs/rules.md, "Who vouches for a player".

A club listing or an entry is no proof of trust: anybody may create a club or an event and add any
player.
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

ENTERED = "entry.added"  # journal action of a new entry
MERGED = "player.merged"  # journal action of a merge

Ground = Literal["account", "site_staff", "club", "event"]


def vouching_ground(user_id: int, player: Player) -> Ground | None:
    """Why a user vouches for a player, after merges; None: the user does not."""
    player = resolve(player)
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return None
    accounts = accounts_of(player)
    if user.pk in accounts:
        return "account"
    if user.is_staff:
        return "site_staff"
    if ClubRole.objects.filter(user=user, club__in=vouching_clubs(player)).exists():
        return "club"
    if not accounts and _organises(user, _vouching_event(player)):
        return "event"
    return None


def accounts_of(player: Player) -> set[int]:
    """The accounts of a person: of this record, and of those that were merged into it."""
    theirs = Q(pk=player.pk) | Q(merged_into=player)
    rows = Player.objects.filter(theirs, user__isnull=False)
    return {user_id for user_id in rows.values_list("user_id", flat=True) if user_id is not None}


def vouching_clubs(player: Player) -> "QuerySet[Club]":
    """Clubs that the player consented to, or that created the player.

    Only the creator of this row counts: creating a row that is merged into it gives no right.
    Consents of merged rows count, as an account of the same person gave them.
    """
    theirs = Q(player=player) | Q(player__merged_into=player)
    agreed = theirs & Q(consented_at__isnull=False)
    made = Q(player=player, club=player.made_by_club_id)
    return Club.objects.filter(pk__in=Membership.objects.filter(agreed | made).values("club"))


def memberships_of(player: Player) -> "QuerySet[Membership]":
    """Memberships of a player, with or without consent, by name of the club.

    A club that lists several merged rows counts once if one of them has consented.
    """
    rows = Membership.objects.filter(Q(player=player) | Q(player__merged_into=player))
    agreed = rows.filter(consented_at__isnull=False).values("club")
    rows = rows.exclude(consented_at__isnull=True, club__in=agreed)
    return rows.select_related("club").order_by("club__name", "pk")


def self_entered_players(event: Event) -> set[int]:
    """Ids of the players of an event whose own account entered them; of either merged record."""
    lines = JournalLine.objects.filter(
        scope=f"event:{event.slug}", action=ENTERED, actor__kind="user"
    )
    entries = Entry.objects.filter(event=event).select_related("player__merged_into")
    persons = {f"entry:{entry.pk}": resolve(entry.player).pk for entry in entries}
    ids = set(persons.values())
    rows = Player.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids), user__isnull=False)
    accounts = {
        (into or pk, user_id) for pk, into, user_id in rows.values_list("pk", "merged_into", "user")
    }
    return {
        persons[line.subject]
        for line in lines.only("subject", "actor")
        if (persons.get(line.subject), line.actor["user"]) in accounts
    }


def merged_by(player: Player) -> int | None:
    """The user who merged a player into another; None: it is not merged, or a program did it."""
    if player.merged_into_id is None:
        return None
    lines = JournalLine.objects.filter(
        scope="site", subject=f"player:{player.public_id}", action=MERGED
    )
    last = lines.order_by("seq").last()
    user_id: int | None = last.actor.get("user") if last else None
    return user_id


def merged_players(player: Player) -> "QuerySet[Player]":
    """The players who were merged into this one, by name."""
    return Player.objects.filter(merged_into=player).order_by("name", "pk")


def _vouching_event(player: Player) -> Event | None:
    """The event that created the player, unless a club vouches for the player."""
    if player.made_by_event_id is None or vouching_clubs(player).exists():
        return None
    return Event.objects.filter(pk=player.made_by_event_id).first()


def _organises(user: User, event: Event | None) -> bool:
    """Whether the user organises the event or has a role in its club; arbiters do not."""
    if event is None:
        return False
    if EventRole.objects.filter(event=event, user=user, role="organiser").exists():
        return True
    return ClubRole.objects.filter(club=event.club_id, user=user).exists()
