"""Reads categories, prizes and fees of an event."""
