"""Drafts: checks, edits by hand, reasons in words."""
