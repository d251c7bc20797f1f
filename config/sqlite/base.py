"""SQLite for this project: what refers to a thousand rows can be read in one statement.

Django reads the rows that foreign keys refer to (`prefetch_related`, of a thousand seats their
entries) as `id = 1 OR id = 2 OR …`, because its backend says that SQLite compares no tuples. SQLite
refuses such a chain of more than 1,000 ("Expression tree is too large"). Keys of one column, and
there are no others here, SQLite compares well: `(id) IN ((1), (2), …)` has no depth.
"""

from django.db.backends.sqlite3 import base, features


class DatabaseFeatures(features.DatabaseFeatures):
    supports_tuple_lookups = True


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
