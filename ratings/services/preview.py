"""Preview rating changes by decisions or merges. Nothing is written.

The ratings are replayed from the checkpoint before the first game that would differ.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from django.db import transaction
from django.db.models import Q

from ratings import counting, recompute, replay, selectors
from ratings.models import Pool, Posting, RatedGame
from ratings.systems import Game, Rating, Seat
from tournaments.selectors.people import published_lists

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class PreviewPosting:
    """A hypothetical game of the ledger, with its seats for the replay."""

    rated: RatedGame
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """The hypothetical changes. posted: the game by source; None: no game.

    as_if: player ids to replace.
    """

    posted: Mapping[str, PreviewPosting | None] = field(default_factory=dict)
    as_if: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """before, after: rating points; None: not in the list. delta: None where one is None."""

    player: str  # public id
    name: str
    before: float | None
    after: float | None
    delta: float | None


@dataclass(frozen=True, slots=True)
class PoolPreview:
    pool: str
    rows: list[PreviewRow]


class _Rollback(Exception):
    """Rolls back a dry run."""


def dry_run(act: Callable[[], Given]) -> Given:
    """Run `act` and roll it back; returns its result.

    A preview so raises the same errors as the decision. The locks of `act` are released before the
    ratings are computed.
    """
    given: list[Given] = []
    try:
        with transaction.atomic():
            given.append(act())
            raise _Rollback
    except _Rollback:
        return given[0]


def dry_run_postings(
    sources: Sequence[str], act: Callable[[], object]
) -> dict[str, PreviewPosting | None]:
    """The games that `act` would post under these sources; it is rolled back."""

    def tried() -> dict[str, PreviewPosting | None]:
        act()
        return {source: _posted(source) for source in sources}

    return dry_run(tried)


def _posted(source: str) -> PreviewPosting | None:
    rated = RatedGame.objects.select_related("event").filter(source=source, voided_at=None).first()
    if rated is None:
        return None
    rows = Posting.objects.filter(rated_game=rated).select_related("player").order_by("order")
    return PreviewPosting(
        rated,
        tuple(
            Seat(row.player.merged_into_id or row.player_id, row.score_x2, row.place_x2)
            for row in rows
        ),
    )


def preview(asked: PreviewRequest) -> list[PoolPreview]:
    """Every pool with changed ratings, the largest changes first."""
    found: list[PoolPreview] = []
    for pool in selectors.pools():
        key = _first_key(pool, asked)
        if key is None:
            continue
        rows = _rows(_now(pool, key), _players(pool, asked, key))
        if rows:
            found.append(PoolPreview(pool.slug, rows))
    return found


def _first_key(pool: Pool, asked: PreviewRequest) -> str | None:
    """The least order_key from which a pool would differ; None: it would not."""
    live = RatedGame.objects.filter(counting.counted_filter(pool.counts), voided_at=None)
    moved = set(asked.as_if)
    theirs = Q(postings__player__in=moved) | Q(postings__player__merged_into__in=moved)
    touched = live.filter(Q(source__in=list(asked.posted)) | theirs)
    keys = list(touched.order_by("order_key").values_list("order_key", flat=True)[:1])
    for posted in asked.posted.values():
        if posted is not None and counting.is_counted(pool.counts, posted.rated):
            keys.append(posted.rated.order_key)
    return min(keys, default=None)


def _now(pool: Pool, key: str) -> dict[int, Rating]:
    """The current list of a pool, recomputed if stale."""
    if pool.ratings_version != pool.ledger_version:
        return _players(pool, PreviewRequest(), key)
    return {
        row.player_id: Rating(row.rating, row.deviation, row.games, row.last_on)
        for row in selectors.ratings_of(pool)
    }


def _players(pool: Pool, asked: PreviewRequest, key: str) -> dict[int, Rating]:
    """The hypothetical list of a pool, replayed from before `key`."""
    held = key if pool.dirty_from is None else min(key, pool.dirty_from)
    start = selectors.checkpoint_before(pool_id=pool.pk, epoch=pool.epoch, key=held)
    after = start.order_key if start else ""
    games = _games(pool, asked, after)
    return replay.replay(games, recompute.system_of(pool), start=start).players


def _games(pool: Pool, asked: PreviewRequest, after: str) -> Iterator[Game]:
    """The ledger with the hypothetical games in place of those of their sources, in order."""
    replaced = RatedGame.objects.filter(source__in=list(asked.posted), voided_at=None)
    gone = set(replaced.values_list("order_key", flat=True))
    added = [
        _game(posted)
        for posted in asked.posted.values()
        if posted is not None and counting.is_counted(pool.counts, posted.rated)
    ]
    added.sort(key=lambda game: game.order_key)
    for game in selectors.ledger(pool.counts, after=after, as_if=asked.as_if):
        while added and added[0].order_key <= game.order_key:
            yield added.pop(0)
        if game.order_key not in gone:
            yield game
    yield from added


def _game(posted: PreviewPosting) -> Game:
    rated = posted.rated
    setup = selectors.setup_of(rated.size, rated.half_komi)
    return Game(rated.order_key, rated.played_on, posted.seats, setup)


def _rows(before: dict[int, Rating], after: dict[int, Rating]) -> list[PreviewRow]:
    changed = [
        player
        for player in before.keys() | after.keys()
        if _rating(before, player) != _rating(after, player)
    ]
    public = published_lists.public_ids_of(changed)
    names = published_lists.names_of(list(public.values()))
    rows = [
        _row(public[player], names[public[player]], _rating(before, player), _rating(after, player))
        for player in changed
    ]
    return sorted(rows, key=lambda row: (-abs(row.delta or 0.0), row.player))


def _rating(players: Mapping[int, Rating], player: int) -> float | None:
    return players[player].rating if player in players else None


def _row(player: str, name: str, before: float | None, after: float | None) -> PreviewRow:
    delta = None if before is None or after is None else after - before
    return PreviewRow(player, name, before, after, delta)
