"""Standings as rows of a page, with the derivation of each score."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages import zones
from config.pages.annotations import Document
from config.pages.event.parts.round_cells import Names, PlayedRounds, RoundCell, round_cells
from config.pages.labels import PRESENCE
from config.pages.templatetags.roadhouse import num, points, points_tight
from tournaments import selectors
from tournaments.outlook.marks import CLINCHED, ELIMINATED
from tournaments.pairing import tie_decisions
from tournaments.standings.points import Points, game_points_x2, match_points_x2, read_points
from tournaments.standings.tiebreaks.registry import HALF_POINTS, MESSAGES
from tournaments.state import EventState, Played
from tournaments.wording import join_with_commas

ALL_ROWS = slice(None)
BOARD_AND_RESERVE = "board_plus_reserve"
_SHORT = {
    "BPR": gettext_lazy("Board"),
    "GP": gettext_lazy("Games"),
    "MP": gettext_lazy("Matches"),
    "WIN": gettext_lazy("Wins"),
    "WON": gettext_lazy("Won"),
    "DE": gettext_lazy("Direct"),
}
# How ties at the qualifying line were settled.
TIE_DECISIONS = {
    tie_decisions.LOT: gettext_lazy("level at the line, place {place} by lot"),
    tie_decisions.PLAYOFF: gettext_lazy("level at the line, place {place} by a play-off"),
    tie_decisions.RULING: gettext_lazy("level at the line, place {place} by a ruling"),
}
# What is certain before the stage is over, by what it is about.
CERTAIN = {
    ("first", CLINCHED): gettext_lazy("first for certain"),
    ("first", ELIMINATED): gettext_lazy("no longer first"),
    ("cutoff", CLINCHED): gettext_lazy("goes on for certain"),
    ("cutoff", ELIMINATED): gettext_lazy("cannot go on"),
}
ValueOf = Callable[[Played, int], Points | None]  # points of the seat at an index
Format = Callable[[Points], SafeString]


class Column(NamedTuple):
    short: str
    title: str


class Addend(NamedTuple):
    """One addend of a sum, and the opponent it came from."""

    value: SafeString
    name: str


class ScoreBreakdown(NamedTuple):
    label: str
    value: SafeString
    addends: list[Addend]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    number: int
    place: str  # 2= if shared
    name: str
    reading: str
    url: str
    values: list[SafeString]
    points: SafeString
    breakdowns: list[ScoreBreakdown]
    derivation_url: str
    tie_decision: str  # how a tie at the qualifying line was settled
    rounds: list[list[RoundCell]]
    change: float | None  # of the rating, by the games of the event
    presence: str = ""  # withdrawn, absent, entered late
    certain: tuple[str, ...] = ()  # of first place and of the line, before the end


@dataclass(frozen=True, slots=True)
class Standings:
    """late: some results are not counted yet. rounds: the numbers of the rounds with a column.

    has_links: each score leads to its derivation, in place of an explanation in the table.
    first: the number of the first row on all pages of a long table, which is in the id of the row;
    0 if rows have no ids.
    """

    columns: list[Column]
    rows: list[StandingsRow]
    stamp: str
    late: bool
    rounds: list[int]
    has_changes: bool
    has_links: bool = False
    first: int = 0

    @property
    def width(self) -> int:
        return len(self.columns) + len(self.rounds) + self.has_changes + 3


def places_of(ranks: Sequence[int]) -> list[str]:
    """Ranks as tables show them; a shared one is "3="."""
    shared = Counter(ranks)
    return [f"{rank}=" if shared[rank] > 1 else str(rank) for rank in ranks]


def build_standings(
    document: Document,
    state: EventState | None = None,
    *,
    stamp: str = "",
    played: PlayedRounds | None = None,
    changes: Mapping[str, float] | None = None,
    presence: Mapping[int, str] | None = None,
    shown: slice = ALL_ROWS,
    has_links: bool = False,
    first: int = 0,
) -> Standings:
    """A stored table; scores are derived from `state` if it belongs to that table.

    changes: of ratings, by the public id of the player. presence: who is not simply there, by
    entry number. shown: the rows of the document. has_links, first: as in `Standings`.

    A late table has no derivations, as `state` is newer than it, and neither has a published one.
    """
    late = not document.get("fresh", True)
    names = {row["entry"]: row["name"] for row in document["rows"]}
    codes = list(document["tiebreaks"])
    rank_by = document.get("rank_by", "")
    shown_rows = document["rows"][shown]
    readings = selectors.name_readings(row["player"] for row in shown_rows if row["player"])
    marks = {number: str(PRESENCE[word]) for number, word in (presence or {}).items()}
    written = places_of([row["rank"] for row in document["rows"]])
    places = {row["entry"]: place for row, place in zip(document["rows"], written, strict=True)}
    changes = changes or {}
    certain = [row.get("certain", {}) for row in document["rows"]]
    has_winner = any(marks.get("first") == CLINCHED for marks in certain)
    rows = [
        StandingsRow(
            number=row["entry"],
            place=places[row["entry"]],
            name=row["name"],
            reading=readings.get(row["player"], ""),
            url=player_url(row["player"]),
            values=tie_break_cells(codes, row),
            points=num(row["bpr"]) if rank_by == BOARD_AND_RESERVE else points(row["primary_x2"]),
            breakdowns=[] if late or state is None else _breakdowns(row, state, names),
            derivation_url=reverse("pages:derivation", args=[document["event"], row["entry"]]),
            tie_decision=_tie_decision(row.get("decided")),
            presence=marks.get(row["entry"], ""),
            certain=_certain(row.get("certain"), has_winner=has_winner),
            rounds=round_cells(row["entry"], played, names, places) if played else [],
            change=changes.get(row["player"]),
        )
        for row in shown_rows
    ]
    return Standings(
        columns=[column_of(code) for code in codes],
        rows=rows,
        stamp=stamp,
        late=late,
        rounds=played.numbers if played else [],
        has_changes=any(row["player"] in changes for row in document["rows"]),
        has_links=has_links and not late,
        first=first,
    )


def _tie_decision(decision: Document | None) -> str:
    """decision: `why` is a code of `ties`; for a ruling a journal line follows it."""
    if decision is None:
        return ""
    words = TIE_DECISIONS[str(decision["why"]).partition(" ")[0]]
    return str(words).format(place=decision["rank"])


def _certain(marks: Document | None, *, has_winner: bool) -> tuple[str, ...]:
    """What is certain of an entry, in words. has_winner: who is first says that others are not."""
    said = dict(marks or {})
    if has_winner and said.get("first") == ELIMINATED:
        del said["first"]
    return tuple(str(CERTAIN[name, mark]) for name, mark in said.items())


def standings_stamp(document: Document, time_zone: str, *, there: bool = False) -> str:
    """After which round the table was computed, and when; empty if it never was.

    there: in the zone of the event, without its name, as for paper on its walls.
    """
    if not document["version"]:
        return ""
    computed_at = parse_datetime(document["computed_at"])
    assert computed_at is not None
    time = zones.local_time(computed_at, time_zone, kind="time", there=there)
    return _("after round %(round)d · %(time)s") % {
        "round": document["after_round"],
        "time": time.words if there else time,
    }


def player_url(public_id: str | None) -> str:
    return reverse("pages:player", args=[public_id]) if public_id else ""


def column_of(code: str) -> Column:
    title = _(MESSAGES[code]) if code in MESSAGES else code
    return Column(str(_SHORT.get(code, code)), title)


def tie_break_cells(codes: Sequence[str], row: Document) -> list[SafeString]:
    return [
        points(value) if code in HALF_POINTS or value is None else num(value)
        for code, value in zip(codes, row["tie_breaks"], strict=True)
    ]


def _breakdowns(row: Document, state: EventState, names: Names) -> list[ScoreBreakdown]:
    """How match points, game points and board-plus-reserve points of an entry add up."""
    mine = list(state.pairings_of(row["entry"]))
    rules = state.rules

    def of_match(pairing: Played, at: int) -> Points | None:
        given = match_points_x2(pairing, rules)
        return None if given is None else given[at]

    def of_games(pairing: Played, at: int) -> Points | None:
        return game_points_x2(pairing, rules)[at] if pairing.is_finished else None

    def of_board(pairing: Played, at: int) -> int | None:
        if pairing.is_bye or not pairing.is_finished:
            return None
        return sum(result.bpr[at] for result in pairing.results if result.bpr)

    sums: list[tuple[str, Points, ValueOf, Format]] = [
        (_("Match points"), read_points(row["match_points_x2"]), of_match, points_tight),
        (_("Game points"), read_points(row["game_points_x2"]), of_games, points_tight),
    ]
    if row["bpr"]:
        sums.append((_("Board and reserve"), row["bpr"], of_board, num))
    return [
        ScoreBreakdown(
            label,
            format_points(total),
            _addends(row["entry"], mine, names, value_of, total, format_points),
        )
        for label, total, value_of, format_points in sums
    ]


def _addends(
    entry: int,
    pairings: Iterable[Played],
    names: Names,
    value_of: ValueOf,
    total: Points,
    format_points: Format,
) -> list[Addend]:
    """One addend per pairing that gave points, and one for points outside pairings."""
    values = [(value_of(p, p.seats.index(entry)), _opponents(entry, p, names)) for p in pairings]
    given = [(value, name) for value, name in values if value is not None]
    rest = total - sum(value for value, _name in given)
    if rest:
        given.append((rest, _("absences and rulings")))
    return [Addend(format_points(value), name) for value, name in given]


def _opponents(entry: int, pairing: Played, names: Names) -> str:
    if pairing.is_bye:
        return _("bye")
    others = [names.get(seat, "") for seat in pairing.seats if seat != entry]
    return join_with_commas(others)
