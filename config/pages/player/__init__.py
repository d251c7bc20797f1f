"""Players, clubs and rating lists."""
