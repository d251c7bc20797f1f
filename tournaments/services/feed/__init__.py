"""The feed of changes: what is written to it, and in which order it is read."""
