"""Reads CSV files saved by spreadsheets and writes CSV files that open in them.

The caller interprets the rows. Text that a spreadsheet would run as a formula is written with a
leading `'`, which is removed when reading; every other cell is unchanged.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.csv_files.spaces import DELIMITERS, spaces_to_tabs
from tournaments.errors import DomainError
from tournaments.selectors.people.people import name_key
from tournaments.standings.points import read_points
from tournaments.wording import join_with_commas

CsvValue = str | int | float | bool | None

BOM = "\N{BYTE ORDER MARK}"  # spreadsheets need it to recognise UTF-8
LINE_END = "\r\n"  # RFC 4180
MAX_COLUMNS = 100
MAX_NAMED_COLUMNS = 5  # columns named in a refusal
MAX_HEADING_LENGTH = 40
SAMPLES = 3  # cells shown of a column
# = + - @ start a formula, also in full width; spreadsheets skip tab and CR before one. Some split
# at another delimiter even inside quotes: `1,"Bo;=A1"` has two cells if that is the semicolon.
_CELL_START = r"(^|[;,|\t\r\n])([ \u3000]*)"
_FORMULA_SIGN = r"(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])"
_FORMULA = re.compile(rf"{_CELL_START}('*){_FORMULA_SIGN}")
_ESCAPED_FORMULA = re.compile(rf"{_CELL_START}'('*){_FORMULA_SIGN}")
_NEEDS_QUOTES = re.compile(r"[\"',;|\t\r\n]")


class CsvUnreadable(DomainError):
    code = "csv_unreadable"
    kind = "invalid"
    message = _("The file cannot be read at line {line}: {problem}")


class UnknownColumn(DomainError):
    code = "unknown_column"
    kind = "invalid"
    message = _("There is no such column: {columns}. There are: {known}.")


class TooManyRows(DomainError):
    code = "too_many_rows"
    kind = "invalid"
    message = _("A file may have {most} rows. Send it in parts.")


@dataclass(frozen=True, slots=True)
class CsvColumns:
    """The headings that a file may have.

    fields: alternative headings by field name. ignored: headings of columns that are exported for
    people only. numbers: fields in digits. Case, spaces and punctuation of a heading do not matter.
    chosen: the field of a heading as the sender says, "" if it is left out, by `heading_key`.
    first_is_row: the first line is a row as well.
    """

    fields: Mapping[str, Sequence[str]]
    ignored: Sequence[str] = ()
    numbers: Sequence[str] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)
    first_is_row: bool = False

    def field_of(self, heading: str) -> str | None:
        """The field of a heading; "" if it is ignored, None if it is unknown."""
        key = heading_key(heading)
        if key in self.chosen:
            return self.chosen[key]
        for name, others in self.fields.items():
            if key in {heading_key(each) for each in (name, *others)}:
                return name
        return "" if key in {heading_key(each) for each in self.ignored} else None


@dataclass(frozen=True, slots=True)
class CsvRow:
    """cells: the non-empty cells by field. line: from 1. problem: why the row is unreadable."""

    line: int
    cells: dict[str, str] = field(default_factory=dict)
    problem: str = ""


class Heading(NamedTuple):
    """A heading of a file. field: as `CsvColumns.field_of` says. samples: the first cells below."""

    text: str
    field: str | None
    samples: list[str]


class CsvTable(NamedTuple):
    """Headings, and rows of the same length."""

    columns: Sequence[str]
    rows: Iterable[Sequence[CsvValue]]


def heading_key(heading: str) -> str:
    """Letters and digits of a heading, without case."""
    return "".join(sign for sign in name_key(heading) if sign.isalnum())


def read_rows(data: bytes, columns: CsvColumns, *, most: int) -> list[CsvRow]:
    """The non-empty rows below the line of headings.

    UTF-8 with or without a byte order mark; the delimiter is detected from the headings.

    :raises CsvUnreadable: it is not UTF-8, has a NUL, an open quote or a cell over 128 KiB.
    :raises UnknownColumn: a heading is not in `columns`.
    :raises TooManyRows: there are more than `most`.
    """
    lines = _rows_of_cells(data, columns)
    first, headings = next(lines, (1, []))
    fields = _fields(headings, columns)
    rows = [_row(first, headings, fields)] if columns.first_is_row else []
    for line, cells in lines:
        if len(rows) == most:
            raise TooManyRows(most=most)
        rows.append(_row(line, cells, fields))
    return rows


def read_headings(data: bytes, columns: CsvColumns) -> list[Heading]:
    """The headings of a file, with the first cells below each, for asking what a column is.

    :raises CsvUnreadable: as `read_rows`.
    """
    lines = _rows_of_cells(data, columns)
    _line, headings = next(lines, (1, []))
    below = [cells for _line, cells in islice(lines, SAMPLES)]
    return [
        Heading(text.strip(), columns.field_of(text), [row[at] for row in below if at < len(row)])
        for at, text in enumerate(headings[:MAX_COLUMNS])
        if text.strip()
    ]


def write_rows(table: CsvTable) -> bytes:
    """A file that spreadsheets open as UTF-8."""
    return csv_head(table.columns) + b"".join(map(csv_line, table.rows))


def csv_head(columns: Sequence[str]) -> bytes:
    """The first line, which says that the file is UTF-8."""
    return BOM.encode() + csv_line(columns)


def csv_line(row: Sequence[CsvValue]) -> bytes:
    return (",".join(map(_format_value, row)) + LINE_END).encode("utf-8", "replace")


def escape_formulas(text: str) -> str:
    """Text that no spreadsheet runs as a formula; `unshielded` gives the text back."""
    return _FORMULA.sub(r"\1\2'\3", text)


def unescape_formulas(text: str) -> str:
    return _ESCAPED_FORMULA.sub(r"\1\2\3", text)


def points_to_number(value_x2: int | str | Fraction | None) -> int | float | None:
    """Half points as a number of points; thirds are rounded to four places."""
    if value_x2 is None:
        return None
    value = Fraction(read_points(value_x2)) / 2
    return value.numerator if value.denominator == 1 else round(float(value), 4)


def _format_value(cell: CsvValue) -> str:
    """A cell as in RFC 4180; text that a spreadsheet could split or compute is quoted."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return str(cell)
    text = escape_formulas(str(cell))
    return '"{}"'.format(text.replace('"', '""')) if _NEEDS_QUOTES.search(text) else text


