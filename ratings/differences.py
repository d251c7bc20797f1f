"""The differences between a replay and the stored derived tables of one list."""

from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import DateField, JSONField, Model

from ratings.analysis.order_key import AFTER_ALL
from ratings.models import Checkpoint, PlayerRating, RatingChange
from ratings.replay import Replay

BATCH = 500

ROWS_PER_CALL = 20_000

Row = tuple[Any, ...]
Values = dict[Any, Row]


@dataclass(frozen=True, slots=True)
class DerivedTable:
    """One derived table of a pool: its model, key column and value columns."""

    model: type[Model]
    key: str
    columns: tuple[str, ...]

    def stored(self, **where: object) -> Values:
        """By the key column: the values, then the primary key. One query."""
        rows = self.model._default_manager.filter(**where)
        return {row[0]: row[1:] for row in rows.values_list(self.key, *self.columns, "pk")}

    @property
    def written(self) -> tuple[str, ...]:
        return ("pool_id", "epoch", self.key, *self.columns)

    @property
    def changed(self) -> tuple[str, ...]:
        return (*self.columns, "id")

    # Rows are written by SQL: a model instance for each would take ten times as long. Names are of
    # our own columns, quoted; every value is a parameter.

    def insert(self) -> str:
        """An upsert."""
        name = connection.ops.quote_name
        columns = ", ".join(map(name, self.written))
        values = f"VALUES ({', '.join(['%s'] * len(self.written))})"
        if _takes_arrays():
            values = f"SELECT * FROM {self._arrays(self.written)}"  # nosec
        key = ", ".join(map(name, self.written[:3]))
        over = ", ".join(f"{name(column)} = excluded.{name(column)}" for column in self.columns)
        table = name(self.model._meta.db_table)
        return (
            f"INSERT INTO {table} ({columns}) {values} "  # nosec
            f"ON CONFLICT ({key}) DO UPDATE SET {over}"
        )

    def update(self) -> str:
        """An update by primary key, which touches no index: half the time of an upsert."""
        name = connection.ops.quote_name
        table = name(self.model._meta.db_table)
        if not _takes_arrays():
            values = ", ".join(f"{name(column)} = %s" for column in self.columns)
            return f"UPDATE {table} SET {values} WHERE id = %s"  # nosec
        values = ", ".join(f"{name(column)} = new.{name(column)}" for column in self.columns)
        new = f"{self._arrays(self.changed)} AS new({', '.join(map(name, self.changed))})"
        return f"UPDATE {table} SET {values} FROM {new} WHERE {table}.id = new.id"  # nosec

    def _arrays(self, columns: tuple[str, ...]) -> str:
        """A table of the parameters: an array for each column."""
        types = (self.model._meta.get_field(column).db_type(connection) for column in columns)
        kinds = (str(kind).split("(")[0].replace("bigserial", "bigint") for kind in types)
        return f"unnest({', '.join(f'%s::{kind}[]' for kind in kinds)})"

    def prepared(self, columns: tuple[str, ...], rows: list[Row]) -> list[Row]:
        """The rows, which begin with these columns, with dates and JSON for the database."""
        fields = [self.model._meta.get_field(column) for column in columns]
        prepare: dict[int, DateField[Any, Any] | JSONField[Any, Any]] = {
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


CHANGES = DerivedTable(RatingChange, "posting_id", ("before", "after", "deviation", "expected"))
RATINGS = DerivedTable(PlayerRating, "player_id", ("rating", "deviation", "games", "last_on"))
CHECKPOINTS = DerivedTable(Checkpoint, "order_key", ("prefix_hash", "state"))


@dataclass(frozen=True, slots=True)
class TableDifference:
    """The writes to one table.

    add: whole rows in the order of `DerivedTable.written`. change: the values in the order of its
    columns, then the primary key. remove: primary keys.
    """

    table: DerivedTable
    add: list[Row]
    change: list[Row]
    remove: list[int]

    def write(self) -> None:
        manager = self.table.model._default_manager
        for at in range(0, len(self.remove), BATCH):
            manager.filter(pk__in=self.remove[at : at + BATCH]).delete()
        table = self.table
        _execute(table.insert(), table, table.written, self.add)
        _execute(table.update(), table, table.changed, self.change)

    def __bool__(self) -> bool:
        return bool(self.add or self.change or self.remove)


def _takes_arrays() -> bool:
    """PostgreSQL takes many rows in one statement, as an array for each column."""
    return connection.vendor == "postgresql"


def _execute(
    statement: str, table: DerivedTable, columns: tuple[str, ...], rows: list[Row]
) -> None:
    for at in range(0, len(rows), ROWS_PER_CALL):
        part = table.prepared(columns, rows[at : at + ROWS_PER_CALL])
        # A transaction for each row would take five times as long.
        with transaction.atomic(savepoint=False), connection.cursor() as cursor:
            if _takes_arrays():
                cursor.execute(statement, [list(column) for column in zip(*part, strict=True)])
            else:
                cursor.executemany(statement, part)


def compare(pool_id: int, epoch: int, replayed: Replay, *, after: str) -> list[TableDifference]:
    """The differences of the stored tables from a replay of all games after the key `after`."""
    mine = {"pool_id": pool_id, "epoch": epoch}
    later = {"posting__rated_game__order_key__gt": after} if after else {}  # saves two joins
    changes = CHANGES.stored(**mine, **later)
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
    learned = replayed.end.learned()
    if learned:
        new_checkpoints[AFTER_ALL] = (replayed.end.prefix_hash, learned)
    return [
        _difference(CHANGES, mine, changes, new_changes),
        _difference(RATINGS, mine, ratings, new_ratings),
        _difference(CHECKPOINTS, mine, checkpoints, new_checkpoints),
    ]


def _difference(
    table: DerivedTable, mine: dict[str, int], stored: Values, wanted: Values
) -> TableDifference:
    add: list[Row] = []
    change: list[Row] = []
    of_list = (mine["pool_id"], mine["epoch"])
    for key, values in wanted.items():
        there = stored.get(key)
        if there is None:
            add.append((*of_list, key, *values))
        elif there[:-1] != values:
            change.append((*values, there[-1]))
    remove = [values[-1] for key, values in stored.items() if key not in wanted]
    return TableDifference(table, add, change, remove)
