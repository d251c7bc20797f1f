"""Services about players and clubs: making, merging, forgetting."""