def decode_utf8(data: bytes) -> str:
    """The text of a file. :raises CsvUnreadable: it is not UTF-8, or has a NUL."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = _("it is not UTF-8. Save it as “CSV UTF-8”.")
        raise CsvUnreadable(line=line, problem=problem) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise CsvUnreadable(line=line, problem=_("it has a NUL, so it is not text."))
    return text


def _rows_of_cells(data: bytes, columns: CsvColumns) -> Iterator[tuple[int, list[str]]]:
    text = spaces_to_tabs(decode_utf8(data), columns)
    return _lines(text, _delimiter(text, columns))


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each non-empty row with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(unescape_formulas(cell).strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error:
        problem = _("a quote is not closed or stands inside a cell, or a cell is too long.")
        raise CsvUnreadable(line=line, problem=problem) from None


def _delimiter(text: str, columns: CsvColumns) -> str:
    """The delimiter that gives the most known headings."""

    def known(delimiter: str) -> tuple[int, int]:
        try:
            _line, headings = next(_lines(text, delimiter), (1, []))
        except CsvUnreadable:
            return 0, 0
        found = headings[:MAX_COLUMNS]
        return sum(columns.field_of(each) is not None for each in found if each), len(found)

    return max(DELIMITERS, key=known)


def _fields(headings: Sequence[str], columns: CsvColumns) -> list[str | None]:
    """The field of each column; "" if ignored, None without a heading."""
    while headings and not headings[-1].strip():
        headings = headings[:-1]
    if not headings:
        raise CsvUnreadable(line=1, problem=_("the first line names the columns."))
    if len(headings) > MAX_COLUMNS:
        raise CsvUnreadable(line=1, problem=_("there are too many columns."))
    fields = [columns.field_of(each) if each.strip() else None for each in headings]
    unknown = [
        each.strip()[:MAX_HEADING_LENGTH]
        for each, name in zip(headings, fields, strict=True)
        if name is None and each.strip()
    ]
    if unknown:
        raise UnknownColumn(
            columns=join_with_commas(unknown[:MAX_NAMED_COLUMNS]),
            known=join_with_commas(columns.fields),
        )
    read = [name for name in fields if name]
    twice = sorted({name for name in read if read.count(name) > 1})
    if twice:
        problem = _("two columns say the same: {field}.").format(field=twice[0])
        raise CsvUnreadable(line=1, problem=problem)
    return fields


def _row(line: int, cells: Sequence[str], fields: Sequence[str | None]) -> CsvRow:
    found: dict[str, str] = {}
    for at, cell in enumerate(map(unescape_formulas, cells)):
        if not cell.strip():
            continue
        name = fields[at] if at < len(fields) else None
        if name is None:
            problem = _("There are more cells than headings; quote a cell that holds a comma.")
            return CsvRow(line, problem=str(problem))
        if name:
            found[name] = cell
    return CsvRow(line, found)
