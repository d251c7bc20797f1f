"""Addresses of clubs."""
