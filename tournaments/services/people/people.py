"""Players, their accounts, and clubs."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import (
    Club,
    ClubRole,
    Event,
    Handle,
    Player,
)
from tournaments.selectors import name_key
from tournaments.services import journal
from tournaments.services.events import approval
from tournaments.services.events.bounds import require_length, require_text, time_zones
from tournaments.services.events.states import lock_event
from tournaments.services.people import members

OLDEST = 150  # years


class HandleTaken(DomainError):
    code = "handle_taken"
    message = _("The name {name} on {site} belongs to another player.")


class SlugTaken(DomainError):
    code = "slug_taken"
    message = _("The address {slug} is taken.")


class AccountTaken(DomainError):
    code = "account_taken"
    message = _("This account already belongs to a player.")


class PlayerTaken(DomainError):
    code = "player_taken"
    message = _("This player already has an account.")


@in_transaction
def create_player(
    *,
    actor: Actor,
    name: str,
    sort_name: str = "",
    user_id: int | None = None,
    handles: Iterable[tuple[str, str]] = (),
) -> Player:
    """Create a player, with an account and handles.

    Handles can be claimed by the player's own account, by site staff or by an import.

    sort_name: how the name is read and sorted; empty: as the name.

    :raises HandleTaken: a handle belongs to another player.
    """
    permissions.require(actor, "player.create", None)
    handles = list(handles)
    if handles and (user_id is None or user_id != actor.user_id):
        permissions.require(actor, "player.handle", None)
    if user_id not in (None, actor.user_id):
        permissions.require(actor, "player.edit", None)
    if user_id is not None and Player.objects.filter(user_id=user_id).exists():
        raise AccountTaken(user=user_id)
    facts = {"name": name, "sort_name": sort_name, "user_id": user_id}
    return _create(actor, facts, handles)


@in_transaction
def create_player_for(
    *,
    actor: Actor,
    made_for: Event | Club,
    name: str,
    sort_name: str = "",
    handles: Iterable[tuple[str, str]] = (),
) -> Player:
    """Create a player for an event or a club, which then vouches for the player. Locks the Event.

    A club also lists the player as a member.

    :raises HandleTaken: a handle belongs to another player.
    """
    permissions.require(actor, "player.create", None)
    handles = list(handles)
    if handles:
        permissions.require(actor, "player.handle", None)
    facts: dict[str, Any] = {"name": name, "sort_name": sort_name}
    if isinstance(made_for, Event):
        permissions.require(actor, "entry.add", made_for)
        lock_event(made_for.pk)  # before the site's JournalHead: whoever enters the player locks it
        return _create(actor, facts | {"made_by_event": made_for}, handles)
    permissions.require(actor, "club.add_player", made_for)
    player = _create(actor, facts | {"made_by_club": made_for}, handles)
    members.list_member(actor, made_for, player, since=None)
    return player


def _create(actor: Actor, facts: dict[str, Any], handles: Sequence[tuple[str, str]]) -> Player:
    """:raises InvalidInput: the name is missing or too long, or there are too many handles."""
    player = new_player(actor, facts, handles)
    player.save(force_insert=True)
    for site, theirs in handles:
        store_handle(player, site, theirs)
    journal.write_all(actor, [note_of_player(player)])
    return player


def new_player(actor: Actor, facts: dict[str, Any], handles: Sequence[tuple[str, str]]) -> Player:
    """A checked player who is not stored yet. No database.

    :raises InvalidInput: the name is missing or too long, or there are too many handles.
    """
    name, sort_name = (" ".join(facts.get(key, "").split()) for key in ("name", "sort_name"))
    if not name:
        raise InvalidInput(field="name", problem=_("missing"))
    require_text(name, field="name", most=limits.NAME)
    require_text(sort_name, field="sort_name", most=limits.NAME)
    require_length(handles, field="handles", most=limits.HANDLES)
    facts |= {"name": name, "sort_name": sort_name, "made_by_id": actor.user_id}
    return Player(**facts)


def note_of_player(player: Player) -> journal.Note:
    """What the journal says of a player who was made."""
    return journal.Note("player.created", "site", f"player:{player.public_id}")


@in_transaction
def set_birth_year(*, actor: Actor, player_id: int, birth_year: int | None) -> Player:
    """Set the year of birth, for the age limit of stakes; None deletes it.

    Set by those who vouch for the player, shown to nobody else, and not written to the journal.
    Repeating it is harmless.

    :raises InvalidInput: the year is in the future or too long ago.
    """
    player = get_row(Player.objects, "player", pk=player_id)
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


@in_transaction
def set_time_zone(*, actor: Actor, player_id: int, time_zone: str) -> Player:
    """Set the zone for times shown to a player; empty: that of the event. Repeating is harmless.

    :raises InvalidInput: the zone is unknown.
    """
    player = get_row(Player.objects, "player", pk=player_id)
    permissions.require(actor, "player.edit", player)
    if time_zone and time_zone not in time_zones():
        raise InvalidInput(field="time_zone", problem=_("there is no such time zone"))
    if player.time_zone != time_zone:
        player.time_zone = time_zone
        player.save(update_fields=["time_zone"])
        # A zone hints at where a player lives, so it is not part of the hash chain.
        subject = f"player:{player.public_id}"
        journal.write(actor, "player.time_zone", scope="site", subject=subject, text=time_zone)
    return player


@in_transaction
def set_sort_name(*, actor: Actor, player_id: int, sort_name: str) -> Player:
    """Set how a name is read and sorted (田中 愛子: Tanaka Aiko); empty: as it is written.

    Also allowed to those who vouch for the player. Repeating it is harmless.
    """
    player = get_row(Player.objects, "player", pk=player_id)
    permissions.require(actor, "player.sort_name", player)
    sort_name = " ".join(sort_name.split())
    require_text(sort_name, field="sort_name", most=limits.NAME)
    if player.sort_name != sort_name:
        player.sort_name = sort_name
        player.save(update_fields=["sort_name", "folded_sort_name"])
        subject = f"player:{player.public_id}"
        journal.write(actor, "player.sort_name", scope="site", subject=subject, text=sort_name)
    return player


def store_handle(player: Player, site: str, name: str) -> Handle:
    """:raises HandleTaken: the handle belongs to another player."""
    handle = new_handle(player, site, name)
    try:
        with transaction.atomic():
            handle.save(force_insert=True)
    except IntegrityError as taken:
        raise HandleTaken(name=name, site=site) from taken
    return handle


def new_handle(player: Player, site: str, name: str) -> Handle:
    """A checked handle that is not stored yet. No database.

    :raises InvalidInput: the name is empty, or it or the site is too long.
    """
    key = name_key(name)
    require_text(site, field="handles.site", most=limits.NAME)
    require_text(key, field="handles.name", most=limits.NAME)
    require_text(name, field="handles.name", most=limits.NAME)
    if not key:
        raise InvalidInput(field="handles", problem=_("an empty name"))
    return Handle(player=player, site=site, name_key=key, written=" ".join(name.split()))


@in_transaction
def create_club(*, actor: Actor, slug: str, name: str) -> Club:
    """Create a club owned by the actor. Clubs of site staff are approved for rating.

    :raises SlugTaken: another club has this address.
    """
    permissions.require(actor, "club.create", None)
    require_text(name, field="name", most=limits.NAME)
    try:
        with transaction.atomic():
            club = Club.objects.create(slug=slug, name=name, **approval.approval_columns(actor))
    except IntegrityError as taken:
        raise SlugTaken(slug=slug) from taken
    if actor.user_id is not None:
        ClubRole.objects.create(club=club, user_id=actor.user_id, role="owner")
    journal.write(actor, "club.created", scope=f"club:{slug}", subject=slug)
    return club


@in_transaction
def claim_player(*, actor: Actor, player_id: int, user_id: int) -> Player:
    """Link an account to a player. Repeating it is harmless. Locks Player.

    :raises PlayerTaken: the player, or a record merged into theirs, has another account.
    :raises AccountTaken: the account is another player's.
    """
    player = get_row(Player.objects.select_for_update(), "player", pk=player_id)
    permissions.require(actor, "player.invite", player)
    if player.user_id == user_id:
        return player
    if selectors.accounts_of(player) or player.anonymised_at is not None:
        raise PlayerTaken(player=player.public_id)
    if Player.objects.filter(user_id=user_id).exists():
        raise AccountTaken(user=user_id)
    player.user_id = user_id
    try:
        with transaction.atomic():
            player.save(update_fields=["user"])
    except IntegrityError as taken:  # by a concurrent request
        raise AccountTaken(user=user_id) from taken
    subject = f"player:{player.public_id}"
    journal.write(actor, "player.claimed", scope="site", subject=subject, after={"user": user_id})
    return player


@in_transaction
def release_player(*, actor: Actor, player_id: int) -> Player:
    """Unlink the account of a player and withdraw its consents to clubs.

    Repeating it is harmless. Locks Player.
    """
    player = get_row(Player.objects.select_for_update(), "player", pk=player_id)
    permissions.require(actor, "player.release", player)
    if player.user_id is not None:
        before, player.user_id = player.user_id, None
        player.save(update_fields=["user"])
        members.forget_consents(player)
        subject = f"player:{player.public_id}"
        journal.write(
            actor, "player.released", scope="site", subject=subject, before={"user": before}
        )
    return player
