"""Django's backend for SQLite, with one setting mended: see base.py."""
