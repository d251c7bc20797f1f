"""Django's PostgreSQL backend, which asks less often whether a connection lives; see base.py."""
