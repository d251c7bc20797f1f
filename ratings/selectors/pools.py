"""Rating lists, and the rating that a list gives."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from ratings import counting, systems
from ratings.models import PlayerRating, Pool, RatedGame
from ratings.selectors.ledger import setup_of
from ratings.selectors.pool_systems import system_of
from ratings.selectors.replayed import learned_terms
from ratings.systems import Rating, edge_of
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import NotFound

# A rating whose deviation is above this is shown with "?" and holds no rank.
PROVISIONAL_ABOVE = 110.0


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """rank: shared by equal ratings; None while provisional."""

    rank: int | None
    player_id: int
    player: str  # public id
    name: str
    rating: float
    deviation: float
    games: int
    last_on: date
    provisional: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a list expects of a game of two. share: the score, 0..1, of who moves first."""

    pool: Pool
    share: float


def is_provisional(deviation: float) -> bool:
    return deviation > PROVISIONAL_ABOVE


def pools() -> QuerySet[Pool]:
    """All rating lists, by slug."""
    return Pool.objects.order_by("slug")


def pool_by_slug(slug: str) -> Pool:
    """:raises NotFound: there is no such rating list."""
    pool = Pool.objects.filter(slug=slug).first()
    if pool is None:
        raise NotFound(what="rating list", key=slug)
    return pool


def not_approved_events(pool: Pool, actor: Actor) -> QuerySet[Any]:
    """The events whose games this list would count, were they approved for rating.

    Those that the actor may see in lists; the newest first.
    """
    held = RatedGame.objects.filter(counting.condition(pool.counts), held=True)
    events = tournaments.visible_events(actor).filter(pk__in=held.values("event"))
    return events.order_by(F("starts_on").desc(nulls_last=True), "-pk")


def ratings_of(pool: Pool) -> QuerySet[PlayerRating]:
    """The ratings of a pool with their players, best first; one query."""
    return (
        PlayerRating.objects.filter(pool=pool, epoch=pool.epoch)
        .select_related("player")
        .order_by("-rating", "player__name", "pk")
    )


def leaderboard(pool: Pool) -> list[LeaderboardRow]:
    """The whole list, best first, in one query."""
    rows: list[LeaderboardRow] = []
    placed, rank, last = 0, 0, None
    for row in ratings_of(pool):
        provisional = is_provisional(row.deviation)
        if not provisional:
            placed += 1
            rank = rank if row.rating == last else placed
            last = row.rating
        rows.append(
            LeaderboardRow(
                rank=None if provisional else rank,
                player_id=row.player_id,
                player=row.player.public_id,
                name=row.player.name,
                rating=row.rating,
                deviation=row.deviation,
                games=row.games,
                last_on=row.last_on,
                provisional=provisional,
            )
        )
    return rows


def expected_score(
    pool: Pool, *, first_id: int, second_id: int, setup: str | None = None
) -> float | None:
    """Expected score, 0..1, of who moves first in a game of two today. At most two queries.

    Moving first is worth what the list has learned of games of this `setup` (see `Game.setup`),
    without one of all that it counts. Somebody who is not in the list counts as a newcomer. None:
    the system foretells nothing.
    """
    system = system_of(pool)
    edge = edge_of(system, learned_terms(pool), setup)
    rows = PlayerRating.objects.filter(
        pool=pool, epoch=pool.epoch, player__in=[first_id, second_id]
    )
    known = {
        row.player_id: Rating(row.rating, row.deviation, row.games, row.last_on) for row in rows
    }
    first, second = (known.get(player) or system.start() for player in (first_id, second_id))
    return systems.expected_score(system, edge, first, second, timezone.now().date())


def forecast(
    *, game: str, size: int | None, half_komi: int | None, first_id: int, second_id: int
) -> Forecast | None:
    """What is expected today of a game of two, by the list that fits and holds both players.

    None: there is no such list, or its system foretells nothing. At most four queries.
    """
    fitting = fitting_pools(game=game, size=size)
    rated = {pool.pk for pool in player_pools(first_id, second_id)}
    pool = next((pool for pool in fitting if pool.pk in rated), None)
    if pool is None:
        return None
    setup = setup_of(size, half_komi)
    share = expected_score(pool, first_id=first_id, second_id=second_id, setup=setup)
    return None if share is None else Forecast(pool, share)


def waits_for_the_night(pool: Pool) -> bool:
    """Whether what has changed in a list is left to the night.

    A whole history is rated from its first game on, for a single result too. Made at once are a
    new list, and one that is to be by other rules.
    """
    if pool.building is not None or not pool.ratings_version:
        return False
    return systems.is_whole(system_of(pool))


def player_pools(*player_ids: int) -> list[Pool]:
    """The rating lists that hold all of these players, by slug. One query."""
    pools = Pool.objects.order_by("slug")
    for player in player_ids:
        pools = pools.filter(
            pk__in=PlayerRating.objects.filter(player=player, epoch=F("pool__epoch")).values("pool")
        )
    return list(pools)


def fitting_pools(*, game: str, size: int | None) -> list[Pool]:
    """The pools whose ratings describe games of this kind: of the size first, then of all."""
    filters: list[dict[str, Any]] = [{"game": game, "size": size}, {"game": game}]
    oldest_first = list(Pool.objects.order_by("pk"))
    return [pool for counts in filters for pool in oldest_first if pool.counts == counts]


def pools_of_game(game: str) -> list[Pool]:
    """The rating lists that count games of this kind, by slug: any of them may seed an event."""
    return [pool for pool in pools() if counting.counts_game(pool.counts, game)]


def entry_rating(*, game: str, size: int | None, player_id: int) -> tuple[int | None, str]:
    """The rating to enter an event with, rounded, and "pool:<slug>" where it is from."""
    return rating_in(fitting_pools(game=game, size=size), player_id)


def entry_ratings(
    *, game: str, size: int | None, player_ids: Iterable[int]
) -> dict[int, tuple[int | None, str]]:
    """The `entry_rating` of each of these players; one query a list that fits."""
    return ratings_in(fitting_pools(game=game, size=size), player_ids)


def rating_in(pools: Iterable[Pool], player_id: int) -> tuple[int | None, str]:
    """A player's rating in the first of these lists that has one, as `entry_rating` gives it."""
    return ratings_in(pools, [player_id])[player_id]


def ratings_in(
    pools: Iterable[Pool], player_ids: Iterable[int]
) -> dict[int, tuple[int | None, str]]:
    """The `rating_in` of each of these players, one query a list until all are found."""
    found: dict[int, tuple[int | None, str]] = {}
    missing = set(player_ids)
    nobody = dict.fromkeys(missing, (None, ""))
    for pool in pools:
        if not missing:
            break
        rows = PlayerRating.objects.filter(pool=pool, epoch=pool.epoch).order_by("-pk")
        of_them = Q(player__in=missing) | Q(player__merged__in=missing)
        for player, merged, rating in rows.filter(of_them).values_list(
            "player_id", "player__merged", "rating"
        ):
            for key in {player, merged} & missing:
                found[key] = round(rating), f"pool:{pool.slug}"
        missing -= found.keys()
    return {**nobody, **found}
