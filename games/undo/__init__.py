"""Undo at the desk: which actions can be reverted, and by which service."""
