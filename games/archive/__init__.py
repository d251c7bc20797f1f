"""The archive of one event, and its checks. Pure: no Django and no database (docs/archive.md)."""
