"""Shapes of teams."""
