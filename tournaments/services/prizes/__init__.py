"""Services of categories, prizes and fees of an event."""
