"""Parser of a typed result slip: the table, then a key for each game. No database.

A slip names the winner by seat. `GameEnd.claim` converts it to a result once it is known which
seat moved first.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.desk.keys import to_latin_keys
from engine.games import CARD_GAMES
from engine.tak.players import SIDES
from tournaments.errors import DomainError
from tournaments.wording import join_with_commas

Claim = dict[str, Any]  # of a game, as services take it
# One key per game. The key to the right of each means the same for the second player.
GAME_KEYS = {
    "r": (1, "R"),
    "t": (2, "R"),
    "f": (1, "F"),
    "g": (2, "F"),
    "w": (1, "1"),
    "e": (2, "1"),
}
WIN_KINDS = {"": "1", "w": "1", "r": "R", "f": "F"}
KEY_HELP: tuple[tuple[str, Promise], ...] = (
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
MATCH_KEY_HELP: tuple[tuple[str, Promise], ...] = (
    ("3: r t d", _("match 3: what would follow the table, for each board that waits, in order")),
    ("3: 1 0 ½", _("… the same by points: 1 as w, 0 as e, ½ as d; so after a table")),
    (
        "3: r . -1",
        _("… board 2 is left out; on board 3 the player of the team named first did not come"),
    ),
)
CARD_KEY_HELP: tuple[tuple[str, Promise], ...] = (
    ("5 132", _("table 5: the places by seat; 5 1 10 2 where one has two digits")),
    ("5 c 0 7 3", _("the cards each seat has left")),
    ("5 -", _("nobody came")),
)
_TABLE = re.compile(r"(\d{1,4})(?=\D)\s*(.*)", re.DOTALL)
_GAME = re.compile(
    r"\s*(?:(?P<draw>[d=]|1[\u2044/]2)|(?P<lost>0)(?![\d.])|(?P<key>[rtfgwe])(?:(?P<stones>\d{1,2})(?:\.(?P<capstones>\d))?(?!\d))?"
    r"|(?P<seat>[12])(?P<way>[rfw]?)(?![\d.]))"
)
_MATCH = re.compile(r"(\d{1,4})\s*:\s*(.+)", re.DOTALL)
LEFT_OUT = "."
_ABSENT = re.compile(r"[-–]\s*([12]?)")


class SlipUnreadable(DomainError):
    code = "slip_unreadable"
    kind = "invalid"
    message = _("“{typed}” cannot be read. Type the table, then a key for each game: 5r.")


class OtherBoards(DomainError):
    code = "other_boards"
    kind = "invalid"
    message = _("Match {match} waits for boards {boards}: type what each of them has, in order.")


@dataclass(frozen=True, slots=True)
class GameEnd:
    """winner: a seat, None for a draw. win_kind: R, F or 1. reserves: the pieces left."""

    winner: int | None
    win_kind: str = "1"
    reserves: dict[str, int] = field(default_factory=dict)

    def turned(self) -> "GameEnd":
        """With the other seat as the winner."""
        return self if self.winner is None else replace(self, winner=3 - self.winner)

    def claim(self, first_seat: int) -> Claim:
        """The claim of a game, given which seat moved first."""
        if self.winner is None:
            return {"result": "1/2-1/2"}
        first = self.winner == first_seat
        claim: Claim = {"result": f"{self.win_kind}-0" if first else f"0-{self.win_kind}"}
        if self.reserves:
            claim["reserves"] = {SIDES[0 if first else 1]: self.reserves}
        return claim


@dataclass(frozen=True, slots=True)
class ParsedSlip:
    """ends: of the games of two players. card_claim: of a card game. absent: seats."""

    table: int
    ends: tuple[GameEnd, ...] = ()
    card_claim: Claim | None = None
    absent: tuple[int, ...] = ()
    nobody: bool = False

    def turned(self) -> "ParsedSlip":
        """With the two seats the other way round."""
        return replace(
            self,
            ends=tuple(end.turned() for end in self.ends),
            absent=tuple(3 - seat for seat in self.absent),
            card_claim=self.card_claim
            and {name: values[::-1] for name, values in self.card_claim.items()},
        )


def parse_slip(line: str, *, game: str) -> ParsedSlip:
    """:raises SlipUnreadable: the line is not a slip of this game."""
    found = _TABLE.fullmatch(to_latin_keys(line[:200]))
    if found is None or not found[2]:
        raise SlipUnreadable(typed=line[:40])
    table, rest = int(found[1]), found[2].strip()
    if absent := _ABSENT.fullmatch(rest):
        seats = (int(absent[1]),) if absent[1] else ()
        return ParsedSlip(table, absent=seats, nobody=not seats)
    if game in CARD_GAMES:
        return ParsedSlip(table, card_claim=_parse_cards(rest, line))
    return ParsedSlip(table, ends=_parse_games(rest, line))


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A line about a whole match of teams; `deal` gives each board its part."""

    match: int
    rest: str

    def deal(self, waiting: Mapping[int, int]) -> dict[int, str]:
        """What is typed of each board, without those left out. waiting: games by board.

        Boards are separated by commas, else by spaces; keys without separators are assigned to the
        boards in order.

        :raises OtherBoards: it does not fit the boards that wait.
        """
        parts = [part.strip() for part in self.rest.split(",")]
        if len(parts) == 1:
            parts = self.rest.split()
        if len(parts) != len(waiting):
            keys = [found[0].strip() for found in _games_in(self.rest)]
            is_keys = "".join(keys) == "".join(self.rest.split())
            if not is_keys or len(keys) != sum(waiting.values()):
                raise OtherBoards(match=self.match, boards=join_with_commas(map(str, waiting)))
            left = iter(keys)
            parts = ["".join(islice(left, games)) for games in waiting.values()]
        dealt = zip(waiting, parts, strict=True)
        return {board: part for board, part in dealt if part != LEFT_OUT}


