"""One's own notices, and which of them one wants to hear."""
