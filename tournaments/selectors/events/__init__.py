"""Reading events: state, standings, journal, exports."""
