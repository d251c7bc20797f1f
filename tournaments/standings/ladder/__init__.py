"""A ladder: who stands on which rung, and why."""
