"""Events: who may see them, who plays in them."""

from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.models import ClubRole, Entry, Event, EventRole, Round
from tournaments.selectors.people import is_site_staff, staff_of


def _mine(user_id: int) -> Q:
    """Events a user has a part in: as staff, or as a player once they are no draft."""
    mine = Q(pk__in=EventRole.objects.filter(user_id=user_id).values("event_id"))
    mine |= Q(club_id__in=ClubRole.objects.filter(user_id=user_id).values("club_id"))
    entered = Entry.objects.filter(
        Q(player__user_id=user_id) | Q(player__merged_into__user_id=user_id)
    )
    return mine | (Q(pk__in=entered.values("event_id")) & ~Q(state="draft"))


def _open_to(actor: Actor, visibilities: tuple[str, ...]) -> "QuerySet[Event]":
    events = Event.objects.all()
    if actor.kind in ("system", "import") or is_site_staff(actor.user_id):
        return events
    shown = Q(visibility__in=visibilities) & ~Q(state="draft")
    if actor.user_id is not None:
        shown |= _mine(actor.user_id)
    if actor.entry_id is not None:
        shown |= Q(pk__in=Entry.objects.filter(pk=actor.entry_id).values("event_id"))
    return events.filter(shown)


def visible_events(actor: Actor) -> "QuerySet[Event]":
    """Events that lists show the actor: public ones and their own; drafts only to staff."""
    return _open_to(actor, ("public",))


def readable_events(actor: Actor) -> "QuerySet[Event]":
    """Events the actor may read by their address: the unlisted too."""
    return _open_to(actor, ("public", "unlisted"))


def get_event(slug: str, actor: Actor) -> Event:
    """:raises NotFound: there is none, or the actor may not see it."""
    event = readable_events(actor).filter(slug=slug).select_related("club", "series").first()
    if event is None:
        raise NotFound(what="event", key=slug)
    return event


def event_by_id(event_id: int) -> Event:
    """Without asking who looks. :raises NotFound: there is none."""
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound(what="event", key=event_id)
    return event


def event_entries(event: Event) -> "QuerySet[Entry]":
    """Entries by number, those without one by name; with their players."""
    entries = event.entries.select_related("player__merged_into")
    return entries.order_by("number", "player__name", "pk")


def event_rounds(event: Event, actor: Actor) -> "QuerySet[Round]":
    """Rounds in order; drafts only for staff."""
    rounds = event.rounds.order_by("number")
    return rounds if is_staff_of(actor, event.pk) else rounds.exclude(state="draft")


def is_staff_of(actor: Actor, event_id: int) -> bool:
    if actor.kind == "system":
        return True
    if actor.user_id is None:
        return False
    return is_site_staff(actor.user_id) or actor.user_id in staff_of(event_id)


def today(time_zone: str) -> date:
    """The day it is now at the place of an event."""
    return timezone.now().astimezone(ZoneInfo(time_zone)).date()
