"""Members of clubs. A club lists players; players with an account consent, leave or ask to join.

A listing without consent gives the club no rights: see selectors/people/vouching.py.
"""

from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import require_found
from tournaments.execution.transactions import in_transaction
from tournaments.models import Club, Membership, MembershipRequest, Player
from tournaments.services import journal


@in_transaction
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
    asked = _requests_of_person(player.pk).filter(club=club).first()
    return member if asked is None else _accept(actor, asked)


@in_transaction
def consent_to_club(*, actor: Actor, club_id: int, player_id: int) -> Membership:
    """Consent to a membership. Repeating it is harmless.

    :raises NotFound: the club does not list the player.
    """
    return _consent(actor, _membership(actor, club_id, player_id))


@in_transaction
def ask_to_join(*, actor: Actor, club_id: int, player_id: int) -> Membership | None:
    """Ask a club to be a member; consents if the club lists the player already.

    Returns the membership, None if the club has to answer. Repeating it is harmless.
    """
    club, player = selectors.club_by_id(club_id), selectors.player_by_id(player_id)
    permissions.require(actor, "member.answer", player)
    listed = selectors.memberships_of(player).filter(club=club).first()
    if listed is not None:
        return _consent(actor, listed)
    own = Player.objects.get(user=actor.user_id)
    _request, created = MembershipRequest.objects.get_or_create(club=club, player=own)
    if created:
        _write(actor, "member.asked", club, own)
    return None


@in_transaction
def cancel_request(*, actor: Actor, club_id: int, player_id: int) -> None:
    """Take back that a player asked to join a club. Repeating it is harmless."""
    club, player = selectors.club_by_id(club_id), selectors.player_by_id(player_id)
    permissions.require(actor, "member.answer", player)
    _delete_requests(actor, "member.request_cancelled", club, player)


@in_transaction
def accept_request(*, actor: Actor, club_id: int, player_id: int) -> Membership:
    """Make a player who asked for it a member of a club; asking was the consent.

    :raises NotFound: the player has not asked, or took it back.
    """
    club, player = selectors.club_by_id(club_id), selectors.player_by_id(player_id)
    permissions.require(actor, "club.edit", club)
    asked = _requests_of_person(player.pk).filter(club=club).first()
    return _accept(actor, require_found(asked, "membership request", player.public_id))


@in_transaction
def refuse_request(*, actor: Actor, club_id: int, player_id: int) -> None:
    """Refuse a player who asked to join a club. Repeating it is harmless."""
    club, player = selectors.club_by_id(club_id), selectors.player_by_id(player_id)
    permissions.require(actor, "club.edit", club)
    _delete_requests(actor, "member.refused", club, player)


@in_transaction
def remove_member(*, actor: Actor, club_id: int, player_id: int) -> None:
    """End the membership of a player by the club. Repeating it is harmless."""
    club, player = selectors.club_by_id(club_id), selectors.player_by_id(player_id)
    permissions.require(actor, "club.edit", club)
    removed, _rows = _members_of_person(player.pk).filter(club=club).delete()
    if removed:
        _write(actor, "member.removed", club, player)


@in_transaction
def leave_club(*, actor: Actor, club_id: int, player_id: int) -> None:
    """End a membership; the club loses its rights over the player.

    :raises NotFound: the club does not list the player.
    """
    member = _membership(actor, club_id, player_id)
    root = member.player.merged_into_id or member.player_id
    _members_of_person(root).filter(club=member.club).delete()
    # Otherwise the club could list the player again and vouch without consent.
    Player.objects.filter(pk=root, made_by_club=member.club).update(made_by_club=None)
    _write(actor, "member.left", member.club, member.player)


def list_member(actor: Actor, club: Club, player: Player, *, since: date | None) -> Membership:
    """Add a membership. The caller checks permissions."""
    member, created = Membership.objects.get_or_create(
        club=club, player=player, defaults={"since": since}
    )
    if created:
        _write(actor, "member.added", club, player)
    return member


def _members_of_person(player_id: int) -> "QuerySet[Membership]":
    """The memberships of a player and of those merged into them."""
    return Membership.objects.filter(Q(player=player_id) | Q(player__merged_into=player_id))


def _requests_of_person(player_id: int) -> "QuerySet[MembershipRequest]":
    """The open requests of a player and of those merged into them."""
    rows = MembershipRequest.objects.filter(Q(player=player_id) | Q(player__merged_into=player_id))
    return rows.select_related("club", "player").order_by("pk")


def forget_consents(player: Player) -> None:
    """Withdraw the consents and requests of a player who loses the account that gave them."""
    Membership.objects.filter(player=player).update(consented_at=None)
    MembershipRequest.objects.filter(player=player).delete()


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
        _write(actor, "member.consented", member.club, own)
    MembershipRequest.objects.filter(club=member.club, player=own).delete()
    return member


def _accept(actor: Actor, asked: MembershipRequest) -> Membership:
    """List the player of a request, who consented by asking."""
    member = list_member(actor, asked.club, asked.player, since=None)
    if member.consented_at is None:
        member.consented_at = asked.asked_at
        member.save(update_fields=["consented_at"])
    asked.delete()
    _write(actor, "member.accepted", member.club, member.player)
    return member


def _delete_requests(actor: Actor, action: str, club: Club, player: Player) -> None:
    deleted, _rows = _requests_of_person(player.pk).filter(club=club).delete()
    if deleted:
        _write(actor, action, club, player)


def _write(actor: Actor, action: str, club: Club, player: Player) -> None:
    """Add a line about a player to the journal of a club."""
    subject = f"player:{player.public_id}"
    journal.write(actor, action, scope=f"club:{club.slug}", subject=subject)


def _membership(actor: Actor, club_id: int, player_id: int) -> Membership:
    """The membership, if the actor may answer for the player."""
    player = selectors.player_by_id(player_id)
    permissions.require(actor, "member.answer", player)
    return require_found(
        selectors.memberships_of(player).filter(club_id=club_id).first(), "member", player.public_id
    )
