"""The pages of a season: its table, and where a player's total comes from."""
