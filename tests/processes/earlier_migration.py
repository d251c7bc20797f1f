"""A process that takes a database back to an earlier migration: APP NAME [COMMAND...].

One by one, as before there were squashed migrations, which Django would undo as a whole. The
command of manage.py runs there.
"""

import os
import sys


def go_back(app, name):
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    squashed = executor.loader.replacements
    for key, migration in squashed.items():
        executor.loader.graph.remove_replacement_node(key, migration.replaces)
    target = executor.loader.get_migration_by_prefix(app, name)
    executor.migrate([(app, target.name)])
    noted = {(row.app, row.name) for row in MigrationRecorder.Migration.objects.all()}
    for key, migration in squashed.items():
        if not noted.issuperset(migration.replaces):
            MigrationRecorder(connection).record_unapplied(*key)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    go_back(*sys.argv[1:3])
    if sys.argv[3:]:
        call_command(*sys.argv[3:])
