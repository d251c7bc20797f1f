"""Ladders: challenges and the ranking. Arenas: leaving and coming back."""
