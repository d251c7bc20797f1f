"""Two records of one person, forgetting one, and what that does to games and ratings."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.models import Game, GamePlayer
from ratings import services as ratings
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.services.people import forgetting, merging

VERDICTS = 100  # that one statement writes


class MetEachOther(DomainError):
    code = "met_each_other"
    kind = "conflict"
    message = _("They played each other in game {game_id}: they are two people, or it is wrong.")


@transaction.atomic
def merge_players(*, actor: Actor, player: str, into: str) -> Any:
    """Make a player (public ids) one with `into`; returns the merged row.

    A pointer that readers and the ratings follow: no entry, seat or game is rewritten, and
    `undo_merge` takes it back. Repeating it changes nothing. Locks the Players, then the pools.

    :raises MergeChains: one of them is part of another merge.
    :raises PlayedTogether: both entered one event.
    :raises MetEachOther: both sat in one game outside events that counts or waits.
    """
    merged = merging.merge(actor=actor, player=player, into=into)
    _refuse_opponents(merged)
    ratings.rerate_players([merged.pk])
    return merged


@transaction.atomic
def undo_merge(*, actor: Actor, player: str) -> Any:
    """Part a merged player (public id) again; returns the row. Repeating it changes nothing."""
    parted = merging.unmerge(actor=actor, player=player)
    ratings.rerate_players([parted.pk])
    return parted


@transaction.atomic
def anonymise_player(*, actor: Actor, player: str) -> None:
    """Forget who a person (public id) was; this cannot be undone. Locks the Players.

    The records of their games go, because they name both sides; verdicts, results and hashes
    hold moves and seats, and stay. Repeating it is harmless.
    """
    theirs = GamePlayer.objects.filter(
        player__in=forgetting.forget_player(actor=actor, player=player)
    )
    found = Game.objects.select_for_update().filter(pk__in=theirs.values("game")).order_by("pk")
    games = list(found.only("verdict"))
    for game in games:
        game.verdict = _without_names(game.verdict)
    Game.objects.bulk_update(games, ["verdict"], batch_size=VERDICTS)
    Game.objects.filter(pk__in=theirs.values("game")).update(record="", import_key="")
    theirs.update(name_in_record="")


def _without_names(verdict: dict[str, Any] | None) -> dict[str, Any] | None:
    """A verdict without what its record called the players."""
    if not verdict or not verdict.get("players"):
        return verdict
    by_name: dict[str, Any] = {
        name: None for name in ("places", "cards_left", "points") if name in verdict
    }
    return {**verdict, **by_name, "players": dict.fromkeys(verdict["players"], "")}


def _refuse_opponents(merged: Any) -> None:
    """Whoever was merged into the same player before counts too."""
    into = merged.merged_into_id
    mine = GamePlayer.objects.filter(player=merged).exclude(game__state__in=["void", "rejected"])
    others = GamePlayer.objects.filter(game__in=mine.values("game")).exclude(player=merged)
    met = others.filter(player=into).first() or others.filter(player__merged_into=into).first()
    if met is not None:
        raise MetEachOther(game_id=met.game.public_id)
