"""Store rows whose values come from outside."""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import CharField, Model

Row = TypeVar("Row", bound=Model)
BATCH = 500  # rows of one statement


def store(rows: Iterable[Row]) -> list[Row]:
    """Insert rows of one table. :raises ValueError: a text is longer than its column.

    SQLite would take it, and another database would not.
    """
    made = list(rows)
    for row in made:
        _require_fit(row)
    return type(made[0])._default_manager.bulk_create(made, batch_size=BATCH) if made else []


def _require_fit(row: Model) -> None:
    for column in row._meta.concrete_fields:
        if isinstance(column, CharField):
            text = getattr(row, column.attname)
            if text is not None and len(text) > (column.max_length or 0):
                raise ValueError(f"{column.name} has {len(text)} characters")
