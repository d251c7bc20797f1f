"""All events: those that are played now, those to come, those that are over."""

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.event.event_lines import (
    GAMES,
    OVER,
    RUNNING,
    SOON,
    EventLine,
    event_lines,
)
from tournaments import selectors

LIST_PAGE = 30  # of those that are over


class Part(NamedTuple):
    """`empty`: what is said where there is none."""

    title: Any
    lines: list[EventLine]
    empty: Any


def event_list(request: HttpRequest) -> HttpResponse:
    chosen = {
        "q": request.GET.get("q", "").strip(),
        "club": request.GET.get("club", ""),
        "game": request.GET.get("game", ""),
    }
    listed = _chosen(selectors.visible_events(actor_of(request)).select_related("club"), chosen)
    over = listed.filter(state=OVER).order_by(F("starts_on").desc(nulls_last=True), "-pk")
    page = Paginator(over, LIST_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "events",
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "clubs": selectors.clubs(),
        "games": GAMES,
        "parts": (parts := _parts(listed, page)),
        "none_found": not any(part.lines for part in parts) and any(chosen.values()),
        "page": page,
    }
    return render(request, "pages/event/events.html", context)


def _chosen(listed: Any, chosen: dict[str, str]) -> Any:
    if chosen["q"]:
        listed = listed.filter(name__icontains=chosen["q"])
    if chosen["club"]:
        listed = listed.filter(club__slug=chosen["club"])
    if chosen["game"]:
        listed = listed.filter(game=chosen["game"])
    return listed


def _parts(listed: Any, page: Any) -> list[Part]:
    now = listed.filter(state=RUNNING).order_by(F("starts_on").desc(nulls_last=True), "-pk")
    soon = listed.filter(state__in=SOON).order_by(F("starts_on").asc(nulls_last=True), "pk")
    return [
        Part(
            gettext_lazy("Now"),
            event_lines(now),
            gettext_lazy("No event is being played."),
        ),
        Part(
            gettext_lazy("Soon"),
            event_lines(soon),
            gettext_lazy("The next event appears here when its organiser opens it."),
        ),
        Part(
            gettext_lazy("Past"),
            event_lines(page),
            gettext_lazy("Events that are over are kept here, with all their games."),
        ),
    ]
