"""Services for settings, states, staff and publications of events."""
