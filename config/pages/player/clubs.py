"""Clubs and their seasons."""

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club, Context, Document, Event
from config.pages.event.event_rows import event_rows
from config.pages.live import stored_page
from config.pages.site_facts import site_facts
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.standings.points import points_text, read_points


@stored_page(site_facts)
def club_list(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/player/clubs.html", {"clubs": selectors.clubs()})


@stored_page(site_facts)
def club(request: HttpRequest, slug: str) -> HttpResponse:
    actor, found = actor_of(request), selectors.get_club(slug)
    events = selectors.visible_events(actor).filter(club=found)
    may_edit = permissions.may(actor, "club.edit", found)
    context = {
        "club": found,
        "rows": event_rows(events.select_related("club").order_by("-starts_on", "pk")),
        "series": selectors.series_of(found),
        "may_season": permissions.may(actor, "series.edit", found),
        "may_edit": may_edit,
        "may_ask": _may_ask(actor, found),
        "waiting": selectors.requests_to_join(found).count() if may_edit else 0,
        "members": [selectors.resolve(each.player) for each in selectors.members_of(found)],
    }
    return render(request, "pages/player/club.html", context)


def _may_ask(actor: Actor, found: Club) -> bool:
    """Whether the reader is a player whom the club does not list, and who has not asked it."""
    player = selectors.player_of(actor.user_id or 0)
    if player is None:
        return False
    rows = (selectors.memberships_of(player), selectors.requests_of_player(player))
    return not any(each.filter(club=found).exists() for each in rows)


@stored_page(site_facts)
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a season, with the score of each event."""
    found = selectors.get_series(slug)
    document = selectors.series_document(found)
    events = list(selectors.season_events(found))
    in_halves = selectors.season_scoring(found).column.endswith("_x2")
    show: Callable[[int | str], str] = _half_points if in_halves else str
    context = {
        "section": "clubs",
        "series": found,
        "events": events,
        "late": not document["fresh"],
        "rows": [_season_row(row, events, show) for row in document["rows"]],
    }
    return render(request, "pages/event/series.html", context)


def _season_row(
    row: Document, events: Iterable[Event], show: Callable[[int | str], str]
) -> Context:
    """A row with a cell per event, None if the player was not in it."""
    parts = {part["event"]: (show(part["score"]), part["counts"]) for part in row["parts"]}
    cells = [parts.get(event.slug) for event in events]
    return {**row, "cells": cells, "total": show(row["total"])}


def _half_points(value: int | str) -> str:
    return points_text(read_points(value))
