"""Negative controls: without a lock, a test of what happens at once fails."""
