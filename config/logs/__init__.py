"""Logs without secrets."""
