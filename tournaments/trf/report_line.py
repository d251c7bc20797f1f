"""Reads one line of a report file by columns, counted from 1 as in the format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.trf.errors import TrfError

MAX_ROUNDS = 999
MAX_PLAYERS = 9999
MAX_TEAMS = 999
MAX_QUOTED = 40  # characters of a file that an error quotes
POINTS = re.compile(r"([0-9]{1,3})(?:[.,]([05]))?")
WHOLE = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class ReportLine:
    """number: from 1. text: the line without its end."""

    number: int
    text: str

    @property
    def record(self) -> str:
        return self.text[:3]

    @property
    def content(self) -> str:
        return self.text[3:].strip()

    def error(self, code: str, column: int | None = None, **params: int | str) -> TrfError:
        shown = {name: _quoted(value) for name, value in params.items()}
        return TrfError(code, line=self.number, column=column, **shown)

    def field(self, first: int, last: int) -> str:
        return self.text[first - 1 : last].strip()

    def integer(self, first: int, last: int, *, most: int) -> int | None:
        """The number in these columns; None if blank or only zeros."""
        return self.parse_integer(self.field(first, last), first, most=most)

    def required_integer(self, first: int, last: int, *, most: int) -> int:
        """The number in these columns, from 1.

        :raises TrfError: not_a_number, number_out_of_range.
        """
        found = self.integer(first, last, most=most)
        if found is None:
            raise self.error("not_a_number", first, text=self.field(first, last))
        return found

    def parse_integer(self, text: str, column: int, *, most: int) -> int | None:
        if not text.strip("0"):
            return None
        if not WHOLE.fullmatch(text):
            raise self.error("not_a_number", column, text=text)
        if len(text.lstrip("0")) > len(str(most)) or int(text) > most:
            raise self.error("number_out_of_range", column, number=text, most=most)
        return int(text)

    def points_x2(self, first: int, last: int) -> int | None:
        """The points in these columns, in half points; None if blank."""
        text = self.field(first, last)
        return self.parse_points_x2(text, first) if text else None

    def parse_points_x2(self, text: str, column: int) -> int:
        if not (match := POINTS.fullmatch(text)):
            raise self.error("not_points", column, text=text)
        return 2 * int(match[1]) + (match[2] == "5")

    def words(self, start: int = 4) -> Iterator[tuple[int, str]]:
        """Words from a column on with their columns; commas and slashes also separate words."""
        for match in re.finditer(r"[^\s,/]+", self.text[start - 1 :]):
            yield match.start() + start, match[0]

    def players(self, start: int = 4) -> tuple[int, ...]:
        """Player numbers from a column on, without zeros.

        :raises TrfError: not_a_number, number_out_of_range.
        """
        words = self.words(start)
        found = (self.parse_integer(text, column, most=MAX_PLAYERS) for column, text in words)
        return tuple(number for number in found if number is not None)


def _quoted(value: int | str) -> int | str:
    """A value fit for an error message: short, without control characters."""
    if isinstance(value, int):
        return value
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in value)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


def read_lines(text: str) -> Iterator[ReportLine]:
    """The non-empty lines; they may end in CR, LF or both.

    :raises TrfError: line_too_long.
    """
    most = 91 + 10 * MAX_ROUNDS
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        shown = line.rstrip()
        if len(shown) > most:
            raise TrfError("line_too_long", line=number, length=len(shown), most=most)
        if shown:
            yield ReportLine(number, shown)
