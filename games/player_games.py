"""The games of a player: submitted records and claims, and results entered without one."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value

from games.models import DISCARDED_STATES, Game
from games.selectors import for_display, visible_games
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.selectors import SlotContext, SlotResult

if TYPE_CHECKING:
    from tournaments.models import Player

SUBMITTED, ENTERED = "submitted", "entered"
Key = tuple[datetime, int, str]  # when, key of the row, where from
Keys = QuerySet[Any, Key]


class EnteredGame(NamedTuple):
    """A slot with the result that counts, and the day on which it was entered."""

    slot: SlotContext
    result: SlotResult
    entered_on: date


def player_games(actor: Actor, player: "Player") -> Keys:
    """Keys of the player's games that the actor may see, newest first, for `load_player_games`.

    Refused and replaced games are left out, and results without play. player: after merges.
    """
    submitted = visible_games(actor, player_id=player.public_id)
    keys = _keys(submitted.exclude(state__in=DISCARDED_STATES), SUBMITTED)
    entered = _keys(_entered_results(actor, player.pk), ENTERED)
    return keys.union(entered, all=True).order_by("-at", "-pk", "origin")


def _keys(rows: "QuerySet[Any]", origin: str) -> Keys:
    named = rows.annotate(origin=Value(origin, output_field=CharField()))
    keys: Keys = named.order_by().values_list("at", "pk", "origin")
    return keys


def _entered_results(actor: Actor, player_id: int) -> "QuerySet[Any]":
    """Results that no record or claim of their slot stands for."""
    games = Game.objects.filter(slot=OuterRef("slot")).exclude(state__in=DISCARDED_STATES)
    return selectors.played_results(actor, player_id).exclude(Exists(games))


def load_player_games(keys: Sequence[Key]) -> list[Game | EnteredGame]:
    """The games of these keys, in their order; at most ten queries.

    What was taken back since the keys were read is left out.
    """
    submitted = [pk for _at, pk, origin in keys if origin == SUBMITTED]
    entered = {pk: at for at, pk, origin in keys if origin == ENTERED}
    found: dict[tuple[str, int], Game | EnteredGame] = {}
    for game in for_display(Game.objects.filter(pk__in=submitted)):
        found[SUBMITTED, game.pk] = game
    for pk, slot in selectors.slots_of_results(entered).items():
        if slot.current is not None:
            day = entered[pk].astimezone(ZoneInfo(slot.time_zone)).date()
            found[ENTERED, pk] = EnteredGame(slot, slot.current, day)
    return [found[origin, pk] for _at, pk, origin in keys if (origin, pk) in found]
