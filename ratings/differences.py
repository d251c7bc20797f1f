"""What a replay would write differently into the derived tables of one list."""

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import DateField, JSONField, Model

from ratings.analysis.order_key import AFTER_ALL
from ratings.models import Checkpoint, PlayerRating, RatingChange
from ratings.replay import Replay

BATCH = 500

ROWS = 20_000  # written by one call

Row = tuple[Any, ...]
Values = dict[Any, Row]


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

    @property
    def written(self) -> tuple[str, ...]:
        return ("pool_id", "epoch", self.key, *self.columns)

    def statement(self) -> str:
        """Insert a row, or write it over the one that is there.

        In SQL, because a model for each row costs ten times the row itself, and the rows of a
        pool are twice its games.
        """
        name = connection.ops.quote_name
        columns = ", ".join(map(name, self.written))
        values = ", ".join(["%s"] * len(self.written))
        key = ", ".join(map(name, self.written[:3]))
        over = ", ".join(f"{name(column)} = excluded.{name(column)}" for column in self.columns)
        table = name(self.model._meta.db_table)
        # Names of our own columns, quoted; every value is a parameter.
        return (
            f"INSERT INTO {table} ({columns}) VALUES ({values}) "  # nosec
            f"ON CONFLICT ({key}) DO UPDATE SET {over}"
        )

    def prepared(self, rows: list[Row]) -> list[Row]:
        """Values as the database takes them; numbers and words are taken as they are."""
        fields = [self.model._meta.get_field(column) for column in self.written]
        prepare: dict[int, Any] = {
            at: field
            for at, field in enumerate(fields)
            if isinstance(field, (DateField, JSONField))
        }
        if not prepare:
            return rows
        return [
            tuple(
                prepare[at].get_db_prep_save(value, connection) if at in prepare else value
                for at, value in enumerate(row)
            )
            for row in rows
        ]


CHANGES = Table(RatingChange, "posting_id", ("before", "after", "deviation", "expected"))
RATINGS = Table(PlayerRating, "player_id", ("rating", "deviation", "games", "last_on"))
CHECKPOINTS = Table(Checkpoint, "order_key", ("prefix_hash", "state"))


@dataclass(frozen=True, slots=True)
class Difference:
    """What must be written to one table.

    add, change: whole rows, in the order of `Table.written`; remove: primary keys.
    """

    table: Table
    add: list[Row]
    change: list[Row]
    remove: list[int]

    def write(self) -> None:
        manager = self.table.model._default_manager
        for at in range(0, len(self.remove), BATCH):
            manager.filter(pk__in=self.remove[at : at + BATCH]).delete()
        rows = self.add + self.change
        if rows:
            with connection.cursor() as cursor:
                for at in range(0, len(rows), ROWS):
                    part = rows[at : at + ROWS]
                    cursor.executemany(self.table.statement(), self.table.prepared(part))

    def __bool__(self) -> bool:
        return bool(self.add or self.change or self.remove)


def compare(pool_id: int, epoch: int, replayed: Replay, *, after: str) -> list[Difference]:
    """How the stored tables differ from a replay of all games after the key `after`."""
    mine = {"pool_id": pool_id, "epoch": epoch}
    changes = CHANGES.stored(**mine, posting__rated_game__order_key__gt=after)
    ratings = RATINGS.stored(**mine)
    checkpoints = CHECKPOINTS.stored(**mine, order_key__gt=after)
    new_changes: Values = {
        change.posting: (change.before, change.after, change.deviation, change.expected)
        for change in replayed.changes
    }
    new_ratings: Values = {
        player: (row.rating, row.deviation, row.games, row.last_on)
        for player, row in replayed.players.items()
    }
    new_checkpoints: Values = {
        point.order_key: (point.prefix_hash, point.state) for point in replayed.checkpoints
    }
    end = replayed.end
    if "terms" in end.state:  # the players it ends with are the ratings
        new_checkpoints[AFTER_ALL] = (end.prefix_hash, {"terms": end.state["terms"]})
    return [
        _difference(CHANGES, mine, changes, new_changes),
        _difference(RATINGS, mine, ratings, new_ratings),
        _difference(CHECKPOINTS, mine, checkpoints, new_checkpoints),
    ]


def _difference(table: Table, mine: dict[str, Any], stored: Values, wanted: Values) -> Difference:
    add: list[Row] = []
    change: list[Row] = []
    of_list = (mine["pool_id"], mine["epoch"])
    for key, values in wanted.items():
        there = stored.get(key)
        if there is None:
            add.append((*of_list, key, *values))
        elif there[:-1] != values:
            change.append((*of_list, key, *values))
    remove = [values[-1] for key, values in stored.items() if key not in wanted]
    return Difference(table, add, change, remove)
