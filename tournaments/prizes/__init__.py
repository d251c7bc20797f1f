"""Categories and prizes of an event, as pure functions: who is in which, who gets what, and why."""
