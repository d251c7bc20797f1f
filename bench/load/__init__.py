"""Servers, workers and a running service under load."""
