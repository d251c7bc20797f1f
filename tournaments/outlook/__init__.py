"""What can still happen in an event: chances of places, what is certain, what is needed."""
