"""Public pages of one event: rounds, standings, crosstable, bracket, wall, files."""
