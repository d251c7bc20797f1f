"""Renaming players."""

from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions
from tournaments.actor import Actor
from tournaments.errors import InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Player
from tournaments.services import journal
from tournaments.services.events.bounds import require_text


@in_transaction
def rename_player(*, actor: Actor, player_id: int, name: str) -> Player:
    """Change the name of a player, everywhere it is shown. Repeating it is harmless. Locks Player.

    Also allowed to those who vouch for the player. The journal keeps each name until the player is
    anonymised.

    :raises InvalidInput: the name is empty or too long, or the player was anonymised.
    """
    player = get_row(Player.objects.select_for_update(of=("self",)), "player", pk=player_id)
    permissions.require(actor, "player.name", player)
    name = " ".join(name.split())
    if not name:
        raise InvalidInput(field="name", problem=_("missing"))
    require_text(name, field="name", most=limits.NAME)
    if player.anonymised_at is not None:
        raise InvalidInput(field="name", problem=_("this player was anonymised"))
    if player.name != name:
        player.name = name
        player.save(update_fields=["name", "folded_name"])
        subject = f"player:{player.public_id}"
        journal.write(actor, "player.renamed", scope="site", subject=subject, text=name)
    return player
