"""Selectors of events: state, standings, journal, exports."""
