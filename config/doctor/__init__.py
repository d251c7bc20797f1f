"""What an operator asks of a running service."""
