"""A crosstable cut into parts that a page is wide enough for."""

from typing import NamedTuple

from config.pages.event.crosstable import Crosstable, CrosstableCell, CrosstableRow

UPRIGHT = 12  # columns that an upright page has room for
ACROSS = 22


class Part(NamedTuple):
    """Some columns, with every row. last: the one that has the points."""

    heads: list[CrosstableRow]
    rows: list[tuple[CrosstableRow, list[CrosstableCell]]]
    last: bool


def parts_of(cross: Crosstable) -> list[Part]:
    total = len(cross.rows)
    most = UPRIGHT if total <= UPRIGHT else ACROSS
    starts = range(0, total, most)
    return [
        Part(
            cross.rows[start : start + most],
            [(row, row.cells[start : start + most]) for row in cross.rows],
            start == starts[-1],
        )
        for start in starts
    ]
