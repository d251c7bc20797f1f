"""One row of many results: its fields, and the columns of a file of them.

The list of a round's results has the same fields, so that it can be filled in and sent back:
what only tells people which game it is (`first`, `second`, `players`, `state`) is not read.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers import (
    MAX_TEXT,
    MOST_SEATS,
    ClaimFields,
    RecordField,
)
from games.results_table import PIECES
from tournaments.csv_rows import CsvColumns, CsvRow
from tournaments.serializers.base import MOST_ROWS, IdField, NumberField, Out, RowField, Strict

RULED = ("adjudicated", "forfeit", "double_forfeit", "cancelled")
KINDS = ("played", *RULED)
SAID = frozenset({"record", "result", "places", "cards_left"})
ENDS = frozenset({"kind", "winner", "result", "reserves", "calls", "places", "cards_left"})
COLUMNS = CsvColumns(
    fields={
        "pairing": ("pairing id",),
        "table": ("board",),
        "leg": (),
        "number": ("game", "slot", "game number"),
        "round": (),
        "kind": (),
        "result": ("score",),
        **{name: (f"reserves {name}", f"{name} left") for name in PIECES},
        "stones": ("stones left", "winner stones"),
        "capstones": ("capstones left", "winner capstones", "caps"),
        "calls": ("tak calls",),
        "winner": ("winner seat",),
        "places": ("place",),
        "cards_left": ("cards",),
        "record": ("ptn",),
        "played_on": ("date", "day"),
        "reason": ("why",),
    },
    ignored=("first", "second", "players", "state"),
)


class ResultRow(ClaimFields):
    """A game of the round by `pairing`, or by `table` (and `leg`, where there are several)."""

    pairing = NumberField(required=False, min_value=1)
    table = NumberField(required=False, min_value=1)
    leg = NumberField(required=False, min_value=1)
    number = NumberField(default=1, min_value=1)
    round = NumberField(required=False, help_text="Refused when it is not that of the address.")
    kind = serializers.ChoiceField(KINDS, default="played")
    winner = NumberField(required=False, min_value=1, help_text="The seat a forfeit is won by.")
    record = RecordField(required=False)
    played_on = serializers.DateField(required=False, allow_null=True)
    reason = serializers.CharField(
        required=False,
        max_length=MAX_TEXT,
        help_text="Needed by rulings and to correct a counted result.",
    )
    first = IdField(required=False, help_text="Not read.")
    second = IdField(required=False, help_text="Not read.")
    players = serializers.ListField(
        child=IdField(), max_length=MOST_SEATS, required=False, help_text="Not read."
    )
    state = IdField(required=False, help_text="Not read.")

    def validate(self, row: dict[str, Any]) -> dict[str, Any]:
        if not {"pairing", "table"} & row.keys():
            raise serializers.ValidationError(_("Give a pairing or a table."))
        if row["kind"] == "played" and not SAID & row.keys():
            raise serializers.ValidationError(_("Give a record or a result."))
        return row


class ResultsIn(Strict):
    results = serializers.ListField(child=RowField(ResultRow), max_length=MOST_ROWS)


class ResultsDoc(Out):
    """What `ResultsIn` holds, for the schema: each row is checked and reported by itself."""

    results = ResultRow(many=True)


def says_nothing(row: Any) -> bool:
    """Whether a row of the list was sent back as it is for a game that is not decided."""
    return isinstance(row, dict) and "state" in row and not (ENDS | SAID) & row.keys()


def row_of_cells(line: CsvRow) -> dict[str, Any]:
    """A row of a file in the shape of `ResultRow`."""
    row: dict[str, Any] = dict(line.cells)
    for name in ("calls", "places", "cards_left"):
        if name in row:
            row[name] = row[name].replace(",", " ").replace(";", " ").split()
    pieces = _reserves(row)
    if pieces:
        row["reserves"] = pieces
    return row if (ENDS | SAID) & row.keys() else {**row, "state": ""}


def _reserves(row: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Takes the cells of pieces out of a row; those without a side are the winner's."""
    found: dict[str, dict[str, Any]] = {}
    winner = "second" if str(row.get("result", "")).startswith("0-") else "first"
    for side in ("first", "second"):
        for kind in ("stones", "capstones"):
            cell = row.pop(f"{side}_{kind}", None)
            if side == winner:
                cell = row.pop(kind, None) or cell
            if cell is not None:
                found.setdefault(side, {})[kind] = _number(cell)
    return found


def _number(cell: str) -> int | str:
    """A number where it is one; what it must be the service says."""
    text = cell.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
