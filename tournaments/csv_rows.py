"""Tables as CSV files: read from whatever a spreadsheet saved, written so that it opens there.

What a row means is said by whoever reads it. Text that a spreadsheet would take for a formula is
written with a `'` before it, and read without; every other cell comes back as it was written.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.errors import DomainError
from tournaments.selectors.people.people import name_key
from tournaments.standings.points import read_points
from tournaments.wording import in_a_row

Cell = str | int | float | bool | None

BOM = "\N{BYTE ORDER MARK}"  # by it a spreadsheet knows that the file is UTF-8
LINE_END = "\r\n"  # RFC 4180
DELIMITERS = (",", ";", "\t")
MOST_COLUMNS = 100
SHOWN = 5  # columns named in a refusal
LONGEST_SHOWN = 40
# = + - @, also in full width, begin a formula; tab and CR are skipped before one. A cell may be cut
# at a sign that parts cells elsewhere, whatever is quoted: `1,"Bo;=A1"` has two cells where
# spreadsheets part them by semicolons.
_PARTING = r"(^|[;,|\t\r\n])([ \u3000]*)"
_SIGN = r"(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])"
_FORMULA = re.compile(rf"{_PARTING}('*){_SIGN}")
_SHIELDED = re.compile(rf"{_PARTING}'('*){_SIGN}")
_QUOTED = re.compile(r"[\"',;|\t\r\n]")


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
class Columns:
    """Which headings a file may have.

    fields: the other headings of each field that is read. ignored: headings of what is exported
    only to be read by people. Case, spaces and signs of a heading do not matter.
    """

    fields: Mapping[str, Sequence[str]]
    ignored: Sequence[str] = ()

    def field_of(self, heading: str) -> str | None:
        """The field of a heading; "" for one that is ignored, None for one that is not known."""
        key = heading_key(heading)
        for name, others in self.fields.items():
            if key in {heading_key(each) for each in (name, *others)}:
                return name
        return "" if key in {heading_key(each) for each in self.ignored} else None


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row: its cells that are not empty, by field; `line` of the file, from 1.

    `problem`: why the row cannot be read, else "".
    """

    line: int
    cells: dict[str, str] = field(default_factory=dict)
    problem: str = ""


class Table(NamedTuple):
    """What is written: headings, and rows of the same length."""

    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def heading_key(heading: str) -> str:
    """How headings are compared: letters and digits, without case."""
    return "".join(sign for sign in name_key(heading) if sign.isalnum())


def read_rows(data: bytes, columns: Columns, *, most: int) -> list[CsvRow]:
    """The rows of a file under a line of headings; rows without any text are left out.

    UTF-8, with or without a mark; comma, semicolon or tab, whichever the headings show.

    :raises CsvUnreadable: it is not UTF-8, has a NUL, an open quote or a cell over 128 KiB.
    :raises UnknownColumn: a heading is not in `columns`.
    :raises TooManyRows: there are more than `most`.
    """
    text = decoded(data)
    lines = _lines(text, _delimiter(text, columns))
    _line, headings = next(lines, (1, []))
    fields = _fields(headings, columns)
    rows: list[CsvRow] = []
    for line, cells in lines:
        if len(rows) == most:
            raise TooManyRows(most=most)
        rows.append(_row(line, cells, fields))
    return rows


def write_rows(table: Table) -> bytes:
    """A file that spreadsheets open as UTF-8."""
    lines = [",".join(map(_written, row)) for row in (table.columns, *table.rows)]
    return (BOM + "".join(line + LINE_END for line in lines)).encode("utf-8", "replace")


def shielded(text: str) -> str:
    """Text in which no spreadsheet finds a formula; `unshielded` gives the text back."""
    return _FORMULA.sub(r"\1\2'\3", text)


def unshielded(text: str) -> str:
    return _SHIELDED.sub(r"\1\2\3", text)


def decimal(value_x2: int | str | Fraction | None) -> int | float | None:
    """Half points as the number that a spreadsheet adds up; thirds to four places."""
    if value_x2 is None:
        return None
    value = Fraction(read_points(value_x2)) / 2
    return value.numerator if value.denominator == 1 else round(float(value), 4)


def _written(cell: Cell) -> str:
    """A cell as RFC 4180 writes it; text that a spreadsheet could cut or compute is quoted."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return str(cell)
    text = shielded(str(cell))
    return '"{}"'.format(text.replace('"', '""')) if _QUOTED.search(text) else text


def decoded(data: bytes) -> str:
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


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each row that has text, with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(unshielded(cell).strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error:
        problem = _("a quote is not closed or stands inside a cell, or a cell is too long.")
        raise CsvUnreadable(line=line, problem=problem) from None


def _delimiter(text: str, columns: Columns) -> str:
    """The sign between the headings: the one that gives the most headings that are known."""

    def known(delimiter: str) -> tuple[int, int]:
        try:
            _line, headings = next(_lines(text, delimiter), (1, []))
        except CsvUnreadable:
            return 0, 0
        found = headings[:MOST_COLUMNS]
        return sum(columns.field_of(each) is not None for each in found if each), len(found)

    return max(DELIMITERS, key=known)


def _fields(headings: Sequence[str], columns: Columns) -> list[str | None]:
    """The field of each column; "" is not read, None has no heading."""
    while headings and not headings[-1].strip():
        headings = headings[:-1]
    if not headings:
        raise CsvUnreadable(line=1, problem=_("the first line names the columns."))
    if len(headings) > MOST_COLUMNS:
        raise CsvUnreadable(line=1, problem=_("there are too many columns."))
    fields = [columns.field_of(each) if each.strip() else None for each in headings]
    unknown = [
        each.strip()[:LONGEST_SHOWN]
        for each, name in zip(headings, fields, strict=True)
        if name is None and each.strip()
    ]
    if unknown:
        raise UnknownColumn(columns=in_a_row(unknown[:SHOWN]), known=in_a_row(columns.fields))
    read = [name for name in fields if name]
    twice = sorted({name for name in read if read.count(name) > 1})
    if twice:
        problem = _("two columns say the same: {field}.").format(field=twice[0])
        raise CsvUnreadable(line=1, problem=problem)
    return fields


def _row(line: int, cells: Sequence[str], fields: Sequence[str | None]) -> CsvRow:
    found: dict[str, str] = {}
    for at, cell in enumerate(map(unshielded, cells)):
        if not cell.strip():
            continue
        name = fields[at] if at < len(fields) else None
        if name is None:
            problem = _("There are more cells than headings; quote a cell that holds a comma.")
            return CsvRow(line, problem=str(problem))
        if name:
            found[name] = cell
    return CsvRow(line, found)
