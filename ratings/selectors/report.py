"""The rating report of an event."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import F

from ratings.analysis.performance import performances
from ratings.models import Pool, RatedGame, RatingChange
from ratings.selectors.players import current_changes
from ratings.selectors.pools import fitting_pools, pool_by_slug
from ratings.selectors.replayed import games_in_range
from tournaments.errors import NotFound
from tournaments.selectors.people import published_lists
from tournaments.standings.points import Points, simplify

if TYPE_CHECKING:
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One player. before: the rating before the first game of the event. change: by the games of
    the event only. expected: None if the system makes no predictions. performance: see
    `ratings.analysis.performance`. Ratings in rating points.
    """

    player: str  # public id
    name: str
    games: int
    before: float
    expected: float | None
    scored: Fraction
    change: float
    performance: float

    @property
    def scored_x2(self) -> Points:
        """In half points, as pages write them."""
        return simplify(2 * self.scored)


@dataclass(frozen=True, slots=True)
class EventReport:
    """version: the ratings_version of the pool."""

    pool: str
    event: str
    version: int
    rows: list[ReportRow]


def event_report(event: "Event", pool_slug: str | None = None) -> EventReport:
    """The rating report of an event by a pool; by default the one for its game and size.

    :raises NotFound: there is no such pool, or none that fits.
    """
    pool = _pool(event, pool_slug)
    keys = RatedGame.objects.filter(event=event, voided_at__isnull=True)
    wanted = set(keys.values_list("order_key", flat=True))
    known = games_in_range(pool, min(wanted), max(wanted)) if wanted else ()
    found = performances(one for one in known if one.game.order_key in wanted)
    before, change = _changes(pool, event)
    public = published_lists.public_ids_of(found)
    names = published_lists.names_of(list(public.values()))
    rows = [
        ReportRow(
            player=public[player],
            name=names[public[player]],
            games=one.games,
            before=before[player],
            expected=one.expected,
            scored=one.scored,
            change=change[player],
            performance=one.rating,
        )
        for player, one in found.items()
        if player in before
    ]
    rows.sort(key=lambda row: (-row.change, row.name, row.player))
    return EventReport(pool.slug, event.slug, pool.ratings_version, rows)


def event_pools(event: "Event") -> list[Pool]:
    """The pools that rated games of an event, those for its game and size first."""
    rated = RatingChange.objects.filter(
        posting__rated_game__event=event,
        posting__rated_game__voided_at__isnull=True,
        epoch=F("pool__epoch"),
    )
    found = list(Pool.objects.filter(pk__in=rated.values("pool")).order_by("slug"))
    fitting = fitting_pools(game=event.game, size=event.ruleset.get("size"))
    first = [pool for pool in fitting if pool in found]
    return [*first, *(pool for pool in found if pool not in first)]


def rating_changes(event: "Event") -> dict[str, float]:
    """Rating changes by the games of an event in its first list, by public id of the player."""
    pool = next(iter(event_pools(event)), None)
    if pool is None:
        return {}
    _before, change = _changes(pool, event)
    public = published_lists.public_ids_of(change)
    return {public[player]: by for player, by in change.items()}


def _pool(event: "Event", slug: str | None) -> Pool:
    if slug is not None:
        return pool_by_slug(slug)
    fitting = fitting_pools(game=event.game, size=event.ruleset.get("size"))
    if not fitting:
        raise NotFound(what="rating list", key=event.game)
    return fitting[0]


def _changes(pool: Pool, event: "Event") -> tuple[dict[int, float], dict[int, float]]:
    """By player: the rating before the event's first game, and the change by its games."""
    rows = current_changes(pool).filter(posting__rated_game__event=event)
    before: dict[int, float] = {}
    change: dict[int, float] = {}
    for player, merged, old, new in rows.order_by("posting__rated_game__order_key").values_list(
        "posting__player_id", "posting__player__merged_into_id", "before", "after"
    ):
        who = merged or player
        before.setdefault(who, old)
        change[who] = change.get(who, 0.0) + new - old
    return before, change
