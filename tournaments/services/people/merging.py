"""Two records of one person: a pointer, and taking it back. No foreign key is rewritten."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.models import DistinctPlayers, Event, Player
from tournaments.selectors.people.vouching import MERGED
from tournaments.services import journal


class MergeChains(DomainError):
    code = "merge_chain"
    message = _("{player} is part of another merge. Undo that first, or merge into the other one.")


class MergeIntoItself(DomainError):
    code = "merge_into_itself"
    kind = "invalid"
    field = "into"
    message = _("These are one player already.")


class PlayedTogether(DomainError):
    code = "played_together"
    message = _("Both entered {event}: they are two people, or an entry is wrong.")


@in_transaction
def merge(*, actor: Actor, player: str, into: str) -> Player:
    """Merge `player` into another (public ids); returns the merged row. Locks both Players.

    Both rows stay; readers and ratings see one player. That they are two people is taken back.
    Repeating it changes nothing.

    :raises MergeChains: one is merged already, or another player was merged into `player`.
    :raises PlayedTogether: both entered the same event.
    """
    rows = {row.public_id: row for row in _lock_players([player, into])}
    for public_id in (player, into):
        if public_id not in rows:
            raise NotFound(what="player", key=public_id)
    merged, kept = rows[player], rows[into]
    permissions.require(actor, "player.merge", (merged, kept))
    if merged == kept:
        raise MergeIntoItself()
    if merged.merged_into_id == kept.pk:
        return merged
    for one, chained in (
        (player, merged.merged_into_id is not None or merged.merged.exists()),
        (into, kept.merged_into_id is not None),
    ):
        if chained:
            raise MergeChains(player=one)
    _require_no_shared_event(merged, kept)
    merged.merged_into = kept
    merged.save(update_fields=["merged_into"])
    both = (merged, kept)
    DistinctPlayers.objects.filter(player__in=both, other__in=both).delete()
    _write(actor, MERGED, merged, into)
    return merged


@in_transaction
def unmerge(*, actor: Actor, player: str) -> Player:
    """Undo the merge of a player (public id). Repeating it changes nothing."""
    found = _lock_players([player])
    if not found:
        raise NotFound(what="player", key=player)
    merged = found[0]
    permissions.require(actor, "player.unmerge", merged)
    if merged.merged_into_id is not None:
        into = Player.objects.get(pk=merged.merged_into_id).public_id
        merged.merged_into = None
        merged.save(update_fields=["merged_into"])
        _write(actor, "player.parted", merged, into)
    return merged


def _lock_players(public_ids: list[str]) -> list[Player]:
    # no_key: games of these players may be posted meanwhile; the merge waits for them.
    rows = Player.objects.select_for_update(of=("self",), no_key=True)
    rows = rows.filter(public_id__in=public_ids)
    return list(rows.order_by("pk"))


def _require_no_shared_event(merged: Player, kept: Player) -> None:
    """:raises PlayedTogether: both entered the same event."""
    theirs = Q(entries__player=kept) | Q(entries__player__merged_into=kept)
    shared = Event.objects.filter(theirs).filter(pk__in=merged.entries.values("event"))
    event = shared.order_by("pk").first()
    if event is not None:
        raise PlayedTogether(event=event.slug)


def _write(actor: Actor, action: str, merged: Player, into: str) -> None:
    subject = f"player:{merged.public_id}"
    journal.write(actor, action, scope="site", subject=subject, after={"into": into})
