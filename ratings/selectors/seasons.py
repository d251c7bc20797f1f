"""Seasons of clubs, which may count rating gains."""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from ratings.models import Pool
from ratings.selectors.players import current_changes
from tournaments import selectors
from tournaments.documents import Document
from tournaments.selectors.events.versions import Versions
from tournaments.selectors.people import published_lists
from tournaments.selectors.seasons import documents
from tournaments.selectors.seasons.scores import RatingGains, RatingLists

if TYPE_CHECKING:
    from tournaments.models import Series


def series_document(series: "Series") -> Document:
    """See `tournaments.selectors.seasons.documents`."""
    return documents.series_document(series, LISTS)


def series_versions(series: "Series") -> Versions:
    """They change with everything that the table of a season shows. Five queries at most."""
    pool = selectors.season_scoring(series).pool
    return (*selectors.series_versions(series), *(pool_version(pool) if pool else ()))


def stale_series() -> "list[Series]":
    return documents.stale_series(LISTS)


def seasons_of_pool(pool_id: int) -> list[int]:
    """The ids of the seasons that count the changes of a rating list."""
    slug = Pool.objects.values_list("slug", flat=True).get(pk=pool_id)
    return documents.seasons_with_pool(slug)


def pool_version(slug: str) -> list[int | str]:
    """Empty if there is no such list."""
    found = Pool.objects.filter(slug=slug).values_list("epoch", "ratings_version").first()
    return list(found or ())


def rating_gains(slug: str, event_ids: Collection[int]) -> RatingGains:
    """The rating changes of each player by the games of each event, rounded to tenths; two queries.

    Merged players count as the other.
    """
    pool = Pool.objects.filter(slug=slug).first()
    if pool is None:
        return {}
    rows = current_changes(pool).filter(posting__rated_game__event__in=event_ids)
    change: dict[tuple[int, int], float] = defaultdict(float)
    games: dict[tuple[int, int], int] = defaultdict(int)
    for event, player, merged, before, after in rows.order_by(
        "posting__rated_game__order_key", "posting__order"
    ).values_list(
        "posting__rated_game__event",
        "posting__player_id",
        "posting__player__merged_into_id",
        "before",
        "after",
    ):
        change[event, merged or player] += after - before
        games[event, merged or player] += 1
    public = published_lists.public_ids_of({player for _event, player in change})
    found: dict[int, dict[str, tuple[Fraction, int]]] = defaultdict(dict)
    for (event, player), gain in change.items():
        tenths = Fraction(round(gain * 10), 10)
        found[event][public[player]] = (tenths, games[event, player])
    return found


LISTS = RatingLists(version=pool_version, gains=rating_gains)
