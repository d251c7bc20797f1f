"""What people of an event are told."""
