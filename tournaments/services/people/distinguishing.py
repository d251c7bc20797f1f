"""Players of one name who are two people, so that they are not offered as one again."""

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.execution.transactions import in_transaction
from tournaments.models import DistinctPlayers, Player
from tournaments.services import journal
from tournaments.services.people.merging import MergeIntoItself


@in_transaction
def distinguish_players(*, actor: Actor, player: str, other: str) -> DistinctPlayers:
    """Store that two players (public ids) are two people. Repeating it is harmless.

    :raises MergeIntoItself: both are one player.
    """
    first, second = _pair(actor, player, other)
    row, created = DistinctPlayers.objects.get_or_create(player=first, other=second)
    if created:
        _write(actor, "player.distinguished", first, second)
    return row


@in_transaction
def undo_distinction(*, actor: Actor, player: str, other: str) -> None:
    """Take back that two players are two people. Repeating it is harmless.

    :raises MergeIntoItself: both are one player.
    """
    first, second = _pair(actor, player, other)
    deleted, _rows = DistinctPlayers.objects.filter(player=first, other=second).delete()
    if deleted:
        _write(actor, "player.distinction_undone", first, second)


def _pair(actor: Actor, player: str, other: str) -> tuple[Player, Player]:
    """Both players after merges, in their order in a row."""
    one, two = selectors.get_player(player), selectors.get_player(other)
    permissions.require(actor, "player.distinguish", (one, two))
    if one == two:
        raise MergeIntoItself()
    return (one, two) if one.pk < two.pk else (two, one)


def _write(actor: Actor, action: str, first: Player, second: Player) -> None:
    subject = f"player:{first.public_id}"
    journal.write(actor, action, scope="site", subject=subject, after={"other": second.public_id})
