"""Ladders: challenges and what is due."""
