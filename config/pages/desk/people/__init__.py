"""Pages of the desk about players: adding, the same player twice, clubs."""
