"""Points for a win, draw, loss, absence and allocated bye: records 162, XXS and BB*.

XXS distinguishes more cases than record 162 (wins by color, forfeits, byes). Codes that share
one symbol of record 162 must have equal values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.state import MatchRules, MatchTable
from tournaments.trf.errors import TrfError
from tournaments.trf.report_line import ReportLine

# The codes of XXS behind each symbol of record 162.
CODES = {
    "W": ("WW", "BW", "FW", "FPB"),
    "D": ("WD", "BD", "HPB"),
    "L": ("WL", "BL"),
    "A": ("ZPB", "FL"),
    "P": ("PAB",),
    "X": ("X",),
}
KNOWN = frozenset(code for codes in CODES.values() for code in codes)
BB_CODES = {
    "BBW": CODES["W"],
    "BBD": CODES["D"],
    "BBL": CODES["L"],
    "BBZ": ("ZPB",),
    "BBF": ("FL",),
    "BBU": ("PAB",),
}
USUAL_X2 = {"W": 2, "D": 1, "L": 0, "A": 0}


def read_162(line: ReportLine) -> dict[str, int]:
    """Half points by code of XXS."""
    found: dict[str, int] = {}
    for column in range(6, len(line.text) + 1, 9):
        symbol = line.field(column, column).upper()
        if symbol not in CODES:
            raise line.error("unknown_setting", column, text=symbol, record=line.record)
        points_x2 = line.points_x2(column + 1, column + 4)
        found.update(dict.fromkeys(CODES[symbol], points_x2 or 0))
    return found


def read_xxs(line: ReportLine) -> dict[str, int]:
    """Half points by code of XXS. W, D and L stand for all the codes of a win, draw and loss."""
    found: dict[str, int] = {}
    for column, word in line.words():
        code, _, points = word.partition("=")
        codes = CODES[code] if code in {"W", "D", "L"} else (code,)
        if not points or not KNOWN.issuperset(codes):
            raise line.error("unknown_setting", column, text=word, record=line.record)
        found.update(dict.fromkeys(codes, line.parse_points_x2(points, column + len(code) + 1)))
    return found


def read_bb(line: ReportLine) -> dict[str, int]:
    """Half points by code of XXS."""
    points_x2 = line.parse_points_x2(line.content, 5)
    return dict.fromkeys(BB_CODES[line.record], points_x2)


def scoring_of(points_x2: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Half points by symbol of record 162, for the symbols that the file mentions.

    :raises TrfError: split_scoring, one symbol would need two values.
    """
    found: list[tuple[str, int]] = []
    for symbol, codes in CODES.items():
        if not any(code in points_x2 for code in codes):
            continue
        values = {points_x2.get(code, USUAL_X2.get(symbol, 0)) for code in codes}
        if len(values) > 1:
            raise TrfError("split_scoring", codes=" ".join(codes))
        found.append((symbol, values.pop()))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class PointScale:
    """Match points in half points, one field for each symbol of record 162 but X."""

    won_x2: int = 2
    drawn_x2: int = 1
    lost_x2: int = 0
    absent_x2: int = 0
    bye_x2: int = 2

    @classmethod
    def of(cls, scoring_x2: tuple[tuple[str, int], ...]) -> PointScale:
        x2 = {**USUAL_X2, **dict(scoring_x2)}
        return cls(x2["W"], x2["D"], x2["L"], x2["A"], x2.get("P", x2["W"]))

    @property
    def scoring_x2(self) -> tuple[tuple[str, int], ...]:
        """What differs from the usual, for record 162."""
        values = zip(
            "WDLA", (self.won_x2, self.drawn_x2, self.lost_x2, self.absent_x2), strict=True
        )
        unusual = [(symbol, value) for symbol, value in values if value != USUAL_X2[symbol]]
        if self.bye_x2 != self.won_x2:
            unusual.append(("P", self.bye_x2))
        return tuple(unusual)

    def of_result(self, result: str) -> int:
        """Match points of a letter of record 001."""
        if result == "U":
            return self.bye_x2
        if result in "1W+F":
            return self.won_x2
        if result in "=DH":
            return self.drawn_x2
        return self.lost_x2 if result in "0L" else self.absent_x2

    @property
    def in_games(self) -> bool:
        """Whether games must carry these points, because a match table has no row for absence."""
        return self.absent_x2 != self.lost_x2

    @property
    def is_usual(self) -> bool:
        """Whether match points are those of a game: 1, a half and 0."""
        return (self.won_x2, self.drawn_x2, self.lost_x2) == (2, 1, 0)

    def rules(self) -> MatchRules:
        """Rules that give matches of one game, and byes, these points."""
        asked, allocated = self.drawn_x2, self.bye_x2
        if self.in_games:
            return MatchRules(
                bye_allocated_x2=allocated,
                bye_asked_x2=asked,
                forfeit_won_x2=self.won_x2,
                forfeit_lost_x2=self.absent_x2,
                double_forfeit_x2=self.absent_x2,
            )
        table = MatchTable(self.won_x2, self.drawn_x2, self.lost_x2)
        return MatchRules(
            match_table=None if self.is_usual else table,
            bye_allocated_x2=None if allocated == self.won_x2 else allocated,
            bye_asked_x2=asked,
        )
