"""Rating pools, their lists, and expected scores."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from ratings import counting, systems
from ratings.models import PlayerRating, Pool, RatedGame
from ratings.selectors.ledger import setup_of
from ratings.selectors.pool_systems import system_of
from ratings.selectors.replayed import learned_state
from ratings.systems import Rating, first_move_edge
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import NotFound

if TYPE_CHECKING:
    from ratings.selectors.lists import ListRow
    from tournaments.models import Event

Rated = TypeVar("Rated", bound="PlayerRating | ListRow")
# A rating with a larger deviation is displayed with "?" and has no rank.
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
    """The prediction of a game of two. share: the first mover's expected score, 0..1."""

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


def names_of_pools(slugs: Iterable[str]) -> dict[str, str]:
    """The names of rating lists by slug."""
    return dict(Pool.objects.filter(slug__in=set(slugs)).values_list("slug", "name"))


def not_approved_events(pool: Pool, actor: Actor) -> "QuerySet[Event]":
    """The visible events whose games this list would count after an approval; newest first."""
    held = RatedGame.objects.filter(counting.counted_filter(pool.counts), held=True)
    events = tournaments.visible_events(actor).filter(pk__in=held.values("event"))
    return events.order_by(F("starts_on").desc(nulls_last=True), "-pk")


def ratings_of(pool: Pool) -> QuerySet[PlayerRating]:
    """The ratings of a pool with their players, best first; one query."""
    return (
        PlayerRating.objects.filter(pool=pool, epoch=pool.epoch)
        .select_related("player")
        .order_by("-rating", "player__name", "pk")
    )


def leaders(pools: "QuerySet[Pool]") -> dict[int, PlayerRating]:
    """The best rating of each list with its player, by pool; a provisional one only if all are.

    Two queries.
    """
    of_pool = PlayerRating.objects.filter(pool=OuterRef("pk"), epoch=OuterRef("epoch"))
    best = of_pool.annotate(provisional=Q(deviation__gt=PROVISIONAL_ABOVE)).order_by(
        "provisional", "-rating", "player__name", "pk"
    )
    found = pools.annotate(leader=Subquery(best.values("pk")[:1])).values_list("pk", "leader")
    rows = PlayerRating.objects.select_related("player").in_bulk(
        [leader for _pool, leader in found if leader is not None]
    )
    return {pool: rows[leader] for pool, leader in found if leader in rows}


def games_counted_by(pool: Pool) -> QuerySet[RatedGame]:
    """The live games that a list counts."""
    return RatedGame.objects.filter(counting.counted_filter(pool.counts), voided_at=None)


def pools_for(*, game: str | None = None, size: int | None = None) -> QuerySet[Pool]:
    """The lists that may count games of a kind, or on boards of a size; by slug."""
    fitting = [
        pool.pk
        for pool in pools()
        if (game is None or counting.may_count_game(pool.counts, game))
        and (size is None or counting.may_count_size(pool.counts, size))
    ]
    return pools().filter(pk__in=fitting)


def leaderboard(pool: Pool) -> list[LeaderboardRow]:
    """The whole list, best first, in one query."""
    return ranked_rows(ratings_of(pool))


def ranked_rows(ratings: Iterable[PlayerRating]) -> list[LeaderboardRow]:
    """Rows of these ratings of one list, ranked in this order."""
    return [
        LeaderboardRow(
            rank=rank,
            player_id=row.player_id,
            player=row.player.public_id,
            name=row.player.name,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
            last_on=row.last_on,
            provisional=rank is None,
        )
        for rank, row in ranked(ratings)
    ]


def ranked(rows: Iterable[Rated]) -> Iterator[tuple[int | None, Rated]]:
    """Rows with their ranks, best first; equal ratings share one, provisional ones have none."""
    placed, rank, last = 0, 0, None
    for row in rows:
        if is_provisional(row.deviation):
            yield None, row
            continue
        placed += 1
        rank = rank if row.rating == last else placed
        last = row.rating
        yield rank, row


def expected_score(
    pool: Pool, *, first_id: int, second_id: int, setup: str | None = None
) -> float | None:
    """Expected score, 0..1, of the first mover in a game of two today. At most two queries.

    setup: selects the learned first-move advantage (see `Game.setup`); None: its mean. Players who
    are not in the list count as newcomers. None: no prediction.
    """
    today = timezone.now().date()
    learned = learned_state(pool)
    system = learned.system_on(system_of(pool), today)
    edge = first_move_edge(system, learned.terms, setup)
    rows = PlayerRating.objects.filter(
        pool=pool, epoch=pool.epoch, player__in=[first_id, second_id]
    )
    known = {
        row.player_id: Rating(row.rating, row.deviation, row.games, row.last_on) for row in rows
    }
    first, second = (known.get(player) or system.start() for player in (first_id, second_id))
    return systems.expected_score(system, edge, first, second, today)


def forecast(
    *, game: str, size: int | None, half_komi: int | None, first_id: int, second_id: int
) -> Forecast | None:
    """The prediction by the fitting list that contains both players. At most four queries.

    None: there is no such list, or its system makes no prediction.
    """
    fitting = fitting_pools(game=game, size=size)
    rated = {pool.pk for pool in player_pools(first_id, second_id)}
    pool = next((pool for pool in fitting if pool.pk in rated), None)
    if pool is None:
        return None
    setup = setup_of(size, half_komi)
    share = expected_score(pool, first_id=first_id, second_id=second_id, setup=setup)
    return None if share is None else Forecast(pool, share)


def waits_for_night(pool: Pool) -> bool:
    """Whether changes of a list are rated nightly, because its system always rates all games.

    New lists and lists with changed rules are rated at once.
    """
    if pool.building is not None or not pool.ratings_version:
        return False
    return systems.is_whole_history(system_of(pool))


def player_pools(*player_ids: int) -> list[Pool]:
    """The pools whose lists contain all of these players, by slug. One query."""
    pools = Pool.objects.order_by("slug")
    for player in player_ids:
        pools = pools.filter(
            pk__in=PlayerRating.objects.filter(player=player, epoch=F("pool__epoch")).values("pool")
        )
    return list(pools)


def fitting_pools(*, game: str, size: int | None) -> list[Pool]:
    """The pools for games of this kind: first those of the size, then those of all sizes."""
    filters: list[dict[str, object]] = [{"game": game, "size": size}, {"game": game}]
    oldest_first = list(Pool.objects.order_by("pk"))
    return [pool for counts in filters for pool in oldest_first if pool.counts == counts]


def pools_of_game(game: str) -> list[Pool]:
    """The pools that can count games of this kind, by slug; any of them may seed an event."""
    return [pool for pool in pools() if counting.may_count_game(pool.counts, game)]


def entry_rating(*, game: str, size: int | None, player_id: int) -> tuple[int | None, str]:
    """The rating for entering an event, rounded, and its source "pool:<slug>"."""
    return rating_in(fitting_pools(game=game, size=size), player_id)


def entry_ratings(
    *, game: str, size: int | None, player_ids: Iterable[int]
) -> dict[int, tuple[int | None, str]]:
    """The `entry_rating` of each of these players; one query a list that fits."""
    return ratings_in(fitting_pools(game=game, size=size), player_ids)


def rating_in(pools: Iterable[Pool], player_id: int) -> tuple[int | None, str]:
    """`entry_rating` from the first of these pools that rates the player."""
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
