"""Calendars (RFC 5545) of events, clubs and players: `ics` is pure, `words` has the sentences."""
