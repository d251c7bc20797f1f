"""Who would change by how much, if results were decided or people merged. Nothing is written.

Computed by the replay, from the checkpoint before the first game that would differ.
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
class Posted:
    """A game of the ledger as it would stand, and its seats as the replay has them."""

    rated: RatedGame
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be otherwise. posted: by source, the game that would stand there, None: none.

    as_if: of some players (ids), who they would be.
    """

    posted: Mapping[str, Posted | None] = field(default_factory=dict)
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


class _Undone(Exception):
    """Takes back what was tried."""


def would_have(act: Callable[[], Given]) -> Given:
    """What `act` gives, run and taken back at once.

    So a preview asks exactly what is decided later, refusals included. The locks of `act` are
    free again when this returns: nothing is computed under them.
    """
    given: list[Given] = []
    try:
        with transaction.atomic():
            given.append(act())
            raise _Undone
    except _Undone:
        return given[0]


def would_post(sources: Sequence[str], act: Callable[[], object]) -> dict[str, Posted | None]:
    """What `act` would leave in the ledger under these sources; it is taken back at once."""

    def tried() -> dict[str, Posted | None]:
        act()
        return {source: _posted(source) for source in sources}

    return would_have(tried)


def _posted(source: str) -> Posted | None:
    rated = RatedGame.objects.select_related("event").filter(source=source, voided_at=None).first()
    if rated is None:
        return None
    rows = Posting.objects.filter(rated_game=rated).select_related("player").order_by("order")
    return Posted(
        rated,
        tuple(
            Seat(row.player.merged_into_id or row.player_id, row.score_x2, row.place_x2)
            for row in rows
        ),
    )


def preview(asked: Preview) -> list[PoolPreview]:
    """Every pool in which somebody's rating would change, who would change most first."""
    found: list[PoolPreview] = []
    for pool in selectors.pools():
        key = _first_key(pool, asked)
        if key is None:
            continue
        rows = _rows(_now(pool, key), _players(pool, asked, key))
        if rows:
            found.append(PoolPreview(pool.slug, rows))
    return found


def _first_key(pool: Pool, asked: Preview) -> str | None:
    """The least order_key from which a pool would be rated otherwise; None: it would not be."""
    live = RatedGame.objects.filter(counting.condition(pool.counts), voided_at=None)
    moved = set(asked.as_if)
    theirs = Q(postings__player__in=moved) | Q(postings__player__merged_into__in=moved)
    touched = live.filter(Q(source__in=list(asked.posted)) | theirs)
    keys = list(touched.order_by("order_key").values_list("order_key", flat=True)[:1])
    for posted in asked.posted.values():
        if posted is not None and counting.counted(pool.counts, posted.rated):
            keys.append(posted.rated.order_key)
    return min(keys, default=None)


def _now(pool: Pool, key: str) -> dict[int, Rating]:
    """The list of a pool as it is, rated anew where the stored one is behind the ledger."""
    if pool.ratings_version != pool.ledger_version:
        return _players(pool, Preview(), key)
    return {
        row.player_id: Rating(row.rating, row.deviation, row.games, row.last_on)
        for row in selectors.ratings_of(pool)
    }


def _players(pool: Pool, asked: Preview, key: str) -> dict[int, Rating]:
    """The list of a pool as it would be, rated from before `key`."""
    held = key if pool.dirty_from is None else min(key, pool.dirty_from)
    start = selectors.checkpoint_before(pool_id=pool.pk, epoch=pool.epoch, key=held)
    after = start.order_key if start else ""
    games = _games(pool, asked, after)
    return replay.replay(games, recompute.system_of(pool), start=start).players


def _games(pool: Pool, asked: Preview, after: str) -> Iterator[Game]:
    """The ledger with the asked games in the place of those of their sources, in order."""
    replaced = RatedGame.objects.filter(source__in=list(asked.posted), voided_at=None)
    gone = set(replaced.values_list("order_key", flat=True))
    added = [
        _game(posted)
        for posted in asked.posted.values()
        if posted is not None and counting.counted(pool.counts, posted.rated)
    ]
    added.sort(key=lambda game: game.order_key)
    for game in selectors.ledger(pool.counts, after=after, as_if=asked.as_if):
        while added and added[0].order_key <= game.order_key:
            yield added.pop(0)
        if game.order_key not in gone:
            yield game
    yield from added


def _game(posted: Posted) -> Game:
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
