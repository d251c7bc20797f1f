"""A demo club of twelve players, created through the ordinary services."""
