"""On PostgreSQL the keys that order the ledger compare as bytes, whatever the database's locale.

SQLite compares so by default. Django's own state is unchanged: the columns keep their type.
"""

from django.db import migrations

COLUMNS = [
    ("ratings_ratedgame", "order_key"),
    ("ratings_pool", "dirty_from"),
    ("ratings_checkpoint", "order_key"),
]


def collate(schema_editor, collation):
    if schema_editor.connection.vendor != "postgresql":
        return
    for table, column in COLUMNS:
        schema_editor.execute(
            f'ALTER TABLE "{table}" ALTER COLUMN "{column}" '
            f'TYPE varchar(200) COLLATE "{collation}"'
        )


def forwards(apps, schema_editor):
    collate(schema_editor, "C")


def backwards(apps, schema_editor):
    collate(schema_editor, "default")


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
