"""The code of the last release runs on the new schema: migrations only expand it.

A column has a default in the database or may be null, so that old code can add rows. What is no
longer used is removed one release later, by a migration that is listed here.
"""

import pytest
from django.db import models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.models.fields import NOT_PROVIDED

from tests.processes.first_release import FIRST_RELEASE

# Migrations that remove what the release before did not use any more.
CONTRACTING: set[tuple[str, str]] = set()
REMOVALS = (
    operations.RemoveField,
    operations.RenameField,
    operations.DeleteModel,
    operations.RenameModel,
    operations.AlterModelTable,
)


def later_operations():
    """Each operation since the first release on a table that old code knows."""
    made: set[tuple[str, str]] = set()
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if int(name[:4]) <= FIRST_RELEASE.get(app, 9_999):
            continue
        made |= {
            (app, each.name_lower)
            for each in migration.operations
            if isinstance(each, operations.CreateModel)
        }
        for operation in migration.operations:
            if (app, getattr(operation, "model_name_lower", None)) not in made:
                yield pytest.param(app, name, operation, id=f"{app}-{name}-{operation.describe()}")


def takes_old_rows(field: models.Field) -> bool:
    """Whether the database can store a row of code that does not know this column."""
    is_column = not isinstance(field, models.ManyToManyField)
    return not is_column or field.null or field.db_default is not NOT_PROVIDED


@pytest.mark.parametrize(("app", "name", "operation"), list(later_operations()))
def test_old_code_runs_on_the_new_schema(app, name, operation):
    if isinstance(operation, operations.AddField | operations.AlterField):
        assert takes_old_rows(operation.field), "give it a db_default"
    if (app, name) not in CONTRACTING:
        assert not isinstance(operation, REMOVALS), "remove it one release later"


def test_a_column_without_a_default_is_found():
    assert not takes_old_rows(models.IntegerField(default=0))
    assert takes_old_rows(models.IntegerField(db_default=0))
    assert takes_old_rows(models.IntegerField(null=True))


def test_no_migration_depends_on_a_squashed_one():
    """A database from before takes the others one by one, and never a squashed one."""
    found = MigrationLoader(None).disk_migrations
    squashed = {key for key, migration in found.items() if migration.replaces}
    assert squashed
    depend = {
        key
        for key, migration in found.items()
        if key not in squashed and squashed & {(app, name) for app, name in migration.dependencies}
    }
    assert depend == set()