def parse_match(line: str) -> MatchLine | None:
    """A line with a colon after its number; None for that of a table."""
    found = _MATCH.fullmatch(to_latin_keys(line[:200]))
    return MatchLine(int(found[1]), found[2].strip()) if found else None


def parse_end(value: str) -> GameEnd:
    """A form value: 1R, 2F, 11 (first seat wins otherwise) or =. :raises SlipUnreadable."""
    if value == "=":
        return GameEnd(None)
    if len(value) == 2 and value[0] in "12" and value[1] in "RF1":
        return GameEnd(int(value[0]), value[1])
    raise SlipUnreadable(typed=value[:40])


def _parse_games(rest: str, line: str) -> tuple[GameEnd, ...]:
    games = list(_games_in(rest))
    read = games[-1].end() if games else 0
    if read < len(rest):
        raise SlipUnreadable(typed=line[:40])
    return tuple(map(_game_end, games))


def _games_in(text: str) -> "Iterator[re.Match[str]]":
    """The games that a text begins with, up to what is none."""
    position = 0
    while game := _GAME.match(text, position):
        yield game
        position = game.end()


def _game_end(game: "re.Match[str]") -> GameEnd:
    if game["draw"]:
        return GameEnd(None)
    if game["lost"]:
        return GameEnd(2)
    if game["seat"]:
        return GameEnd(int(game["seat"]), WIN_KINDS[game["way"]])
    winner, win_kind = GAME_KEYS[game["key"]]
    if game["stones"] is None:
        return GameEnd(winner, win_kind)
    reserves = {"stones": int(game["stones"]), "capstones": int(game["capstones"] or 0)}
    return GameEnd(winner, win_kind, reserves)


def _parse_cards(rest: str, line: str) -> Claim:
    by_cards = rest.startswith("c")
    digits = rest.removeprefix("c").split()
    if len(digits) == 1 and not by_cards:
        digits = list(digits[0])
    if not digits or not all(d.isascii() and d.isdecimal() and len(d) < 4 for d in digits):
        raise SlipUnreadable(typed=line[:40])
    return {"cards_left" if by_cards else "places": [int(d) for d in digits]}
