"""Selectors of players, clubs, accounts, absences and entries that are kept apart."""
