"""Swiss: the report for the engine, the first moves, and the reasons."""
