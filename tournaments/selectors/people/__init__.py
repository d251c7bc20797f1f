"""Reading players, clubs, accounts and what entries are away or kept apart."""
