"""Tie-breaks, grouped by their input."""
