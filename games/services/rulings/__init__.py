"""Decisions without a game: rulings, no-shows, late games, postponed games, withdrawals."""
