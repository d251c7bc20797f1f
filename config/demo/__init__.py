"""A club of twelve for newcomers: made through the same services as everybody's data."""
