"""Splits a crosstable into parts that fit on a page."""

from typing import NamedTuple

from config.pages.event.crosstable import Crosstable, CrosstableCell, CrosstableRow

PORTRAIT_COLUMNS = 12
LANDSCAPE_COLUMNS = 22


class CrosstablePart(NamedTuple):
    """Some columns of every row. title: of the stage. last: the part that has the points."""

    title: str
    heads: list[CrosstableRow]
    rows: list[tuple[CrosstableRow, list[CrosstableCell]]]
    last: bool
    has_lone_points: bool


def split_columns(cross: Crosstable) -> list[CrosstablePart]:
    total = len(cross.rows)
    most = PORTRAIT_COLUMNS if total <= PORTRAIT_COLUMNS else LANDSCAPE_COLUMNS
    starts = range(0, total, most)
    return [
        CrosstablePart(
            cross.title,
            cross.rows[start : start + most],
            [(row, row.cells[start : start + most]) for row in cross.rows],
            start == starts[-1],
            cross.has_lone_points and start == starts[-1],
        )
        for start in starts
    ]
