"""Clubs and their seasons."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.event.event_rows import event_rows
from tournaments import permissions, selectors
from tournaments.errors import NotFound
from tournaments.standings.points import points_text, read_points


def club_list(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/player/clubs.html", {"clubs": selectors.clubs()})


def club(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        found = selectors.get_club(slug)
    except NotFound as error:
        raise Http404(str(error)) from error
    events = selectors.visible_events(actor_of(request)).filter(club=found)
    context = {
        "club": found,
        "rows": event_rows(events.select_related("club").order_by("-starts_on", "pk")),
        "series": selectors.series_of(found),
        "may_season": permissions.may(actor_of(request), "series.edit", found),
        "members": [selectors.resolve(each.player) for each in selectors.members_of(found)],
    }
    return render(request, "pages/player/club.html", context)


def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a season, with the score of each event."""
    try:
        found = selectors.get_series(slug)
    except NotFound as error:
        raise Http404(str(error)) from error
    document = selectors.series_document(found)
    events = list(selectors.season_events(found))
    in_halves = selectors.season_scoring(found).column.endswith("_x2")
    show: Callable[[Any], str] = _half_points if in_halves else str
    context = {
        "section": "clubs",
        "series": found,
        "events": events,
        "late": not document["fresh"],
        "rows": [_season_row(row, events, show) for row in document["rows"]],
    }
    return render(request, "pages/event/series.html", context)


def _season_row(
    row: Mapping[str, Any], events: Iterable[Any], show: Callable[[Any], str]
) -> dict[str, Any]:
    """A row with a cell per event, None if the player was not in it."""
    parts = {part["event"]: (show(part["score"]), part["counts"]) for part in row["parts"]}
    cells = [parts.get(event.slug) for event in events]
    return {**row, "cells": cells, "total": show(row["total"])}


def _half_points(value: Any) -> str:
    return points_text(read_points(value))
