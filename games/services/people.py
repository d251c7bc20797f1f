"""Merge, unmerge and anonymise players, with their games and ratings."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from games.models import Game, GamePlayer, GameState
from games.outcomes import Verdict
from games.services.score_sheets import forget_sheets_of
from ratings import services as ratings
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services.people import forgetting, merging

if TYPE_CHECKING:
    from tournaments.models import Player

VERDICTS = 100  # that one statement writes


class MetEachOther(DomainError):
    code = "met_each_other"
    message = _("They played each other in game {game_id}: they are two people, or it is wrong.")


@in_transaction
def merge_players(*, actor: Actor, player: str, into: str) -> "Player":
    """Merge a player into another (public ids); returns the merged row. Idempotent.

    Only a pointer is set, which readers and ratings follow; `undo_merge` removes it. Locks the
    Players, then the pools.

    :raises MergeChains: one of them is part of another merge.
    :raises PlayedTogether: both entered one event.
    :raises MetEachOther: both sat in one game outside events that counts or waits.
    """
    merged = merging.merge(actor=actor, player=player, into=into)
    _require_never_met(merged)
    ratings.rerate_players([merged.pk])
    return merged


@in_transaction
def undo_merge(*, actor: Actor, player: str) -> "Player":
    """Unmerge a player (public id); returns the row. Idempotent."""
    parted = merging.unmerge(actor=actor, player=player)
    ratings.rerate_players([parted.pk])
    return parted


@in_transaction
def anonymise_player(*, actor: Actor, player: str) -> None:
    """Remove a player's names (public id) for good. Idempotent. Locks the Players.

    The records of their games and the photos of their score sheets are deleted; verdicts,
    results and hashes stay.
    """
    rows = forgetting.forget_player(actor=actor, player=player)
    forget_sheets_of(rows)
    theirs = GamePlayer.objects.filter(player__in=rows)
    found = Game.objects.select_for_update().filter(pk__in=theirs.values("game")).order_by("pk")
    games = list(found.only("verdict"))
    for game in games:
        game.verdict = _without_names(game.verdict)
    Game.objects.bulk_update(games, ["verdict"], batch_size=VERDICTS)
    Game.objects.filter(pk__in=theirs.values("game")).update(record="", import_key="")
    theirs.update(name_in_record="")


def _without_names(verdict: Verdict | None) -> dict[str, Any] | None:
    """A verdict without the names from its record."""
    if not verdict or not verdict.get("players"):
        return verdict
    by_name: dict[str, Any] = {
        name: None for name in ("places", "cards_left", "points") if name in verdict
    }
    return {**verdict, **by_name, "players": dict.fromkeys(verdict["players"], "")}


def _require_never_met(merged: "Player") -> None:
    """:raises MetEachOther: the player met the target, or a player merged into the target."""
    into = merged.merged_into_id
    mine = GamePlayer.objects.filter(player=merged).exclude(
        game__state__in=[GameState.VOID, GameState.REJECTED]
    )
    others = GamePlayer.objects.filter(game__in=mine.values("game")).exclude(player=merged)
    met = others.filter(player=into).first() or others.filter(player__merged_into=into).first()
    if met is not None:
        raise MetEachOther(game_id=met.game.public_id)
