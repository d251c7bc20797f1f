"""The process that serves followers of the feed of changes, beside the web server."""
