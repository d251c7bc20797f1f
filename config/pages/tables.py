"""The standings and the crosstable of an event, as the pages set them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.templatetags.roadhouse import num, plain_points, points, points_tight
from tournaments.standings.scores import Points, game_points_x2, match_points_x2, read_points
from tournaments.standings.tiebreaks import HALF_POINTS, MESSAGES
from tournaments.state import EventState, Played

BOARD_AND_RESERVE = "board_plus_reserve"
_SHORT = {
    "BPR": gettext_lazy("Board"),
    "GP": gettext_lazy("Games"),
    "MP": gettext_lazy("Matches"),
    "WIN": gettext_lazy("Wins"),
    "WON": gettext_lazy("Won"),
    "DE": gettext_lazy("Direct"),
}


Names = Mapping[int, str]  # by entry number
ValueOf = Callable[[Played, int], Points | None]  # what a pairing gave the seat at an index
Show = Callable[[Points], SafeString]


class Column(NamedTuple):
    short: str
    title: str


class Part(NamedTuple):
    """One addend of a sum: what it gave, and against whom."""

    value: SafeString
    name: str


class Why(NamedTuple):
    label: str
    value: SafeString
    parts: list[Part]


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    place: int
    name: str
    url: str
    values: list[SafeString]
    points: SafeString
    why: list[Why]


@dataclass(frozen=True, slots=True)
class Standings:
    """What parts/standings.html sets; `late` when results came in that are not counted yet."""

    columns: list[Column]
    rows: list[Line]
    stamp: str
    late: bool

    @property
    def width(self) -> int:
        return len(self.columns) + 3


class Meeting(NamedTuple):
    points: str | None
    round: int


class Cell(NamedTuple):
    """`kind`: self, win, now (being played) or nothing."""

    kind: str
    meetings: list[Meeting]


class CrossRow(NamedTuple):
    place: int
    name: str
    url: str
    cells: list[Cell]
    points: SafeString


class Crosstable(NamedTuple):
    rows: list[CrossRow]
    stamp: str
    late: bool


Met = dict[int, list[tuple[int, Points | None]]]  # opponent -> (round, half points) of each meeting


def standings(document: Mapping[str, Any], state: EventState, *, stamp: str) -> Standings:
    """The stored table with the derivation of each score.

    `document` is that of `selectors.standings_document`; a late table goes without derivations,
    since `state` is newer.
    """
    late = not document["fresh"]
    names = {row["entry"]: row["name"] for row in document["rows"]}
    codes = list(document["tiebreaks"])
    rank_by = document.get("rank_by", "")
    rows = [
        Line(
            number=row["entry"],
            place=row["rank"],
            name=row["name"],
            url=player_url(row["player"]),
            values=_tie_breaks(codes, row),
            points=num(row["bpr"]) if rank_by == BOARD_AND_RESERVE else points(row["primary_x2"]),
            why=[] if late else _why(row, state, names),
        )
        for row in document["rows"]
    ]
    return Standings([_column(code) for code in codes], rows, stamp, late)


def crosstable(document: Mapping[str, Any], table: Mapping[str, Any], *, stamp: str) -> Crosstable:
    """Who met whom, in the order of the stored `table`; entries it lacks stand at the end."""
    places = {row["entry"]: row for row in table["rows"]}
    ordered = sorted(
        document["rows"],
        key=lambda row: (places.get(row["entry"], {}).get("rank", len(places) + 1), row["entry"]),
    )
    by_entry = {row["entry"]: _met(row["cells"]) for row in ordered}
    rows = []
    for place, row in enumerate(ordered, start=1):
        number = row["entry"]
        cells = [
            Cell("self", [])
            if other["entry"] == number
            else _cell(by_entry[number].get(other["entry"], []), by_entry[other["entry"]], number)
            for other in ordered
        ]
        stands = places.get(number)
        total = points_tight(stands["primary_x2"] if stands else None)
        if stands and table.get("rank_by") == BOARD_AND_RESERVE:
            total = num(stands["bpr"])
        url = player_url(row["player"])
        rows.append(CrossRow(place, row["name"], url, cells, total))
    return Crosstable(rows, stamp, not table["fresh"])


def player_url(public_id: str | None) -> str:
    return reverse("pages:player", args=[public_id]) if public_id else ""


def _met(meetings: Iterable[Mapping[str, Any]]) -> Met:
    """For each opponent the (round, half points) of each meeting; None while it is played."""
    found: Met = {}
    for meeting in meetings:
        for opponent in meeting["opponents"]:
            given = meeting["points_x2"]
            total = None if given is None else read_points(given)
            found.setdefault(opponent, []).append((meeting["round"], total))
    return found


def _cell(mine: Sequence[tuple[int, Points | None]], other: Met, number: int) -> Cell:
    theirs = other.get(number, [])
    if any(total is None for _round, total in mine):
        kind = "now"
    else:
        ahead = sum(total or 0 for _r, total in mine) > sum(total or 0 for _r, total in theirs)
        kind = "win" if ahead else ""
    return Cell(
        kind,
        [Meeting(None if total is None else plain_points(total), at) for at, total in mine],
    )


def _column(code: str) -> Column:
    title = _(MESSAGES[code]) if code in MESSAGES else code
    return Column(str(_SHORT.get(code, code)), title)


def _tie_breaks(codes: Sequence[str], row: Mapping[str, Any]) -> list[SafeString]:
    return [
        points(value) if code in HALF_POINTS else num(value)
        for code, value in zip(codes, row["tie_breaks"], strict=True)
    ]


def _why(row: Mapping[str, Any], state: EventState, names: Names) -> list[Why]:
    """Where match points, game points and board-plus-reserve points of one entry come from."""
    mine = list(state.of(row["entry"]))
    rules = state.rules

    def of_match(pairing: Played, at: int) -> Points | None:
        given = match_points_x2(pairing, rules)
        return None if given is None else given[at]

    def of_games(pairing: Played, at: int) -> Points | None:
        return game_points_x2(pairing, rules)[at] if pairing.finished else None

    def of_board(pairing: Played, at: int) -> int | None:
        if pairing.is_bye or not pairing.finished:
            return None
        return sum(result.bpr[at] for result in pairing.results if result.bpr)

    sums: list[tuple[str, Points, ValueOf, Show]] = [
        (_("Match points"), read_points(row["match_points_x2"]), of_match, points_tight),
        (_("Game points"), read_points(row["game_points_x2"]), of_games, points_tight),
    ]
    if row["bpr"]:
        sums.append((_("Board and reserve"), row["bpr"], of_board, num))
    return [
        Why(label, show(total), _parts(row["entry"], mine, names, value_of, total, show))
        for label, total, value_of, show in sums
    ]


def _parts(
    entry: int,
    pairings: Iterable[Played],
    names: Names,
    value_of: ValueOf,
    total: Points,
    show: Show,
) -> list[Part]:
    """One part for each pairing that gave something, and one for what no pairing gave."""
    values = [(value_of(p, p.seats.index(entry)), _opponents(entry, p, names)) for p in pairings]
    given = [(value, name) for value, name in values if value is not None]
    rest = total - sum(value for value, _name in given)
    if rest:
        given.append((rest, _("absences and rulings")))
    return [Part(show(value), name) for value, name in given]


def _opponents(entry: int, pairing: Played, names: Names) -> str:
    if pairing.is_bye:
        return _("free round")
    others = [names.get(seat, "") for seat in pairing.seats if seat != entry]
    return ", ".join(others)
