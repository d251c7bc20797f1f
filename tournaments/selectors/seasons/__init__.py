"""Reads seasons: their events, tables, and what can still be reached."""
