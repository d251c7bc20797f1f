"""A player's own pages: open games, personal links, stakes."""
