"""The API of teams."""
