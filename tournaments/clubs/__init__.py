"""What clubs say of themselves. Pure."""
