"""Halls: an event that is run elsewhere for a time, and comes back. Pure."""
