"""Rules engines of the games: pure Python, no Django, no clock, no global randomness."""
