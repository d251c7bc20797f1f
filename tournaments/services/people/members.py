"""Members of clubs. A club lists players; players with an account consent or leave.

A listing without consent gives the club no rights: see selectors/people/vouching.py.
"""

from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.models import Club, Membership, Player
from tournaments.services import journal


@transaction.atomic
def add_member(
    *, actor: Actor, club_id: int, player_id: int, since: date | None = None
) -> Membership:
    """List a player as a member of a club; a player with an account still has to consent.

    A player without account and without a club of origin gets this club, if the actor vouches for
    the player. Repeating it is harmless.
    """
    club, player = selectors.club_by_id(club_id), selectors.player_by_id(player_id)
    permissions.require(actor, "club.edit", club)
    known = selectors.memberships_of(player).filter(club=club).first()
    member = known or list_member(actor, club, player, since=since)
    if player.user_id is None and player.made_by_club_id is None and _vouches(actor, player):
        player.made_by_club = club
        player.save(update_fields=["made_by_club"])
    if _is_own(actor, player):
        return _consent(actor, member)
    return member


@transaction.atomic
def consent_to_club(*, actor: Actor, club_id: int, player_id: int) -> Membership:
    """Consent to a membership. Repeating it is harmless.

    :raises NotFound: the club does not list the player.
    """
    return _consent(actor, _membership(actor, club_id, player_id))


@transaction.atomic
def leave_club(*, actor: Actor, club_id: int, player_id: int) -> None:
    """End a membership; the club loses its rights over the player.

    :raises NotFound: the club does not list the player.
    """
    member = _membership(actor, club_id, player_id)
    scope, subject = f"club:{member.club.slug}", f"player:{member.player.public_id}"
    root = member.player.merged_into_id or member.player_id
    person = Q(player=root) | Q(player__merged_into=root)
    Membership.objects.filter(person, club=member.club).delete()
    # Otherwise the club could list the player again and vouch without consent.
    Player.objects.filter(pk=root, made_by_club=member.club).update(made_by_club=None)
    journal.write(actor, "member.left", scope=scope, subject=subject)


def list_member(actor: Actor, club: Club, player: Player, *, since: date | None) -> Membership:
    """Add a membership. The caller checks permissions."""
    member, created = Membership.objects.get_or_create(
        club=club, player=player, defaults={"since": since}
    )
    if created:
        subject = f"player:{player.public_id}"
        journal.write(actor, "member.added", scope=f"club:{club.slug}", subject=subject)
    return member


def forget_consents(player: Player) -> None:
    """Withdraw the consents of a player who loses the account that gave them."""
    Membership.objects.filter(player=player).update(consented_at=None)


def _vouches(actor: Actor, player: Player) -> bool:
    return permissions.may(actor, "player.invite", player)


def _is_own(actor: Actor, player: Player) -> bool:
    """Whether the actor's account is that of the player, or of a row merged into the player's."""
    mine = selectors.player_of(actor.user_id) if actor.user_id is not None else None
    return mine is not None and mine.pk == player.pk


def _consent(actor: Actor, member: Membership) -> Membership:
    """Store the consent with the row of the account that gives it.

    So it is withdrawn when the account is unlinked from that row, and stays there when a merge is
    undone.
    """
    own = Player.objects.get(user=actor.user_id)
    if member.player_id != own.pk:
        member = list_member(actor, member.club, own, since=member.since)
    if member.consented_at is None:
        member.consented_at = timezone.now()
        member.save(update_fields=["consented_at"])
        subject = f"player:{own.public_id}"
        journal.write(actor, "member.consented", scope=f"club:{member.club.slug}", subject=subject)
    return member


def _membership(actor: Actor, club_id: int, player_id: int) -> Membership:
    """The membership, if the actor may answer for the player."""
    player = selectors.player_by_id(player_id)
    permissions.require(actor, "member.answer", player)
    member = selectors.memberships_of(player).filter(club_id=club_id).first()
    if member is None:
        raise NotFound(what="member", key=player.public_id)
    return member
