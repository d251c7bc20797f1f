"""The shapes of bodies in (checked for shape only) and out (read-only)."""
