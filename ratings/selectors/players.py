"""The ratings and rating changes of one player or one game."""

from dataclasses import dataclass
from datetime import date

from django.db.models import F, Q, QuerySet

from ratings.models import PlayerRating, Pool, RatingChange
from ratings.selectors.pools import is_provisional


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in one pool."""

    pool: str
    pool_name: str
    rating: float
    deviation: float
    games: int
    last_on: date
    provisional: bool


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """One game in a player's history; `source` is "slot:<id>" or "game:<public id>".

    place_x2: doubled place at a card table, 5 for a shared 2nd-3rd; None: a score counts.
    expected: the expected score before the game, 0..1; None: no prediction.
    """

    played_on: date
    source: str
    order: int
    score_x2: int | None
    before: float
    after: float
    deviation: float
    place_x2: int | None = None
    expected: float | None = None

    @property
    def change(self) -> float:
        """The rating change by this game, rating points."""
        return self.after - self.before


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


def list_versions(player_id: int) -> list[tuple[str, int]]:
    """The slugs and versions of the lists that contain a player. One query."""
    rows = PlayerRating.objects.filter(player_id=player_id, epoch=F("pool__epoch"))
    return list(rows.order_by("pool__slug").values_list("pool__slug", "pool__ratings_version"))


def rating_history(player_id: int, pool: Pool) -> list[HistoryPoint]:
    """A player's games in a pool, in rating order, including those of merged players."""
    mine = current_changes(pool).filter(
        Q(posting__player_id=player_id) | Q(posting__player__merged_into_id=player_id)
    )
    return [
        HistoryPoint(
            played_on=change.posting.rated_game.played_on,
            source=change.posting.rated_game.source,
            order=change.posting.order,
            score_x2=change.posting.score_x2,
            place_x2=change.posting.place_x2,
            before=change.before,
            after=change.after,
            deviation=change.deviation,
            expected=change.expected,
        )
        for change in mine.order_by("posting__rated_game__order_key")
    ]


def current_changes(pool: Pool) -> QuerySet[RatingChange]:
    """The changes of the current list, with their games."""
    return RatingChange.objects.filter(
        pool=pool, epoch=pool.epoch, posting__rated_game__voided_at__isnull=True
    ).select_related("posting__rated_game")
