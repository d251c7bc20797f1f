"""Ladders and arenas."""
