"""SQLite with tuple lookups, so that `prefetch_related` can read more than 1,000 rows.

Django reads related rows by `id = 1 OR id = 2 OR …`, because its backend says that SQLite has no
tuple lookups. SQLite refuses expressions deeper than 1,000. With tuple lookups Django uses
`(id) IN ((1), (2), …)`, which SQLite supports for single columns.
"""

from django.db.backends.sqlite3 import base, features


class DatabaseFeatures(features.DatabaseFeatures):
    supports_tuple_lookups = True


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
