"""Pages of ladders and arenas."""
