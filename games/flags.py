"""What an arbiter may want to look at: the rules of fair play over the games of a pool.

Read, never stored: a flag is there while the games say so.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Game
from ratings import selectors as ratings
from ratings.analysis import fair_play
from ratings.selectors import Person, SourcedGame
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.selectors.people import published_lists

PERIOD = timedelta(days=365)
COUNTED = ("confirmed", "ruled")


@dataclass(frozen=True, slots=True)
class ShownFlag:
    """A flag with the people it is about; sentence: in the language of the reader."""

    code: str
    players: list[Person]
    chance: float
    numbers: dict[str, Any]
    sentence: str


def pool_flags(actor: Actor, pool_slug: str, event_slug: str | None = None) -> list[ShownFlag]:
    """The flags of the last year, the least likely by chance first.

    event_slug: only those of players of this event. Its staff see those of players who entered
    themselves and of players for whom they vouch; entering others shows nothing. Without it, all.

    :raises NotAllowed: the actor is no staff of the event, or no site staff.
    :raises NotFound: there is no such pool, or no such event for the actor.
    """
    event = tournaments.get_event(event_slug, actor) if event_slug is not None else None
    permissions.require(actor, "flags.view", event)
    pool = ratings.pool_by_slug(pool_slug)
    since = timezone.now().date() - PERIOD
    found = fair_play.flags(_with_lengths(ratings.foretold_games(pool, since), since))
    if event is not None:
        entered = _players_open_to(actor, event)
        found = [flag for flag in found if entered.intersection(flag.players)]
    public = published_lists.public_ids_of({player for flag in found for player in flag.players})
    names = published_lists.names_of(list(public.values()))
    return [
        _shown(flag, [Person(public[one], names[public[one]]) for one in flag.players])
        for flag in found
    ]


def _players_open_to(actor: Actor, event: Any) -> set[int]:
    """The players of an event whose flags an actor may see."""
    entries = tournaments.event_entries(event).select_related("player__merged_into")
    players = {tournaments.resolve(entry.player) for entry in entries}
    if permissions.may(actor, "flags.view", None):
        return {player.pk for player in players}
    by_themselves = tournaments.self_entered_players(event)
    return {
        player.pk
        for player in players
        if player.pk in by_themselves or permissions.may(actor, "player.invite", player)
    }


def _with_lengths(games: Iterable[SourcedGame], since: date) -> list[fair_play.Played]:
    """Each game with the plies of its record, where there is one."""
    plies = plies_by_source(since)
    return [replace(game.game, plies=plies.get(game.source)) for game in games]


def plies_by_source(since: date) -> dict[str, int]:
    """The plies of counted records, by their name in the ledger; in one query."""
    records = Game.objects.filter(
        state__in=COUNTED, played_on__gte=since, verdict__plies__isnull=False
    )
    return {
        f"game:{public_id}" if slot is None else f"slot:{slot}": plies
        for slot, public_id, plies in records.values_list("slot_id", "public_id", "verdict__plies")
    }


def _shown(flag: fair_play.Flag, people: list[Person]) -> ShownFlag:
    names = {role: one.name for role, one in zip(("player", "opponent"), people, strict=False)}
    read = {name: _read(name, value) for name, value in flag.numbers.items()}
    sentence = _(fair_play.MESSAGES[flag.code])
    return ShownFlag(
        code=flag.code,
        players=people,
        chance=flag.chance,
        numbers=dict(flag.numbers),
        sentence=sentence.format(**names, **read, chance=in_words(flag.chance)),
    )


def _read(name: str, value: float | int | str) -> str:
    """A number of a flag as it stands in its sentence."""
    if name in ("start", "end"):
        return date_format(date.fromisoformat(str(value)))
    if name == "usual" and isinstance(value, float) and value < 1:
        return f"{100 * value:.1f} %"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def in_words(chance: float) -> str:
    """A small probability, rounded to one figure: "1 in 20000"."""
    if chance < 1e-9:
        return _("less than 1 in 1000000000")
    times = 1 / chance
    step = 10 ** math.floor(math.log10(times))
    return _("1 in %(times)d") % {"times": round(times / step) * step}
