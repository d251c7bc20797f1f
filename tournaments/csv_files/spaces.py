"""Lists whose columns are separated by spaces only: `name rating club`, as people type them."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.csv_files.rows import CsvColumns

DELIMITERS = (",", ";", "\t")
LONGEST_LINE = 1000
MOST_COLUMNS = 20
LEAST_KNOWN = 2  # headings that must be known, or the line is one heading of several words


def spaces_to_tabs(text: str, columns: "CsvColumns") -> str:
    """Separate the columns by tabs, if the first line is headings with spaces between them.

    A cell ends at two spaces or at a number; a text beside a text is one word. A line that may be
    read in two ways gets a tab at each space, so it is refused for having too many cells.
    """
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None or any(sign in lines[first] for sign in DELIMITERS):
        return text
    headings = lines[first].split()
    fields = [columns.field_of(each) for each in headings[: MOST_COLUMNS + 1]]
    known = sum(name is not None for name in fields)
    if len(fields) > MOST_COLUMNS or known < LEAST_KNOWN:
        return text
    pattern = _pattern([name in columns.numbers for name in fields])
    rows = ["\t".join(_cells(line.strip(), pattern, len(fields))) for line in lines[first + 1 :]]
    return "\n".join([*lines[:first], "\t".join(headings), *rows])


def _cells(line: str, pattern: re.Pattern[str], most: int) -> list[str]:
    wide = re.split(r"\s{2,}|\t", line)
    if 1 < len(wide) <= most:
        return wide
    found = pattern.fullmatch(line) if len(line) <= LONGEST_LINE else None
    if found:
        return [cell or "" for cell in found.groups()]
    return line.split()


def _pattern(are_numbers: list[bool]) -> re.Pattern[str]:
    """The cells of a line; those at its end may be missing."""
    last = len(are_numbers) - 1
    cells = []
    for at, is_number in enumerate(are_numbers):
        near = are_numbers[max(0, at - 1) : at] + are_numbers[at + 1 : at + 2]
        if is_number:
            cells.append(r"(\d+)")
        elif not all(near):
            cells.append(r"(\S+)")
        else:
            cells.append(r"(\D.*)" if at == last else r"(\D+?|\S+)")
    return re.compile(r"(?:\s+".join(cells) + ")?" * last)
