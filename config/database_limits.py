"""Time-outs that the PostgreSQL server applies to what waits for too long (settings)."""

from typing import Any

from django.conf import settings
from django.db import connections


def set_database_limits(using: str, **_signal: object) -> None:
    """Set them for the role of the service in its database; new connections have them."""
    connection = connections[using]
    if connection.vendor != "postgresql":
        return
    database = connection.ops.quote_name(str(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        for name, value in settings.DATABASE_LIMITS.items():
            cursor.execute(
                f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} = '{value}'"  # nosec
            )


def lift_statement_limit(connection: Any) -> None:
    """For this connection: a migration of a large table takes its time."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
