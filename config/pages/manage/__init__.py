"""The desk: pages of the staff of an event, who run it from a laptop at a table.

Each page reads by selectors, and each button is one call of a service.
"""
