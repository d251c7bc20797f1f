"""Django's SQLite backend with tuple lookups, see base.py."""
