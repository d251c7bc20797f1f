"""The standings of an event: current, by group and stage, and as published."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.annotations import Context, Document, Event
from config.pages.event import standings_rows
from config.pages.event.crosstable import game_urls
from config.pages.event.events import crosstable_of, document_of, open_event, states_of
from config.pages.event.parts.outlook_page import has_outlook, outlook_url
from config.pages.event.parts.round_cells import PlayedRounds, played_rounds
from config.pages.event.parts.team_table import team_table
from config.pages.event.standings_rows import Standings, build_standings
from config.pages.live import facts_of_event, live_event_page, shared_part, stored_page
from config.pages.long_lists import (
    SHORT,
    ListedName,
    find_names,
    find_row,
    list_page,
    page_number,
    row_url,
)
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
    """In pages if it is long; a name leads to its row."""
    found, context = open_event(request, slug, "standings")
    page = page_number(request.GET.get("page"))
    if answer := find_row(request, context, lambda name: _find(request, found, name)):
        return answer
    context["leaf"] = shared_part(
        request,
        "pages/event/leaves/sections.html",
        lambda: _sections_of(request, found, page) | {"event": found},
        of=page,
    )
    context["team_table"] = team_table(found) if context["head"]["teams"] else None
    context["published"] = selectors.closed_rounds_published(found)
    return render(request, "pages/event/standings.html", context)


def _sections_of(request: HttpRequest, found: Event, number: int) -> Context:
    """The tables on one page of the standings."""
    document = document_of(request, found)
    states = states_of(request, found)
    is_long = len(document["rows"]) > SHORT
    crosstable = crosstable_of(request, found)
    plans = _plan_sections(
        document,
        None if is_long else states[-1],
        played=played_rounds(crosstable, states, game_urls(crosstable)),
        changes=ratings.rating_changes(found),
        presence=selectors.presence_by_number(found),
        has_links=is_long,
    )
    page = _page_of(plans, number)
    return {
        "stamp": standings_rows.standings_stamp(document, found.time_zone),
        "late": not document["fresh"],
        "sections": list(sections_on_page(plans, page)),
        "page": page,
    }


def _find(request: HttpRequest, found: Event, asked: str) -> list[ListedName]:
    plans = _plan_sections(document_of(request, found), None)
    rows = [(plan.title, row) for plan in plans for row in plan.document["rows"]]
    listed = [
        ListedName(
            row["player"],
            row["name"],
            " · ".join(filter(None, (title, str(row["rank"])))),
            row_url(at, len(rows), f"row-{at + 1}"),
        )
        for at, (title, row) in enumerate(rows)
    ]
    return find_names(asked, listed)


@stored_page(facts_of_event)
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
    plans = _plan_sections(document, None)
    page = _page_of(plans, page_number(request.GET.get("page")))
    context |= {
        "number": number,
        "document": document,
        "sections": list(sections_on_page(plans, page)),
        "page": page,
        "versions": list(labels.items()),
        "label": labels[document["version"]],
        "changes": list(_changes(publication["changes"], people)),
    }
    return render(request, "pages/event/published.html", context)


@stored_page(facts_of_event)
def derivation(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    found, context = open_event(request, slug, "standings")
    people = selectors.players_by_number(found)
    names = {number: isolate(row["name"]) for number, row in people.items()}
    derived = selectors.standings_derivation(found, entry, names)
    url = outlook_url(slug, entry) if has_outlook(found) else ""
    context |= {"player": people[entry], "derived": derived, "outlook_url": url}
    return render(request, "pages/event/derivation.html", context)


def _version_labels(versions: list[int]) -> dict[int, str]:
    return {
        version: _("Correction %(number)d") % {"number": number} if number else _("First published")
        for number, version in enumerate(sorted(versions))
    }


class SectionPlan(NamedTuple):
    """A table that is not built yet. document: its rows."""

    title: str
    document: Document
    build: Callable[..., Standings]


def standings_sections(
    document: Document,
    state: EventState | None,
    *,
    presence: Mapping[int, str] | None = None,
) -> Iterator[StandingsSection]:
    """The table of the last stage by group, then those of earlier stages."""
    for plan in _plan_sections(document, state, presence=presence):
        yield StandingsSection(plan.title, plan.build(plan.document))


def _page_of(plans: Iterable[SectionPlan], number: int) -> "Page[int]":
    """A page of the rows of these tables."""
    return list_page(range(sum(len(plan.document["rows"]) for plan in plans)), str(number))


def sections_on_page(plans: Iterable[SectionPlan], page: "Page[Any]") -> Iterator[StandingsSection]:
    """The rows of these tables that are on a page of all of them."""
    before = 0  # rows of the tables before
    for plan in plans:
        size = len(plan.document["rows"])
        begin, end = page.start_index() - 1 - before, page.end_index() - before
        if begin < size and end > 0:
            shown = slice(max(0, begin), end)
            first = before + shown.start + 1 if page.has_other_pages() else 0
            yield StandingsSection(plan.title, plan.build(plan.document, shown=shown, first=first))
        before += size


def _plan_sections(
    document: Document,
    state: EventState | None,
    *,
    played: Sequence[PlayedRounds] = (),
    changes: Mapping[str, float] | None = None,
    presence: Mapping[int, str] | None = None,
    has_links: bool = False,
) -> list[SectionPlan]:
    """played: the rounds of each stage, for columns of rounds. The others as `build_standings`."""
    now = partial(
        build_standings, state=state, changes=changes, presence=presence, has_links=has_links
    )
    plans = _plan_groups(document, partial(now, played=played[-1] if played else None), "")
    earlier = document.get("earlier", [])
    for number in range(len(earlier), 0, -1):
        stage = {**earlier[number - 1], "event": document["event"]}
        build = partial(build_standings, played=played[number - 1] if played else None)
        plans += _plan_groups(stage, build, _("Stage %(number)d") % {"number": number})
    return plans


def _plan_groups(
    document: Document, build: Callable[..., Standings], stage: str
) -> list[SectionPlan]:
    plans = []
    for group, rows in groupby(document["rows"], key=lambda row: row.get("group", "")):
        name = _("Group %(group)s") % {"group": group} if group else ""
        title = " · ".join(filter(None, (stage, name)))
        plans.append(SectionPlan(title, {**document, "rows": list(rows)}, build))
    return plans


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
