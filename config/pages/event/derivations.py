"""How the numbers of one standings row are derived."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.event.events import open_event
from config.pages.names import isolate
from tournaments import selectors
from tournaments.errors import NotFound


def derivation(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    found, context = open_event(request, slug, "standings")
    people = selectors.players_by_number(found)
    names = {number: isolate(row["name"]) for number, row in people.items()}
    try:
        derived = selectors.standings_derivation(found, entry, names)
    except NotFound as error:
        raise Http404(str(error)) from error
    context |= {"player": people[entry], "derived": derived}
    return render(request, "pages/event/derivation.html", context)
