"""Players, their handles, clubs and roles."""

from collections.abc import Iterable
from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import (
    Club,
    ClubRole,
    Event,
    EventRole,
    Handle,
    Membership,
    Player,
    User,
)
from tournaments.selectors import name_key
from tournaments.services import journal

CLUB_ROLES = ("owner", "organiser")
EVENT_ROLES = ("arbiter", "organiser")


class HandleTaken(DomainError):
    code = "handle_taken"
    kind = "conflict"
    message = _("The name {name} on {site} belongs to another player.")


class SlugTaken(DomainError):
    code = "slug_taken"
    kind = "conflict"
    message = _("The address {slug} is taken.")


class AccountTaken(DomainError):
    code = "account_taken"
    kind = "conflict"
    message = _("This account already belongs to a player.")


@transaction.atomic
def create_player(
    *,
    actor: Actor,
    name: str,
    user_id: int | None = None,
    handles: Iterable[tuple[str, str]] = (),
) -> Player:
    """Add a person, with the account and the names elsewhere that are theirs.

    :raises HandleTaken: a name elsewhere belongs to somebody else.
    """
    permissions.require(actor, "player.create", None)
    if user_id not in (None, actor.user_id):
        permissions.require(actor, "player.edit", None)
    name = " ".join(name.split())
    if not name:
        raise InvalidInput(field="name", problem=_("missing"))
    if user_id is not None and Player.objects.filter(user_id=user_id).exists():
        raise AccountTaken(user=user_id)
    player = Player.objects.create(name=name, user_id=user_id)
    for site, theirs in handles:
        _add_handle(player, site, theirs)
    journal.write(actor, "player.created", scope="site", subject=f"player:{player.public_id}")
    return player


@transaction.atomic
def add_handle(*, actor: Actor, player_id: int, site: str, name: str) -> Handle:
    """Say under which name a player is known elsewhere. Repeating it is harmless.

    :raises HandleTaken: the name belongs to somebody else.
    """
    player = _player(player_id)
    permissions.require(actor, "player.edit", player)
    known = Handle.objects.filter(site=site, name_key=name_key(name), player=player).first()
    if known is not None:
        return known
    handle = _add_handle(player, site, name)
    journal.write(
        actor,
        "handle.added",
        scope="site",
        subject=f"player:{player.public_id}",
        after={"site": site},
        text=handle.name_key,
    )
    return handle


def _add_handle(player: Player, site: str, name: str) -> Handle:
    key = name_key(name)
    if not key:
        raise InvalidInput(field="handles", problem=_("an empty name"))
    try:
        with transaction.atomic():
            return Handle.objects.create(player=player, site=site, name_key=key)
    except IntegrityError as taken:
        raise HandleTaken(name=name, site=site) from taken


@transaction.atomic
def create_club(*, actor: Actor, slug: str, name: str) -> Club:
    """Found a club; who founds it owns it.

    :raises SlugTaken: another club has this address.
    """
    permissions.require(actor, "club.create", None)
    try:
        with transaction.atomic():
            club = Club.objects.create(slug=slug, name=name)
    except IntegrityError as taken:
        raise SlugTaken(slug=slug) from taken
    if actor.user_id is not None:
        ClubRole.objects.create(club=club, user_id=actor.user_id, role="owner")
    journal.write(actor, "club.created", scope=f"club:{slug}", subject=slug)
    return club


@transaction.atomic
def add_member(
    *, actor: Actor, club_id: int, player_id: int, since: date | None = None
) -> Membership:
    """Repeating it is harmless."""
    club, player = _club(club_id), _player(player_id)
    permissions.require(actor, "club.edit", club)
    member, created = Membership.objects.get_or_create(
        club=club, player=player, defaults={"since": since}
    )
    if created:
        subject = f"player:{player.public_id}"
        journal.write(actor, "member.added", scope=f"club:{club.slug}", subject=subject)
    return member


@transaction.atomic
def grant_club_role(*, actor: Actor, club_id: int, user_id: int, role: str) -> ClubRole:
    """Make a user owner or organiser of a club. Repeating it is harmless."""
    club = _club(club_id)
    permissions.require(actor, "club.edit", club)
    _check_role(role, CLUB_ROLES, user_id)
    granted, created = ClubRole.objects.get_or_create(club=club, user_id=user_id, role=role)
    if created:
        scope = f"club:{club.slug}"
        journal.write(actor, "role.granted", scope=scope, subject=f"user:{user_id}", after=role)
    return granted


@transaction.atomic
def grant_event_role(*, actor: Actor, event_id: int, user_id: int, role: str) -> EventRole:
    """Make a user arbiter or organiser of an event. Repeating it is harmless. Locks Event."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NotFound(what="event", key=event_id)
    permissions.require(actor, "event.edit", event)
    _check_role(role, EVENT_ROLES, user_id)
    granted, created = EventRole.objects.get_or_create(event=event, user_id=user_id, role=role)
    if created:
        scope = f"event:{event.slug}"
        journal.write(actor, "role.granted", scope=scope, subject=f"user:{user_id}", after=role)
    return granted


def _check_role(role: str, roles: tuple[str, ...], user_id: int) -> None:
    if role not in roles:
        raise InvalidInput(field="role", problem=role)
    if not User.objects.filter(pk=user_id).exists():
        raise NotFound(what="user", key=user_id)


def _club(club_id: int) -> Club:
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise NotFound(what="club", key=club_id)
    return club


def _player(player_id: int) -> Player:
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NotFound(what="player", key=player_id)
    return player
