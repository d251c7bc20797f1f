"""How an event stands: derived from its results, kept nowhere else."""

from tournaments.standings.table import Row, Table, derive, table

__all__ = ["Row", "Table", "derive", "table"]
