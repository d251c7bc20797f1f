"""Ladders and arenas as they are now."""
