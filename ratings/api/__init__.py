"""Doors into ratings."""
