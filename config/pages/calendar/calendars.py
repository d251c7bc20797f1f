"""The calendars of an event, a club and, at a secret address, a player."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.access.calendar_addresses import account_of_secret
from config.calendars.words import item_of
from config.pages.account.signing_in import actor_of
from config.pages.conditional import asked_language, conditional_file
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.selectors import Appointment

TYPE = "text/calendar; charset=utf-8"
EVENTS = 200  # of a club, the latest


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    event = selectors.get_event(slug, actor_of(request))
    return _answer(request, event.name, selectors.event_appointments([event]))


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Of the events that are listed to the reader."""
    club = selectors.get_club(slug)
    listed = selectors.visible_events(actor_of(request)).filter(club=club)
    events = listed.order_by("-starts_on", "-pk")[:EVENTS]
    return _answer(request, club.name, selectors.event_appointments(events))


@require_safe
def own_calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """Of the player of the account that made the address: what this account may see."""
    user_id = account_of_secret(secret)
    if user_id is None:
        raise Http404
    player = selectors.player_of(user_id)
    found: list[Appointment] = []
    if player is not None:
        readable = selectors.readable_events(Actor("user", user_id=user_id))
        events = selectors.entered_events(readable, player.public_id)
        found = selectors.player_appointments(player, events.order_by("-starts_on", "-pk")[:EVENTS])
    answer = _answer(request, player.name if player else "Roadhouse", found)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _answer(request: HttpRequest, name: str, found: Iterable[Appointment]) -> HttpResponse:
    # Its library takes 9 MB, which most processes never need.
    from config.calendars.ics import write_calendar

    site = request.build_absolute_uri("/").rstrip("/")
    with translation.override(asked_language(request)):
        title = _("{name} at Roadhouse").format(name=name)
        body = write_calendar(title, (item_of(one, site=site) for one in found))
    return conditional_file(request, body, TYPE)
