"""Load on a running service."""
