"""Pairing systems, one file each."""
