"""Plain programs that do the same work, for a comparison."""
