"""The results of a round as a CSV table."""

from games.selectors import View
from tournaments.csv_files.rows import CsvTable, CsvValue

PIECES = ("first_stones", "first_capstones", "second_stones", "second_capstones")
COLUMNS = (
    "round", "leg", "table", "pairing", "number", "first", "second", "players",
    "kind", "result", *PIECES, "calls", "winner", "places", "cards_left", "reason", "state",
)  # fmt: skip


def results_table(rows: list[View]) -> CsvTable:
    """The results of a round as a table that can be filled in and sent back."""
    return CsvTable(COLUMNS, [[_cell(row, name) for name in COLUMNS] for row in rows])


def _cell(row: View, name: str) -> CsvValue:
    if name in PIECES:
        side, kind = name.split("_")
        found: CsvValue = row.get("reserves", {}).get(side, {}).get(kind)
        return found
    value = row.get(name)
    if name == "players":
        return " / ".join(value or ())
    return " ".join(map(str, value)) if isinstance(value, list) else value
