"""Reading pools, ratings and the ledger. Plain values; nothing here writes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet

from ratings import counting
from ratings.models import PlayerRating, Pool, Posting, RatingChange
from ratings.systems import Game, Seat
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
class PoolRating:
    """Where one player stands in one pool."""

    pool: str
    pool_name: str
    rating: float
    deviation: float
    games: int
    last_on: date
    provisional: bool


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """One game in a player's history; `source` is "game:<public id>"."""

    played_on: date
    source: str
    order: int
    score_x2: int | None
    before: float
    after: float
    deviation: float


@dataclass(frozen=True, slots=True)
class SourceChange:
    """What one rated game did to one of its players in one pool."""

    pool: str
    order: int
    player_id: int
    before: float
    after: float
    deviation: float


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


def player_ratings(player_id: int) -> list[PoolRating]:
    """A player's rating in every pool, the pool with most games first; one query."""
    rows = PlayerRating.objects.filter(player_id=player_id).select_related("pool")
    return [
        PoolRating(
            pool=row.pool.slug,
            pool_name=row.pool.name,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
            last_on=row.last_on,
            provisional=is_provisional(row.deviation),
        )
        for row in rows.order_by("-games", "pool__slug")
        if row.epoch == row.pool.epoch
    ]


def rating_history(player_id: int, pool: Pool) -> list[HistoryPoint]:
    """A player's games in a pool, in the order they were rated; games of merged rows too."""
    mine = _current_changes(pool).filter(
        Q(posting__player_id=player_id) | Q(posting__player__merged_into_id=player_id)
    )
    return [
        HistoryPoint(
            played_on=change.posting.rated_game.played_on,
            source=change.posting.rated_game.source,
            order=change.posting.order,
            score_x2=change.posting.score_x2,
            before=change.before,
            after=change.after,
            deviation=change.deviation,
        )
        for change in mine.order_by("posting__rated_game__order_key")
    ]


def _current_changes(pool: Pool) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(
        pool=pool, epoch=pool.epoch, posting__rated_game__voided_at__isnull=True
    ).select_related("posting__rated_game")


def changes_of_source(source: str) -> list[SourceChange]:
    """What a game did in every pool that counts it; empty until it is rated. One query."""
    rows = (
        RatingChange.objects.filter(
            posting__rated_game__source=source, posting__rated_game__voided_at__isnull=True
        )
        .select_related("pool", "posting")
        .order_by("pool__slug", "posting__order")
    )
    return [
        SourceChange(
            pool=row.pool.slug,
            order=row.posting.order,
            player_id=row.posting.player_id,
            before=row.before,
            after=row.after,
            deviation=row.deviation,
        )
        for row in rows
        if row.epoch == row.pool.epoch
    ]


def fitting_pools(*, game: str, size: int | None) -> list[Pool]:
    """The pools whose ratings describe games of this kind: of the size first, then of all."""
    filters: list[dict[str, Any]] = [{"game": game, "size": size}, {"game": game}]
    oldest_first = list(Pool.objects.order_by("pk"))
    return [pool for counts in filters for pool in oldest_first if pool.counts == counts]


def entry_rating(*, game: str, size: int | None, player_id: int) -> tuple[int | None, str]:
    """The rating to enter an event with, rounded, and "pool:<slug>" where it is from."""
    of_player = Q(player_id=player_id) | Q(player__merged=player_id)
    for pool in fitting_pools(game=game, size=size):
        row = PlayerRating.objects.filter(of_player, pool=pool, epoch=pool.epoch).first()
        if row is not None:
            return round(row.rating), f"pool:{pool.slug}"
    return None, ""


def ledger(pool: Pool, *, after: str = "") -> Iterator[Game]:
    """The live games that a pool counts, in order_key order, merged players resolved. One query.

    Merges never chain, so one step finds who a player is now.
    """
    rows = (
        Posting.objects.filter(
            rated_game__voided_at__isnull=True,
            rated_game__order_key__gt=after,
            **{f"rated_game__{key}": v for key, v in counting.lookups(pool.counts).items()},
        )
        .order_by("rated_game__order_key", "order")
        .values_list(
            "rated_game__order_key",
            "rated_game__played_on",
            "player_id",
            "player__merged_into_id",
            "score_x2",
            "place_x2",
            "pk",
        )
    )
    for (order_key, played_on), seats in groupby(rows.iterator(), key=lambda row: row[:2]):
        yield Game(
            order_key=order_key,
            played_on=played_on,
            seats=tuple(
                Seat(
                    player=merged or player,
                    score_x2=score,
                    place_x2=place,
                    posting=posting,
                )
                for _key, _day, player, merged, score, place, posting in seats
            ),
        )
