"""Players, their handles and accounts, and clubs."""

from collections.abc import Iterable
from datetime import date
from zoneinfo import available_timezones

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import (
    Club,
    ClubRole,
    Handle,
    Membership,
    Player,
)
from tournaments.selectors import name_key
from tournaments.services import journal

OLDEST = 150  # years


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


class PlayerTaken(DomainError):
    code = "player_taken"
    kind = "conflict"
    message = _("This player already has an account.")


@transaction.atomic
def create_player(
    *,
    actor: Actor,
    name: str,
    sort_name: str = "",
    user_id: int | None = None,
    handles: Iterable[tuple[str, str]] = (),
) -> Player:
    """Add a person, with the account and the names elsewhere that are theirs.

    sort_name: how the name is read, and where it stands in lists; empty: as the name.

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
    player = Player.objects.create(
        name=name, sort_name=" ".join(sort_name.split()), user_id=user_id
    )
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


@transaction.atomic
def set_birth_year(*, actor: Actor, player_id: int, birth_year: int | None) -> Player:
    """Say in which year a player was born, for the age bar of stakes; None takes it away.

    Staff of an event or club of the player say it, not the player; the journal does not. It is
    shown to nobody else. Repeating it is harmless.

    :raises InvalidInput: nobody alive was born then.
    """
    player = _player(player_id)
    permissions.require(actor, "player.age", player)
    this_year = timezone.now().year
    if birth_year is not None and not this_year - OLDEST <= birth_year <= this_year:
        raise InvalidInput(field="birth_year", problem=_("a year"))
    if player.birth_year != birth_year:
        player.birth_year = birth_year
        player.save(update_fields=["birth_year"])
        subject = f"player:{player.public_id}"
        journal.write(actor, "player.birth_year", scope="site", subject=subject)
    return player


@transaction.atomic
def set_time_zone(*, actor: Actor, player_id: int, time_zone: str) -> Player:
    """Say in which zone a player reads times; empty: in that of the event. Repeating is harmless.

    :raises InvalidInput: there is no such zone.
    """
    player = _player(player_id)
    permissions.require(actor, "player.edit", player)
    if time_zone and time_zone not in available_timezones():
        raise InvalidInput(field="time_zone", problem=_("there is no such time zone"))
    if player.time_zone != time_zone:
        player.time_zone = time_zone
        player.save(update_fields=["time_zone"])
        # A zone says where somebody lives: the site's journal, which holds no names, has it not.
        subject = f"player:{player.public_id}"
        journal.write(actor, "player.time_zone", scope="site", subject=subject, text=time_zone)
    return player


@transaction.atomic
def set_sort_name(*, actor: Actor, player_id: int, sort_name: str) -> Player:
    """Say how a name is read and sorted (田中 愛子: Tanaka Aiko); empty: as it is written.

    Staff of an event or club of the player may say it too. Repeating it is harmless.
    """
    player = _player(player_id)
    permissions.require(actor, "player.sort_name", player)
    sort_name = " ".join(sort_name.split())
    if player.sort_name != sort_name:
        player.sort_name = sort_name
        player.save(update_fields=["sort_name"])
        subject = f"player:{player.public_id}"
        journal.write(actor, "player.sort_name", scope="site", subject=subject, text=sort_name)
    return player


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
def claim_player(*, actor: Actor, player_id: int, user_id: int) -> Player:
    """Say that an account is this player's. Repeating it is harmless. Locks Player.

    :raises PlayerTaken: the player has another account.
    :raises AccountTaken: the account is another player's.
    """
    player = _locked_player(player_id)
    permissions.require(actor, "player.invite", player)
    if player.user_id == user_id:
        return player
    if player.user_id is not None or player.anonymised_at is not None:
        raise PlayerTaken(player=player.public_id)
    if Player.objects.filter(user_id=user_id).exists():
        raise AccountTaken(user=user_id)
    player.user_id = user_id
    try:
        with transaction.atomic():
            player.save(update_fields=["user"])
    except IntegrityError as taken:  # the same account, at the same moment
        raise AccountTaken(user=user_id) from taken
    subject = f"player:{player.public_id}"
    journal.write(actor, "player.claimed", scope="site", subject=subject, after={"user": user_id})
    return player


@transaction.atomic
def release_player(*, actor: Actor, player_id: int) -> Player:
    """Take back that an account is this player's. Repeating it is harmless. Locks Player."""
    player = _locked_player(player_id)
    permissions.require(actor, "player.release", player)
    if player.user_id is not None:
        before, player.user_id = player.user_id, None
        player.save(update_fields=["user"])
        subject = f"player:{player.public_id}"
        journal.write(
            actor, "player.released", scope="site", subject=subject, before={"user": before}
        )
    return player


def _locked_player(player_id: int) -> Player:
    player = Player.objects.select_for_update().filter(pk=player_id).first()
    if player is None:
        raise NotFound(what="player", key=player_id)
    return player


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
