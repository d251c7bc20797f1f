"""Services that change an event as a whole: its settings, states, staff and publications."""
