"""Ratings from the ledger: read one moment, fold it with nothing locked, write what differs."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Model

from ratings import replay, selectors
from ratings.models import Checkpoint, PlayerRating, Pool, RatingChange
from ratings.systems import SYSTEMS, System

CHECKPOINT_EVERY = 500
# A pool that changes while it is read is read again; the change sent a message of its own.
ATTEMPTS = 5
BATCH = 500

Values = dict[Any, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """One derived table of a pool: its rows by key, their keys to write them, and columns."""

    model: type[Model]
    key: str
    columns: tuple[str, ...]

    def stored(self, **where: Any) -> Values:
        """Values and, last, the primary key, by the key column; one query."""
        rows = self.model._default_manager.filter(**where)
        return {row[0]: row[1:] for row in rows.values_list(self.key, *self.columns, "pk")}


CHANGES = Table(RatingChange, "posting_id", ("before", "after", "deviation"))
RATINGS = Table(PlayerRating, "player_id", ("rating", "deviation", "games", "last_on"))
CHECKPOINTS = Table(Checkpoint, "order_key", ("prefix_hash", "state"))


@dataclass(frozen=True, slots=True)
class Difference:
    """What must be written to one table."""

    table: Table
    add: list[Model]
    change: list[Model]
    remove: list[int]

    def write(self) -> None:
        manager = self.table.model._default_manager
        for at in range(0, len(self.remove), BATCH):
            manager.filter(pk__in=self.remove[at : at + BATCH]).delete()
        if self.change:
            manager.bulk_update(self.change, self.table.columns, batch_size=BATCH)
        manager.bulk_create(self.add, batch_size=BATCH)

    def __bool__(self) -> bool:
        return bool(self.add or self.change or self.remove)


def system_of(pool: Pool) -> System:
    return SYSTEMS[pool.system](**pool.parameters)


def replay_stale_pools() -> list[int]:
    """Rate every pool that is not fresh; returns the ids of those that were not."""
    stale = Pool.objects.exclude(ratings_version=F("ledger_version")).order_by("pk")
    pool_ids = list(stale.values_list("pk", flat=True))
    for pool_id in pool_ids:
        replay_pool(pool_id)
    return pool_ids


def replay_pool(pool_id: int) -> bool:
    """Rewrite the ratings of a pool; return False if they were already fresh."""
    for _attempt in range(ATTEMPTS):
        done = _try_replay(pool_id)
        if done is not None:
            return done
    return False


def _try_replay(pool_id: int) -> bool | None:
    """One attempt; None when the ledger or the ratings moved meanwhile."""
    pool = Pool.objects.get(pk=pool_id)
    if pool.ratings_version == pool.ledger_version:
        return False
    start = replay.usable(checkpoints_of(pool), dirty_from=pool.dirty_from or "")
    after = start.order_key if start else ""
    games = list(selectors.ledger(pool, after=after))
    if Pool.objects.get(pk=pool_id).ledger_version != pool.ledger_version:
        return None
    replayed = replay.replay(games, system_of(pool), start=start, checkpoint_every=CHECKPOINT_EVERY)
    differences = compare(pool, replayed, after=after)
    with transaction.atomic():
        locked = Pool.objects.select_for_update().get(pk=pool_id)
        if (locked.epoch, locked.ratings_version) != (pool.epoch, pool.ratings_version):
            return None  # another worker wrote: what was compared is no longer what is stored
        for difference in differences:
            difference.write()
        locked.ratings_version = pool.ledger_version
        if locked.ledger_version == pool.ledger_version:
            locked.dirty_from = None
        locked.save(update_fields=["ratings_version", "dirty_from"])
    return True


def checkpoints_of(pool: Pool) -> list[replay.Checkpoint]:
    rows = Checkpoint.objects.filter(pool=pool, epoch=pool.epoch)
    return [replay.Checkpoint(row.order_key, row.prefix_hash, row.state) for row in rows]


def compare(pool: Pool, replayed: replay.Replay, *, after: str) -> list[Difference]:
    """How the stored tables differ from a replay of all games after the key `after`."""
    mine = {"pool": pool, "epoch": pool.epoch}
    changes = CHANGES.stored(**mine, posting__rated_game__order_key__gt=after)
    ratings = RATINGS.stored(**mine)
    checkpoints = CHECKPOINTS.stored(**mine, order_key__gt=after)
    new_changes: Values = {
        change.posting: (change.before, change.after, change.deviation)
        for change in replayed.changes
    }
    new_ratings: Values = {
        player: (row.rating, row.deviation, row.games, row.last_on)
        for player, row in replayed.players.items()
    }
    new_checkpoints: Values = {
        point.order_key: (point.prefix_hash, point.state) for point in replayed.checkpoints
    }
    return [
        _difference(CHANGES, mine, changes, new_changes),
        _difference(RATINGS, mine, ratings, new_ratings),
        _difference(CHECKPOINTS, mine, checkpoints, new_checkpoints),
    ]


def _difference(table: Table, mine: dict[str, Any], stored: Values, wanted: Values) -> Difference:
    add: list[Model] = []
    change: list[Model] = []
    for key, values in wanted.items():
        row = {table.key: key, **dict(zip(table.columns, values, strict=True)), **mine}
        if key not in stored:
            add.append(table.model(**row))
        elif stored[key][:-1] != values:
            change.append(table.model(**row, pk=stored[key][-1]))
    remove = [values[-1] for key, values in stored.items() if key not in wanted]
    return Difference(table, add, change, remove)
