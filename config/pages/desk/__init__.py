"""The desk: pages from which the staff of an event run it."""
