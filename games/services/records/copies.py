"""Casual games whose record is sent for an event afterwards: they would be rated twice."""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from games.models import COUNTED_STATES, Game
from games.services.casual import persons_of, store_void
from games.services.records.event_games import casual_games, days_of, event_games
from tournaments.actor import Actor


def void_copies(actor: Actor, games: Iterable[Game]) -> None:
    """Void the casual games that count and are now games of an event.

    One that waits stays: nobody can confirm it (`GameOfEvent`). Locks the casual games,
    JournalHead, Pools.
    """
    counted = [game for game in games if game.moves_hash]
    if not counted:
        return
    hashes = {game.moves_hash for game in counted}
    days = {day for game in counted for day in days_of(game)}
    copies = casual_games(hashes, days).select_for_update(of=("self",))
    for copy in copies.order_by("pk"):
        if copy.state in COUNTED_STATES and any(_is_copy(copy, game) for game in counted):
            store_void(actor, copy, _("Its record was sent for an event."))


def void_copies_of_slots(actor: Actor, slot_ids: Collection[int]) -> None:
    """As `void_copies`, of all that counts in these slots."""
    hashes = set(Game.objects.filter(slot__in=slot_ids).values_list("moves_hash", flat=True))
    void_copies(actor, event_games(hashes).filter(slot__in=slot_ids))


def _is_copy(casual: Game, game: Game) -> bool:
    return (
        casual.moves_hash == game.moves_hash
        and not days_of(casual).isdisjoint(days_of(game))
        and persons_of(casual) == persons_of(game)
    )
