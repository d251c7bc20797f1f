"""Tie-breaks: code -> function, grouped by what they are made of."""
