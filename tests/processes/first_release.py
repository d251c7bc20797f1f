"""A process that makes the database of the first release, with rows that later ones change."""

import os

# The last migration of each app in the first release.
FIRST_RELEASE = {"tournaments": 18, "ratings": 6, "games": 3, "config": 4}
# Whose tables came later.
NOT_YET = {"oauth2_provider"}


def migrate_one_by_one():
    """The state of the models of that time. There was no squashed migration, so none is noted."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    graph = executor.loader.graph
    others = {key for key in graph.leaf_nodes() if key[0] not in NOT_YET | FIRST_RELEASE.keys()}
    ours = {(app, name) for app, name in graph.nodes if int(name[:4]) == FIRST_RELEASE.get(app)}
    state = executor.migrate(sorted(others | ours))
    MigrationRecorder.Migration.objects.filter(name__contains="_squashed_").delete()
    return state


def add_rows(apps):
    club = apps.get_model("tournaments", "Club").objects.create(slug="lodz", name="Łódź")
    apps.get_model("tournaments", "Series").objects.create(
        slug="season", name="Season", club=club, scoring={"by": "match_points", "best": 3}
    )
    apps.get_model("tournaments", "JournalHead").objects.create(
        scope="club:lodz", seq=1, hash="5e" * 32
    )


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    add_rows(migrate_one_by_one().apps)
