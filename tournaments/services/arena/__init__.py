"""Arenas: passes while their time runs, leaving and coming back."""
