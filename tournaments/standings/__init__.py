"""Standings computed from results by pure functions."""

from tournaments.standings.table import (
    StandingsRow,
    StandingsTable,
    build_table,
    derive_value,
    derive_values,
)
