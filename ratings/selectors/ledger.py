"""The games that a pool counts, as input of its rating system."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from itertools import groupby

from django.db.models import CharField, Count
from django.db.models.functions import Cast

from ratings import counting, replay
from ratings.analysis.order_key import AFTER_ALL
from ratings.counting import Counts
from ratings.models import Checkpoint, Posting, RatedGame
from ratings.systems import Game, Seat

NOBODY: Mapping[int, int] = {}


def held_by_event() -> list[tuple[int, str, int]]:
    """Events with games that wait for an approval: id, name, games; most games first."""
    held = RatedGame.objects.filter(held=True, event__isnull=False)
    rows = held.values_list("event_id", "event__name").annotate(n=Count("pk"))
    return list(rows.order_by("-n", "event_id"))


def ledger(
    counts: Counts,
    *,
    after: str = "",
    last: str = AFTER_ALL,
    as_if: Mapping[int, int] = NOBODY,
) -> Iterator[Game]:
    """The live games that match `counts`, in order_key order, with merged players resolved.

    after, last: only keys after `after`, up to and including `last`. as_if: player ids to replace,
    for a preview. One query, because merges never chain.
    """
    rows = (
        Posting.objects.filter(
            counting.counted_filter(counts, prefix="rated_game__"),
            rated_game__voided_at__isnull=True,
            rated_game__order_key__gt=after,
            rated_game__order_key__lte=last,
        )
        .order_by("rated_game__order_key", "order")
        .values_list(
            "rated_game__order_key",
            Cast("rated_game__played_on", CharField()),
            "rated_game__size",
            "rated_game__half_komi",
            "player_id",
            "player__merged_into_id",
            "score_x2",
            "place_x2",
            "pk",
        )
    )
    for (order_key, played_on, size, half_komi), seats in groupby(
        rows.iterator(), key=lambda row: row[:4]
    ):
        yield Game(
            order_key=order_key,
            played_on=_day(played_on),
            seats=tuple(
                Seat(
                    player=as_if.get(player, merged or player),
                    score_x2=score,
                    place_x2=place,
                    posting=posting,
                )
                for *_game, player, merged, score, place, posting in seats
            ),
            setup=setup_of(size, half_komi),
        )


@lru_cache(maxsize=1024)
def _day(text: str) -> date:
    """Dates are read as text: the conversion of Django takes as long as the rest of the query."""
    return date.fromisoformat(text)


def setup_of(size: int | None, half_komi: int | None) -> str:
    """The key of a first-move term: size and komi, "5/4"; "" without a size."""
    return "" if size is None else f"{size}/{half_komi or 0}"


def checkpoint_before(*, pool_id: int, epoch: int, key: str) -> replay.Checkpoint | None:
    """The last stored checkpoint of a list before a key; None: start over. One query."""
    mine = Checkpoint.objects.filter(pool=pool_id, epoch=epoch, order_key__lt=key)
    row = mine.order_by("-order_key").first()
    return replay.Checkpoint(row.order_key, row.prefix_hash, row.state) if row else None
