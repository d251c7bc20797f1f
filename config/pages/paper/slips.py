"""Printed result slips: one per game or two of a table, filled in by hand."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages.annotations import Document
from config.pages.desk.links import qr_of
from config.pages.event.rounds import section_title
from config.pages.names import isolate
from engine.games import CARD_GAMES
from tournaments import selectors
from tournaments.choices import FINISHED_SLOTS

SLIPS_PER_PAGE = 8
GAMES_PER_SLIP = 2
ONE_COLUMN = 4  # players of a card table that fit in one column


class SlipRow(NamedTuple):
    """moves: 1 first, 2 second, 0 if it differs by game; `cells` has it by game then."""

    name: str
    moves: int
    cells: list[int]


class ResultSlip(NamedTuple):
    """games: their numbers; none on a spare slip.

    part: leg, group or bracket, or the board of a match of teams.
    """

    table: int | None
    part: str
    rows: list[SlipRow]
    games: list[int]
    qr: SafeString | str

    @property
    def two_columns(self) -> bool:
        return len(self.rows) > ONE_COLUMN


def make_slips(
    view: Document,
    *,
    game: str,
    address: Callable[[int], str],
    boards: Mapping[int, selectors.BoardPlace],
) -> Iterator[ResultSlip]:
    """The slips of the unfinished games of a round, in the order of its tables.

    view: from `selectors.round_view`. address: the page where the result of a pairing is reported.
    boards: of matches of teams, by table; the boards of a match follow each other.
    """
    at_once = 1 if game in CARD_GAMES else GAMES_PER_SLIP
    for pairing in view["pairings"]:
        slots = [slot for slot in pairing["slots"] if slot["state"] not in FINISHED_SLOTS]
        qr = qr_of(address(pairing["id"])) if slots else ""
        board = boards.get(pairing["table"])
        part = _board_title(board) if board else section_title(pairing, view["legs"])
        for start in range(0, len(slots), at_once):
            games = slots[start : start + at_once]
            rows = [_row(seat, games, len(pairing["seats"])) for seat in pairing["seats"]]
            yield ResultSlip(pairing["table"], part, rows, [slot["number"] for slot in games], qr)


def _board_title(place: selectors.BoardPlace) -> str:
    """The match with its teams, and the board if it has several."""
    teams = " – ".join(map(isolate, place.teams))
    if place.board is None:
        return _("match %(match)d: %(teams)s") % {"match": place.match, "teams": teams}
    return _("match %(match)d, board %(board)d: %(teams)s") % {
        "match": place.match,
        "board": place.board,
        "teams": teams,
    }


def spare_slips(slips: list[ResultSlip], *, game: str, games: int) -> list[ResultSlip]:
    """Slips without names that fill the last page. games: per match of the event."""
    missing = -len(slips) % SLIPS_PER_PAGE
    if game in CARD_GAMES:
        seats = max((len(slip.rows) for slip in slips), default=2)
        rows = [SlipRow("", 0, [0])] * seats
    elif games == 1:
        rows = [SlipRow("", 1, [0]), SlipRow("", 2, [0])]
    else:
        rows = [SlipRow("", 0, [1, 2]), SlipRow("", 0, [2, 1])]
    return [ResultSlip(None, "", rows, [], "")] * missing


def counts_reserves(match: Document) -> bool:
    """Whether the pieces left in reserve affect the standings or the stakes."""
    ranks = match.get("rank_by") == "board_plus_reserve" or "BPR" in match.get("tiebreaks", ())
    return ranks or match.get("stakes") is not None


def _row(seat: Document, games: list[Document], seats: int) -> SlipRow:
    moves = [_moves(seat["order"], slot["first_seat"], seats) for slot in games]
    same = len(set(moves)) == 1
    return SlipRow(seat["name"], moves[0] if same else 0, [0] * len(moves) if same else moves)


def _moves(order: int, first_seat: int, seats: int) -> int:
    """1 first, 2 second, 0 neither: with more than two players nobody is second."""
    if order == first_seat:
        return 1
    return 2 if seats == 2 else 0
