"""A paper slip as one line: the table, then how each of its games ended. No database.

Seats are meant, not who moved first: who writes a slip ticks a player. `GameEnd` of a seat becomes
a result of the game once it is known which seat moved first.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.desk.keys import as_latin
from engine.games import CARD_GAMES
from engine.tak.players import SIDES
from tournaments.errors import DomainError

# One key a game: the key to the right of a letter is the same for the player named second.
ONE_KEY = {
    "r": (1, "R"),
    "t": (2, "R"),
    "f": (1, "F"),
    "g": (2, "F"),
    "w": (1, "1"),
    "e": (2, "1"),
}
WAYS = {"": "1", "w": "1", "r": "R", "f": "F"}
KEYS: tuple[tuple[str, Promise], ...] = (
    ("5r", _("table 5: the player named first wins by road")),
    ("5t", _("… the player named second, by road")),
    ("5f", _("first named, by flats")),
    ("5g", _("second named, by flats")),
    ("5w", _("first named, in another way")),
    ("5e", _("second named, in another way")),
    ("5d", _("a draw")),
    ("5rt", _("two games: the first named wins game 1, the second named game 2")),
    ("5r12", _("… with 12 stones left; 5r12.1 with 12 stones and a capstone")),
    ("5 1r", _("the same as 5r; 5 2f as 5g, 5 1 as 5w")),
    ("5 -", _("nobody came; 5 -1 the first named did not, 5 -2 the second")),
)
CARD_KEYS: tuple[tuple[str, Promise], ...] = (
    ("5 132", _("table 5: the places by seat; 5 1 10 2 where one has two digits")),
    ("5 c 0 7 3", _("the cards each seat has left")),
    ("5 -", _("nobody came")),
)
_TABLE = re.compile(r"(\d{1,4})(?=\D)\s*(.*)", re.DOTALL)
_GAME = re.compile(
    r"\s*(?:(?P<key>[rtfgwe])(?:(?P<stones>\d{1,2})(?:\.(?P<capstones>\d))?(?!\d))?"
    r"|(?P<seat>[12])(?P<way>[rfw]?)(?![\d.])|(?P<draw>[d=]))"
)
_ABSENT = re.compile(r"[-–]\s*([12]?)")


class SlipUnreadable(DomainError):
    code = "slip_unreadable"
    kind = "invalid"
    message = _("“{typed}” cannot be read. Type the table, then a key for each game: 5r.")


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended for the seats of a table of two. winner None: a draw; way: R, F or 1."""

    winner: int | None
    way: str = "1"
    left: dict[str, int] = field(default_factory=dict)

    def claim(self, first_seat: int) -> dict[str, Any]:
        """As a claim of the game in which this seat moved first."""
        if self.winner is None:
            return {"result": "1/2-1/2"}
        first = self.winner == first_seat
        claim: dict[str, Any] = {"result": f"{self.way}-0" if first else f"0-{self.way}"}
        if self.left:
            claim["reserves"] = {SIDES[0 if first else 1]: self.left}
        return claim


@dataclass(frozen=True, slots=True)
class Slip:
    """ends: of games of two, in their order. told: a claim of a card game. absent: seats."""

    table: int
    ends: tuple[End, ...] = ()
    told: dict[str, Any] | None = None
    absent: tuple[int, ...] = ()
    nobody: bool = False


def read_slip(line: str, *, game: str) -> Slip:
    """:raises SlipUnreadable: it is no line of this game."""
    found = _TABLE.fullmatch(as_latin(line[:200]))
    if found is None or not found[2]:
        raise SlipUnreadable(typed=line[:40])
    table, rest = int(found[1]), found[2].strip()
    if absent := _ABSENT.fullmatch(rest):
        seats = (int(absent[1]),) if absent[1] else ()
        return Slip(table, absent=seats, nobody=not seats)
    if game in CARD_GAMES:
        return Slip(table, told=_cards(rest, line))
    return Slip(table, ends=_ends(rest, line))


def read_end(value: str) -> End:
    """A choice of a form: 1R, 2F, 11 (first seat, other win), =. :raises SlipUnreadable."""
    if value == "=":
        return End(None)
    if len(value) == 2 and value[0] in "12" and value[1] in "RF1":
        return End(int(value[0]), value[1])
    raise SlipUnreadable(typed=value[:40])


def _ends(rest: str, line: str) -> tuple[End, ...]:
    ends: list[End] = []
    at = 0
    while at < len(rest):
        game = _GAME.match(rest, at)
        if game is None:
            raise SlipUnreadable(typed=line[:40])
        ends.append(_end(game))
        at = game.end()
    return tuple(ends)


def _end(game: "re.Match[str]") -> End:
    if game["draw"]:
        return End(None)
    if game["seat"]:
        return End(int(game["seat"]), WAYS[game["way"]])
    winner, way = ONE_KEY[game["key"]]
    if game["stones"] is None:
        return End(winner, way)
    left = {"stones": int(game["stones"]), "capstones": int(game["capstones"] or 0)}
    return End(winner, way, left)


def _cards(rest: str, line: str) -> dict[str, Any]:
    by_cards = rest.startswith("c")
    digits = rest.removeprefix("c").split()
    if len(digits) == 1 and not by_cards:
        digits = list(digits[0])
    if not digits or not all(d.isascii() and d.isdecimal() and len(d) < 4 for d in digits):
        raise SlipUnreadable(typed=line[:40])
    return {"cards_left" if by_cards else "places": [int(d) for d in digits]}
