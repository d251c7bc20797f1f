"""Undo at the desk: which acts can be taken back, and by which service."""
