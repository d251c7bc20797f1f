"""The brackets of an event: a drawing per part, and the same matches as a list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from config.pages.annotations import Context, Event
from config.pages.event.bracket_drawing import Box, Side, draw_bracket
from config.pages.event.events import WITH_BRACKET, open_event, states_of
from config.pages.event.parts.bracket_sections import (
    BracketSection,
    Columns,
    feeds_of,
    known_label,
    section_with,
    sections_of,
    shown_columns,
)
from config.pages.event.parts.team_bracket import team_rows
from config.pages.event.rounds import PairingRow, bracket_title, pairing_row
from config.pages.labels import SYSTEMS
from config.pages.live import live_event_page, shared_part
from config.pages.long_lists import ListedName, find_names, find_row
from games import selectors as games
from tournaments import selectors
from tournaments.standings.bracket import (
    DOUBLE_ELIMINATION,
    GRAND_FINAL,
    RESET,
    THIRD_PLACE,
    BracketMatch,
    EntrySource,
    build_bracket,
)
from tournaments.standings.points import Points, points_text
from tournaments.standings.start_numbers import is_undrawn
from tournaments.standings.teams import TEAM_KNOCKOUT, team_state
from tournaments.state import EventState

PairingRows = Mapping[tuple[int, str], PairingRow]  # by round and label
Names = Mapping[int, str]


class MatchRow(NamedTuple):
    """A match of the list. pairing: its published pairing, None if it is still to come.

    label: its id in the bracket; number: its name for people, from 1 in the whole bracket.
    sides: who plays, or where they will come from. title: as `Box.title`.
    """

    label: str
    number: int
    sides: tuple[Side, ...]
    state: str
    pairing: PairingRow | None
    title: str = ""


class BracketColumn(NamedTuple):
    """The matches of one step of a bracket."""

    title: str
    matches: list[MatchRow]


class BracketPart(NamedTuple):
    """A knockout bracket, or the winners' or losers' part of a double elimination."""

    title: str
    drawing: SafeString
    columns: list[BracketColumn]
    sections: Sequence[BracketSection] = ()
    of_teams: bool = False


class EliminationPart(NamedTuple):
    """The matches of a part of a bracket by columns, and the numbers of all matches."""

    title: str
    columns: Columns
    numbers: Mapping[str, int]


@live_event_page
def event_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """A large bracket is drawn in sections; a name leads to its section."""
    found, context = open_event(request, slug, "bracket")
    section = known_label(request.GET.get("section", ""))
    if answer := find_row(request, context, lambda name: _find(request, found, name)):
        return answer
    context["leaves"] = shared_part(
        request,
        "pages/event/leaves/bracket.html",
        lambda: {"event": found} | _brackets_of(request, found, section),
        of=section,
    )
    return render(request, "pages/event/bracket.html", context)


def _brackets_of(request: HttpRequest, found: Event, section: str) -> Context:
    states = _eliminations(request, found)
    drawn = [state for state in states if not is_undrawn(state)]
    parts = list(_brackets(found, drawn, section))
    return {"parts": parts, "undrawn": len(drawn) < len(states)}


def _eliminations(request: HttpRequest, event: Event) -> list[EventState]:
    states = states_of(request, event)
    return [state for state in states if state.system in WITH_BRACKET and state.entrants]


def _find(request: HttpRequest, found: Event, asked: str) -> list[ListedName]:
    """The names in large brackets."""
    drawn = [state for state in _eliminations(request, found) if not is_undrawn(state)]
    return [
        each._replace(url=f"?section={end}#match-{end}")
        for state in reversed(drawn)
        for named in [find_names(asked, _listed(found, state))]
        for part in _split(state)
        for each in named
        if (end := section_with(part.columns, int(each.words)))
    ]


def _listed(found: Event, state: EventState) -> list[ListedName]:
    if state.system == TEAM_KNOCKOUT:
        names = selectors.team_names(found).items()
        return [ListedName(str(number), name, str(number), "") for number, name in names]
    people = selectors.players_by_number(found).items()
    return [ListedName(row["player"], row["name"], str(entry), "") for entry, row in people]


def _brackets(event: Event, drawn: list[EventState], section: str) -> Iterator[BracketPart]:
    """Every part of every drawn bracket, the last stage first."""
    if not drawn:
        return
    names = {entry: row["name"] for entry, row in selectors.players_by_number(event).items()}
    views = selectors.bracket_views(event)
    played = games.games_of_pairings([view["id"] for view in views])
    rows = {(view["round"], view["bracket"]): pairing_row(view, played) for view in views}
    for state in reversed(drawn):
        of_teams = state.system == TEAM_KNOCKOUT
        for part in _split(state):
            if of_teams:
                teams = selectors.team_names(event)
                made = _make_part(part, teams, team_rows(event, state), section)
                yield made._replace(of_teams=True)
            else:
                yield _make_part(part, names, rows, section)


def _split(state: EventState) -> Iterator[EliminationPart]:
    """A knockout as one part, a double elimination as two."""
    seen = team_state(state) if state.system == TEAM_KNOCKOUT else state
    matches = [match for match in build_bracket(seen).matches.values() if match.expected]
    numbers = {match.label: number for number, match in enumerate(matches, start=1)}
    losers = [match for match in matches if match.label.startswith("L")]
    upper = [match for match in matches if match not in losers]
    double = state.system == DOUBLE_ELIMINATION
    title = _("Winners' bracket") if double else str(SYSTEMS[state.system])
    yield EliminationPart(title, _by_column(upper), numbers)
    if losers:
        yield EliminationPart(_("Losers' bracket"), _by_column(losers), numbers)


def _last_step(matches: Iterable[BracketMatch]) -> int:
    return max((_step(match.label) for match in matches if match.label[0] in "WL"), default=1)


def _by_column(matches: list[BracketMatch]) -> Columns:
    last = _last_step(matches)
    by_column: dict[int, list[BracketMatch]] = {}
    for match in matches:
        by_column.setdefault(_column(match.label, last), []).append(match)
    return sorted(by_column.items())


def _make_part(part: EliminationPart, names: Names, rows: PairingRows, section: str) -> BracketPart:
    """The matches that are shown: all, or those of a section."""
    every = [match for _at, found in part.columns for match in found]
    double = any(match.label == GRAND_FINAL for match in every)
    final = _last_step(every) if every[0].label.startswith("W") and not double else 0
    columns = shown_columns(part.columns, section)
    match_rows = {
        match.label: _match_row(match, part.numbers, names, rows)
        for _at, found in columns
        for match in found
    }
    titles = [_column_title(found[0].label, at, final) for at, found in columns]
    boxes = [[_box(match, match_rows[match.label]) for match in found] for _at, found in columns]
    return BracketPart(
        title=part.title,
        drawing=draw_bracket(boxes, titles, mirrored=get_language_bidi()),
        columns=[
            BracketColumn(heading, [match_rows[match.label] for match in found])
            for heading, (_at, found) in zip(titles, columns, strict=True)
        ],
        sections=sections_of(part.columns, section),
    )


def _step(label: str) -> int:
    """The round within the bracket: 2 of W2-1."""
    return int(label[1:].partition("-")[0])


def _column(label: str, last: int) -> int:
    """The match for third place is beside the final."""
    if label in (GRAND_FINAL, RESET):
        return last + 1 + (label == RESET)
    return last if label == THIRD_PLACE else _step(label)


def _column_title(label: str, at: int, final: int) -> str:
    """final: the last step of a single elimination, else 0."""
    if label == GRAND_FINAL:
        return _("Grand final")
    if label == RESET:
        return _("Grand final, second match")
    named = {0: _("Final"), 1: _("Semifinals"), 2: _("Quarterfinals")}
    if final and final - at in named:
        return named[final - at]
    return _("Step %(n)d") % {"n": at}


def _match_row(
    match: BracketMatch, numbers: Mapping[str, int], names: Names, rows: PairingRows
) -> MatchRow:
    pairing = rows.get((match.round, match.label))
    if pairing is not None and len(pairing.seats) == 2:
        sides = tuple(
            Side(seat.name, _score(seat.points_x2), seat.entry == match.winner)
            for seat in pairing.seats
        )
        state = _pairing_label(pairing)
    else:
        sides = tuple(
            _side(match, entry, feed, names, numbers)
            for entry, feed in zip(match.entries, match.plan.sources, strict=True)
        )
        state = _state(match)
    number = numbers[match.label]
    return MatchRow(match.label, number, sides, state, pairing, _match_title(match))


def _match_title(match: BracketMatch) -> str:
    return bracket_title(match.label) if match.label == THIRD_PLACE else ""


def _pairing_label(pairing: PairingRow) -> str:
    """Empty for a match that was played: the score says so."""
    return "" if pairing.state == _("finished") else pairing.state


def _side(
    match: BracketMatch,
    entry: int | None,
    feed: EntrySource,
    names: Names,
    numbers: Mapping[str, int],
) -> Side:
    if entry is not None:
        return Side(names.get(entry, f"#{entry}"), "", entry == match.winner)
    if match.expected < 2 or match.status == "over":
        return Side(_("nobody"), "", False, waiting=True)
    winner, loser = _("winner of match %(number)d"), _("loser of match %(number)d")
    text = winner if feed.kind == "winner" else loser
    return Side(text % {"number": numbers[feed.match]}, "", False, waiting=True)


def _state(match: BracketMatch) -> str:
    if match.status == "over":
        return _("goes on without playing") if match.winner else _("nobody goes on")
    return _("to be paired") if match.status == "ready" else _("to come")


def _score(points_x2: Points | None) -> str:
    return "–" if points_x2 is None else points_text(points_x2)


def _box(match: BracketMatch, row: MatchRow) -> Box:
    return Box(match.label, row.sides, tuple(feeds_of(match)), row.title)
