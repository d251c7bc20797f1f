"""Fair-play flags for arbiters, computed from the games of a pool and never stored."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import COUNTED_STATES, Game
from ratings import selectors as ratings
from ratings.analysis import fair_play
from ratings.selectors import PlayerRef, SourcedGame
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.selectors.people import published_lists

if TYPE_CHECKING:
    from tournaments.models import Event

PERIOD = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class DescribedFlag:
    """A flag with its players; sentence: in the reader's language."""

    code: str
    players: list[PlayerRef]
    chance: float
    numbers: dict[str, object]
    sentence: str


def pool_flags(actor: Actor, pool_slug: str, event_slug: str | None = None) -> list[DescribedFlag]:
    """The flags of the last year, the least likely by chance first.

    event_slug: only players of this event. Its staff see those who entered by themselves or whom
    they may invite, so entering somebody reveals nothing. Without it, all players.

    :raises NotAllowed: the actor is not staff of the event, or not site staff.
    :raises NotFound: there is no such pool, or no such event for the actor.
    """
    event = tournaments.get_event(event_slug, actor) if event_slug is not None else None
    permissions.require(actor, "flags.view", event)
    pool = ratings.pool_by_slug(pool_slug)
    since = timezone.now().date() - PERIOD
    found = fair_play.find_flags(_with_lengths(ratings.predicted_games(pool, since), since))
    if event is not None:
        entered = _visible_players(actor, event)
        found = [flag for flag in found if entered.intersection(flag.players)]
    public = published_lists.public_ids_of({player for flag in found for player in flag.players})
    names = published_lists.names_of(list(public.values()))
    return [
        _describe_flag(flag, [PlayerRef(public[one], names[public[one]]) for one in flag.players])
        for flag in found
    ]


def _visible_players(actor: Actor, event: "Event") -> set[int]:
    """The ids of an event's players whose flags an actor may see."""
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


def _with_lengths(games: Iterable[SourcedGame], since: date) -> list[fair_play.PlayedGame]:
    """Each game with the plies of its record, if there is one."""
    plies = plies_by_source(since)
    return [replace(game.game, plies=plies.get(game.source)) for game in games]


def plies_by_source(since: date) -> dict[str, int]:
    """The plies of counted records by ledger source. One query."""
    records = Game.objects.filter(
        state__in=COUNTED_STATES, played_on__gte=since, verdict__plies__isnull=False
    )
    return {
        f"game:{public_id}" if slot is None else f"slot:{slot}": plies
        for slot, public_id, plies in records.values_list("slot_id", "public_id", "verdict__plies")
    }


def _describe_flag(flag: fair_play.Flag, people: list[PlayerRef]) -> DescribedFlag:
    names = {role: one.name for role, one in zip(("player", "opponent"), people, strict=False)}
    read = {name: _format_number(name, value) for name, value in flag.numbers.items()}
    sentence = _(fair_play.MESSAGES[flag.code])
    return DescribedFlag(
        code=flag.code,
        players=people,
        chance=flag.chance,
        numbers=dict(flag.numbers),
        sentence=sentence.format(**names, **read, chance=odds_in_words(flag.chance)),
    )


def _format_number(name: str, value: float | int | str) -> str:
    """A number of a flag, formatted for its sentence."""
    if name in ("start", "end"):
        return date_format(date.fromisoformat(str(value)))
    if name == "usual" and isinstance(value, float) and value < 1:
        return f"{100 * value:.1f} %"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def odds_in_words(chance: float) -> str:
    """A small probability, rounded to one figure: "1 in 20000"."""
    if chance < 1e-9:
        return _("less than 1 in 1000000000")
    times = 1 / chance
    step = 10 ** math.floor(math.log10(times))
    return _("1 in %(times)d") % {"times": round(times / step) * step}
