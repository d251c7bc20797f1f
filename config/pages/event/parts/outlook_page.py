"""What an entry of a running event still needs: chances of places, and the games they hang on."""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document, Event
from config.pages.event.events import open_event
from config.pages.live import live_page
from config.pages.names import isolate
from config.pages.site_facts import event_and_rating_facts
from ratings import selectors as ratings
from tournaments import selectors
from tournaments.choices import EventStatus
from tournaments.errors import DomainError, require_found
from tournaments.outlook.marks import CLINCHED, ELIMINATED
from tournaments.wording import join_with_and

MOST_DIGITS = 5  # of a place that is asked for
SMALLEST = 0.005  # a chance below it is less than one per cent
EVERY_GAME_EVEN = gettext_lazy("No rating list has these players: every game counts as even.")
VERDICTS_ON_FIRST = {
    CLINCHED: gettext_lazy("First place is certain."),
    ELIMINATED: gettext_lazy("First place is gone."),
}
VERDICTS = {
    CLINCHED: gettext_lazy("Place %(place)d or better is certain."),
    ELIMINATED: gettext_lazy("Place %(place)d is out of reach."),
}


class PlaceRow(NamedTuple):
    """share: per cent of the bar. words: as people read the chance."""

    place: int
    share: int
    words: str
    is_asked: bool


class NeedRow(NamedTuple):
    """own: one's own results. alternatives: one is enough; all sentences of it have to come."""

    own: str
    words: str
    chance: str
    alternatives: list[list[str]]


class PlaceLink(NamedTuple):
    label: str
    url: str
    is_current: bool


@live_page(event_and_rating_facts)
def event_outlook(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """`place` asks for another place than the first."""
    found, context = open_event(request, slug, "standings")
    people = selectors.players_by_number(found)
    player = require_found(people.get(entry), "entry", entry)
    names = {number: isolate(row["name"]) for number, row in people.items()}
    asked = request.GET.get("place", "")
    place = int(asked) if asked.isdecimal() and len(asked) <= MOST_DIGITS else 1
    context |= {"player": player, "number": entry}
    try:
        outlook = ratings.entry_outlook(found, entry, place=place, names=names)
    except DomainError as refused:
        context["refusal"] = str(refused)
    else:
        context |= {
            "outlook": outlook,
            "verdict": _verdict(outlook),
            "rows": [_row(row, place) for row in outlook["places"]],
            "needs": [_need(need) for need in outlook["needs"]],
            "links": list(_links(found, outlook)),
            "chances_by": _chances_by(outlook),
        }
    return render(request, "pages/event/outlook.html", context)


def outlook_url(event_slug: str, entry: int | None) -> str:
    """The page of an entry; empty for an entry without a number."""
    return "" if entry is None else reverse("pages:outlook", args=[event_slug, entry])


def has_outlook(event: Event) -> bool:
    """Whether links lead to outlooks: the event is played."""
    return bool(event.state == EventStatus.RUNNING)


def _verdict(outlook: Document) -> str:
    """What is certain of the place that is asked for."""
    place, status = outlook["target"]["place"], outlook["target"]["status"]
    words = VERDICTS_ON_FIRST if place == 1 else VERDICTS
    if status in words:
        return str(words[status]) % {"place": place}
    if outlook["best"] is None:
        return ""
    return _("Places %(best)d to %(worst)d are possible.") % {
        "best": outlook["best"],
        "worst": outlook["worst"],
    }


def _row(row: Document, asked: int) -> PlaceRow:
    return PlaceRow(row["place"], round(100 * row["chance"]), _chance(row), row["place"] == asked)


def _need(need: Document) -> NeedRow:
    return NeedRow(
        own=join_with_and(need["own_text"]),
        words=need["text"],
        chance=_chance(need) if 0 < need["chance"] < 1 else "",
        alternatives=[[each["text"] for each in one] for one in need["alternatives"]],
    )


def _chance(row: Document) -> str:
    """A chance in per cent, with two standard errors if it was simulated."""
    chance = row["chance"]
    if 0 < chance < SMALLEST:
        words = _("under %(percent)d %%") % {"percent": 1}
    else:
        words = _("%(percent)d %%") % {"percent": round(100 * chance)}
    if row["error"] is not None:
        words = _("%(chance)s ± %(error)s") % {
            "chance": words,
            "error": f"{max(0.1, 200 * row['error']):.1f}",
        }
    return words


def _links(event: Event, outlook: Document) -> Iterator[PlaceLink]:
    """The places that somebody asks for: the first three, and the line."""
    wanted = {1, 2, 3, outlook["cutoff"] or 1, outlook["target"]["place"]}
    for place in sorted(place for place in wanted if place <= outlook["entries"]):
        url = outlook_url(event.slug, outlook["entry"])
        label = (
            _("First place") if place == 1 else _("Place %(place)d or better") % {"place": place}
        )
        is_current = place == outlook["target"]["place"]
        yield PlaceLink(label, url if place == 1 else f"{url}?place={place}", is_current)


def _chances_by(outlook: Document) -> str:
    """Where the chances of single games come from."""
    if outlook["pool"] is None:
        return str(EVERY_GAME_EVEN)
    return _("The chances of single games are those of the rating list %(list)s.") % {
        "list": isolate(outlook["pool"])
    }
