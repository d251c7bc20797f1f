"""The standings of an event: current, by group and stage, and as published."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.event import standings_rows
from config.pages.event.event_rows import Event
from config.pages.event.events import open_event
from config.pages.live import live_event_page, shared_part
from config.pages.names import isolate
from config.pages.templatetags.roadhouse import plain_points
from tournaments import selectors
from tournaments.errors import NotFound
from tournaments.standings.tiebreaks.registry import HALF_POINTS, MESSAGES
from tournaments.state import EventState

LONGEST_VERSION = 10  # digits that every database can store


class StandingsSection(NamedTuple):
    """title: empty if there is only one table."""

    title: str
    table: standings_rows.Standings


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


def _sections_of(found: Event) -> dict[str, Any]:
    document = selectors.standings_document(found)
    states, _version = selectors.event_states(found.pk)
    return {
        "stamp": standings_rows.standings_stamp(document, found.time_zone),
        "late": not document["fresh"],
        "sections": list(standings_sections(document, states[-1])),
    }


def published_standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table as published after a round; each correction is a version of its own."""
    found, context = open_event(request, slug, "standings")
    asked = request.GET.get("version", "")
    version = int(asked) if asked.isdecimal() and len(asked) < LONGEST_VERSION else None
    try:
        document = selectors.published_table(found, number, version)
    except NotFound as error:
        raise Http404(str(error)) from error
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


def _version_labels(versions: list[int]) -> dict[int, str]:
    return {
        version: _("Correction %(number)d") % {"number": number} if number else _("First published")
        for number, version in enumerate(sorted(versions))
    }


def standings_sections(
    document: Mapping[str, Any], state: EventState | None
) -> Iterator[StandingsSection]:
    """The table of the last stage by group, then those of earlier stages."""
    yield from _groups(document, state, "")
    earlier = document.get("earlier", [])
    for number in range(len(earlier), 0, -1):
        stage = {**earlier[number - 1], "event": document["event"]}
        yield from _groups(stage, None, _("Stage %(number)d") % {"number": number})


def _groups(
    document: Mapping[str, Any], state: EventState | None, stage: str
) -> Iterator[StandingsSection]:
    for group, rows in groupby(document["rows"], key=lambda row: row.get("group", "")):
        name = _("Group %(group)s") % {"group": group} if group else ""
        table = standings_rows.build_standings({**document, "rows": list(rows)}, state)
        yield StandingsSection(" · ".join(filter(None, (stage, name))), table)


def _changes(
    changes: list[dict[str, Any]], people: Mapping[int, Mapping[str, Any]]
) -> Iterator[ChangeRow]:
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
