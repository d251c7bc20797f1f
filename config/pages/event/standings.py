"""The standings of an event: current, by group and stage, and as published."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.annotations import Context, Document, Event
from config.pages.event import standings_rows
from config.pages.event.crosstable import game_urls
from config.pages.event.events import open_event
from config.pages.event.standings_rows import PlayedRounds, Standings, build_standings
from config.pages.live import live_event_page, shared_part
from config.pages.names import isolate
from config.pages.templatetags.roadhouse import plain_points
from ratings import selectors as ratings
from tournaments import selectors
from tournaments.standings.tiebreaks.registry import HALF_POINTS, MESSAGES
from tournaments.state import EventState

LONGEST_VERSION = 10  # digits that every database can store


class StandingsSection(NamedTuple):
    """title: empty if there is only one table."""

    title: str
    table: Standings


class ChangeRow(NamedTuple):
    name: str
    column: str
    before: str
    after: str


@live_event_page
def event_standings(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "standings")
    context["leaf"] = shared_part(
        request,
        "pages/event/parts/leaf_sections.html",
        lambda: _sections_of(found) | {"event": found},
    )
    closed = [each for each in selectors.publications(found) if each["kind"] == selectors.CLOSED]
    context["published"] = sorted({each["after_round"] for each in closed})
    return render(request, "pages/event/standings.html", context)


def _sections_of(found: Event) -> Context:
    document = selectors.standings_document(found)
    states, _version = selectors.event_states(found.pk)
    sections = standings_sections(
        document,
        states[-1],
        played=_played_rounds(selectors.crosstable(found), states),
        changes=ratings.rating_changes(found),
        presence=selectors.presence_by_number(found),
    )
    return {
        "stamp": standings_rows.standings_stamp(document, found.time_zone),
        "late": not document["fresh"],
        "sections": list(sections),
    }


def _played_rounds(document: Document, states: Sequence[EventState]) -> list[PlayedRounds]:
    """The rounds of each stage."""
    cells = {row["entry"]: row["cells"] for row in document["rows"]}
    urls = game_urls(document)
    return [
        PlayedRounds(
            sorted({each.round for each in state.played}), cells, _first_movers(state), urls
        )
        for state in states
    ]


def _first_movers(state: EventState) -> dict[tuple[int, int], set[int]]:
    """The entries that move first in matches of one game between two, by round and leg."""
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for each in state.played:
        if len(each.regular_slots) == 1 and len(each.seats) == 2:
            first = each.regular_slots[0].first_seat
            found[each.round, each.leg].add(each.seats[first - 1])
    return found


def published_standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table as published after a round; each correction is a version of its own."""
    found, context = open_event(request, slug, "standings")
    asked = request.GET.get("version", "")
    version = int(asked) if asked.isdecimal() and len(asked) < LONGEST_VERSION else None
    document = selectors.published_table(found, number, version)
    kept = [
        each
        for each in selectors.publications(found)
        if (each["kind"], each["after_round"]) == (selectors.CLOSED, number)
    ]
    publication = next(each for each in kept if each["version"] == document["version"])
    people = selectors.players_by_number(found)
    labels = _version_labels([each["version"] for each in kept])
    context |= {
        "number": number,
        "document": document,
        "sections": list(standings_sections(document, None)),
        "versions": list(labels.items()),
        "label": labels[document["version"]],
        "changes": list(_changes(publication["changes"], people)),
    }
    return render(request, "pages/event/published.html", context)


def derivation(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    found, context = open_event(request, slug, "standings")
    people = selectors.players_by_number(found)
    names = {number: isolate(row["name"]) for number, row in people.items()}
    derived = selectors.standings_derivation(found, entry, names)
    context |= {"player": people[entry], "derived": derived}
    return render(request, "pages/event/derivation.html", context)


def _version_labels(versions: list[int]) -> dict[int, str]:
    return {
        version: _("Correction %(number)d") % {"number": number} if number else _("First published")
        for number, version in enumerate(sorted(versions))
    }


def standings_sections(
    document: Document,
    state: EventState | None,
    *,
    played: Sequence[PlayedRounds] = (),
    changes: Mapping[str, float] | None = None,
    presence: Mapping[int, str] | None = None,
) -> Iterator[StandingsSection]:
    """The table of the last stage by group, then those of earlier stages.

    played: the rounds of each stage, for columns of rounds. The others as `build_standings`.
    """
    now = partial(build_standings, state=state, changes=changes, presence=presence)
    yield from _groups(document, partial(now, played=played[-1] if played else None), "")
    earlier = document.get("earlier", [])
    for number in range(len(earlier), 0, -1):
        stage = {**earlier[number - 1], "event": document["event"]}
        build = partial(build_standings, played=played[number - 1] if played else None)
        yield from _groups(stage, build, _("Stage %(number)d") % {"number": number})


def _groups(
    document: Document, build: Callable[[Document], Standings], stage: str
) -> Iterator[StandingsSection]:
    for group, rows in groupby(document["rows"], key=lambda row: row.get("group", "")):
        name = _("Group %(group)s") % {"group": group} if group else ""
        table = build({**document, "rows": list(rows)})
        yield StandingsSection(" · ".join(filter(None, (stage, name))), table)


def _changes(changes: list[Document], people: Mapping[int, Document]) -> Iterator[ChangeRow]:
    for change in changes:
        column, name = change["column"], people.get(change["entry"], {}).get("name", "")
        in_halves = column.endswith("_x2") or column in HALF_POINTS
        before, after = (
            "–" if value is None else plain_points(value) if in_halves else str(value)
            for value in (change["before"], change["after"])
        )
        yield ChangeRow(isolate(name), _column(column), before, after)


def _column(column: str) -> str:
    titles = {
        "rank": _("Place"),
        "match_points_x2": _("Match points"),
        "game_points_x2": _("Game points"),
        "bpr": _("Board and reserve"),
        "primary_x2": _("Points"),
    }
    return titles.get(column) or _(MESSAGES[column])
