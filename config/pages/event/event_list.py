"""All events: current, upcoming and past."""

from collections.abc import Iterable
from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.event.event_rows import EventRow, event_rows
from config.pages.forms import Text
from config.pages.labels import FINISHED, GAME_NAMES, RUNNING
from config.pages.live import stored_page
from config.pages.site_facts import site_facts
from tournaments import selectors
from tournaments.choices import BEFORE_START

LIST_PAGE = 30  # past events


class EventSection(NamedTuple):
    """empty: the text if there are no rows."""

    title: Text
    rows: list[EventRow]
    empty: Text


@stored_page(site_facts)
def event_list(request: HttpRequest) -> HttpResponse:
    chosen = {
        "q": request.GET.get("q", "").strip(),
        "club": request.GET.get("club", ""),
        "game": request.GET.get("game", ""),
    }
    events = _filter(selectors.visible_events(actor_of(request)).select_related("club"), chosen)
    over = events.filter(state=FINISHED).order_by(F("starts_on").desc(nulls_last=True), "-pk")
    page = Paginator(over, LIST_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "events",
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "clubs": selectors.clubs(),
        "games": GAME_NAMES,
        "event_sections": (sections := _sections(events, page)),
        "none_found": not any(section.rows for section in sections) and any(chosen.values()),
        "page": page,
    }
    return render(request, "pages/event/events.html", context)


def _filter(events: "QuerySet[Event]", chosen: dict[str, str]) -> "QuerySet[Event]":
    if chosen["q"]:
        events = events.filter(name__icontains=chosen["q"])
    if chosen["club"]:
        events = events.filter(club__slug=chosen["club"])
    if chosen["game"]:
        events = events.filter(game=chosen["game"])
    return events


def _sections(events: "QuerySet[Event]", page: Iterable[Event]) -> list[EventSection]:
    now = events.filter(state=RUNNING).order_by(F("starts_on").desc(nulls_last=True), "-pk")
    soon = events.filter(state__in=BEFORE_START).order_by(F("starts_on").asc(nulls_last=True), "pk")
    return [
        EventSection(
            gettext_lazy("Now"),
            event_rows(now),
            gettext_lazy("No event is being played."),
        ),
        EventSection(
            gettext_lazy("Soon"),
            event_rows(soon),
            gettext_lazy("The next event appears here when its organiser opens it."),
        ),
        EventSection(
            gettext_lazy("Past"),
            event_rows(page),
            gettext_lazy("Events that are over are kept here, with all their games."),
        ),
    ]
