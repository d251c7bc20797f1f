"""Middleware: requests refused before a view runs, and the headers of every answer."""
