"""Rows of the database as JSON, by the models of the migrations that the database has."""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import JSONField, Value

BATCH = 2_000
# Sessions are left out: who signs in again gets a new one.
LEFT_OUT = ("django_session",)
Migrations = dict[str, list[str]]


def applied_migrations() -> Migrations:
    """The names of the migrations that the database has, by app.

    A squashed one is among them only while all that it replaces are.
    """
    found: Migrations = {}
    for app, name in sorted(MigrationLoader(connection).applied_migrations):
        found.setdefault(app, []).append(name)
    return found


def unknown_migrations(migrations: Migrations) -> list[str]:
    """Those that this version does not have."""
    known = set(MigrationLoader(connection).disk_migrations)
    given = {(app, name) for app, names in migrations.items() for name in names}
    return sorted(f"{app}.{name}" for app, name in given - known)


def migrate_to(migrations: Migrations) -> None:
    """Bring an empty database to the tables that these migrations make."""
    executor = MigrationExecutor(connection)
    executor.loader, last = _last_of(migrations)
    executor.migrate(last)


def models_at(migrations: Migrations) -> list[type[models.Model]]:
    """The models whose rows are backed up, as these migrations make them."""
    loader, last = _last_of(migrations)
    apps: Apps = loader.project_state(last).apps
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.db_table not in LEFT_OUT
    ]
    return sorted(found, key=lambda model: model._meta.db_table)


def columns_of(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def dump_rows(model: type[models.Model]) -> Iterator[str]:
    """Each row as the text of a JSON list."""
    rows = model._base_manager.order_by("pk").values_list(*columns_of(model))
    for row in rows.iterator(chunk_size=BATCH):
        yield json.dumps(row, default=_as_text, separators=(",", ":"), ensure_ascii=False)


def load_rows(model: type[models.Model], columns: Iterable[str], rows: Iterable[list[Any]]) -> None:
    """Insert rows that `dump_rows` has written."""
    fields: list[Any] = [model._meta.get_field(name) for name in columns]
    names = [field.attname for field in fields]
    rows = iter(rows)
    while batch := list(islice(rows, BATCH)):
        model._base_manager.bulk_create(
            model(**{n: _from_json(f, v) for n, f, v in zip(names, fields, row, strict=True)})
            for row in batch
        )


def empty_tables(tables: Iterable[type[models.Model]]) -> None:
    """Delete what migrations have inserted. References are checked at the end of a transaction."""
    with connection.cursor() as cursor:
        for model in tables:
            table = connection.ops.quote_name(model._meta.db_table)
            cursor.execute(f"DELETE FROM {table}")  # nosec  # a quoted table name


def number_after(tables: Iterable[type[models.Model]]) -> None:
    """Let the next row of each table get the number after its last."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables)):
            cursor.execute(statement)


def _last_of(migrations: Migrations) -> tuple[MigrationLoader, list[tuple[str, str]]]:
    """Of these migrations those that no other of them in the same app follows; who loads them.

    Squashed migrations take the place of what they replace, unless some of that is missing.
    """
    loader = MigrationLoader(connection)
    given = {(app, name) for app, names in migrations.items() for name in names}
    squashed = {key: set(each.replaces) for key, each in loader.replacements.items()}
    if any(replaced & given and not replaced <= given for replaced in squashed.values()):
        loader = MigrationLoader(connection, replace_migrations=False)
        given -= {key for key, replaced in squashed.items() if replaced <= given}
    else:
        given |= {key for key, replaced in squashed.items() if replaced <= given}
    nodes = given & set(loader.graph.nodes)
    followed = {
        node
        for node in nodes
        for child in loader.graph.node_map[node].children
        if child.key in nodes and child.key[0] == node[0]
    }
    return loader, sorted(nodes - followed)


def _as_text(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    raise TypeError(f"No column holds {type(value).__name__}.")


def _from_json(field: Any, value: Any) -> Any:
    if isinstance(field, JSONField):
        return Value(None, JSONField()) if value is None and not field.null else value
    return field.to_python(value)
