"""Parts of the pages of an event that are drawn only as far as they are looked at."""
