"""Clubs: their events and their members."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account import actor_of
from config.pages.event_lines import event_lines
from tournaments import selectors
from tournaments.errors import NotFound


def club_list(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/clubs.html", {"clubs": selectors.clubs()})


def club(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        found = selectors.get_club(slug)
    except NotFound as error:
        raise Http404(str(error)) from error
    events = selectors.visible_events(actor_of(request)).filter(club=found)
    context = {
        "club": found,
        "lines": event_lines(events.select_related("club").order_by("-starts_on", "pk")),
        "members": [selectors.resolve(each.player) for each in selectors.members_of(found)],
    }
    return render(request, "pages/club.html", context)
