"""The next step of an event: its buttons, their forms, and the panel that every desk page shows."""
