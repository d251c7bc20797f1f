"""Handles: the names of players on other sites, each of one player only."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Handle, Player
from tournaments.selectors import name_key
from tournaments.services import journal
from tournaments.services.people.people import HandleTaken, new_handle, store_handle


@in_transaction
def add_handle(*, actor: Actor, player_id: int, site: str, name: str) -> Handle:
    """Add a handle: a player's name on another site. Repeating it is harmless.

    :raises HandleTaken: the handle belongs to another player.
    """
    player = get_row(Player.objects, "player", pk=player_id)
    permissions.require(actor, "player.handle", player)
    known = Handle.objects.filter(site=site, name_key=name_key(name), player=player).first()
    if known is not None:
        return _write_as(known, name)
    if player.handles.count() >= limits.HANDLES:
        problem = _("a player has at most {most}").format(most=limits.HANDLES)
        raise InvalidInput(field="handles", problem=problem)
    handle = store_handle(player, site, name)
    _write(actor, "handle.added", handle)
    return handle


@in_transaction
def change_handle(*, actor: Actor, player_id: int, handle_id: int, site: str, name: str) -> Handle:
    """Correct a handle. Repeating it is harmless. Locks Handle.

    :raises HandleTaken: the new one belongs to another player.
    """
    handle = _lock_handle(actor, player_id, handle_id)
    wanted = new_handle(handle.player, site, name)
    if (handle.site, handle.name_key) == (wanted.site, wanted.name_key):
        return _write_as(handle, name)
    handle.site, handle.name_key, handle.written = wanted.site, wanted.name_key, wanted.written
    try:
        with transaction.atomic():
            handle.save(update_fields=["site", "name_key", "written"])
    except IntegrityError as taken:
        raise HandleTaken(name=name, site=site) from taken
    _write(actor, "handle.changed", handle)
    return handle


@in_transaction
def remove_handle(*, actor: Actor, player_id: int, handle_id: int) -> None:
    """Remove a handle. Games that were imported by it stay the player's. Locks Handle."""
    handle = _lock_handle(actor, player_id, handle_id)
    _write(actor, "handle.removed", handle)
    handle.delete()


def _write_as(handle: Handle, name: str) -> Handle:
    """Keep how a known handle is written; some sites tell capitals apart."""
    written = new_handle(handle.player, handle.site, name).written
    if handle.written != written:
        handle.written = written
        handle.save(update_fields=["written"])
    return handle


def _lock_handle(actor: Actor, player_id: int, handle_id: int) -> Handle:
    """A handle of a player, or of a record that was merged into theirs."""
    player = get_row(Player.objects, "player", pk=player_id)
    permissions.require(actor, "player.handle", player)
    theirs = selectors.handles_of(player).values("pk")
    locked = Handle.objects.select_related("player").select_for_update(of=("self",))
    return get_row(locked.filter(pk__in=theirs), "handle", pk=handle_id)


def _write(actor: Actor, action: str, handle: Handle) -> None:
    journal.write(
        actor,
        action,
        scope="site",
        subject=f"player:{handle.player.public_id}",
        after={"site": handle.site},
        text=handle.name_key,
    )
