"""Creates an event with its settings and entries in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from django.utils.text import slugify

from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.execution.transactions import in_transaction
from tournaments.services.entries.entry_lists import ListedEntry
from tournaments.services.entries.listed_players import ListedPlayer
from tournaments.services.events import copying, events, roles
from tournaments.services.events.events import NewEvent
from tournaments.services.people import people

if TYPE_CHECKING:
    from tournaments.models import Entry, Event

LONGEST_SLUG = copying.LONGEST_SLUG


@dataclass(frozen=True, slots=True)
class Person:
    """A person to enter: an existing player by public_id, or a new one by name."""

    name: str
    public_id: str = ""


@dataclass(frozen=True, slots=True)
class EventPlan:
    """A slug that is empty is made from the name, with a number appended if it is taken.

    staff: accounts and their roles in the event.
    """

    event: NewEvent
    people: Sequence[Person] = ()
    staff: Sequence[tuple[int, str]] = ()
    open_registration: bool = False


@in_transaction
def plan_event(*, actor: Actor, plan: EventPlan) -> "Event":
    """Create an event with its entries and staff, or nothing; returns the Event.

    Entries are written by bulk statements, so that SQLite's lock is not held for long.

    :raises DomainError: as the services it calls: create_event, enter_players, grant_event_role.
    """
    event = _create_event(actor, plan.event)
    if plan.people:
        rows = [ListedEntry(_listed_player(person)) for person in plan.people]
        ratings.enter_players(actor=actor, event_id=event.pk, rows=rows)
    for user_id, role in plan.staff:
        roles.grant_event_role(actor=actor, event_id=event.pk, user_id=user_id, role=role)
    if plan.open_registration:
        events.open_registration(actor=actor, event_id=event.pk)
    event.refresh_from_db()
    return event


def _listed_player(person: Person) -> ListedPlayer:
    if person.public_id:
        return ListedPlayer(player=person.public_id)
    return ListedPlayer(name=person.name, unknown=True)


@in_transaction
def enter_person(
    *, actor: Actor, event_id: int, person: Person, rating: int | None = None
) -> "Entry":
    """Enter an existing or new player; returns the Entry. For staff.

    rating: overrides the rating list.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "entry.add", event)
    if person.public_id:
        player_id = selectors.get_player(person.public_id).pk
    else:
        player_id = people.create_player_for(actor=actor, made_for=event, name=person.name).pk
    return ratings.enter_event(actor=actor, event_id=event_id, player_id=player_id, given=rating)


def _create_event(actor: Actor, new: NewEvent) -> "Event":
    if new.slug:
        return events.create_event(actor=actor, new=new)
    wanted = make_slug(new.name, new.starts_on)
    slug = copying.free_slug(wanted) if wanted in events.RESERVED else wanted
    while True:
        try:
            return events.create_event(actor=actor, new=replace(new, slug=slug))
        except people.SlugTaken:
            slug = copying.free_slug(slug)


def make_slug(name: str, starts_on: date | None) -> str:
    """A slug from the name, or from the date if the name has no Latin letters."""
    made = slugify(name)[:LONGEST_SLUG].strip("-")
    return made or slugify(f"event-{starts_on.isoformat() if starts_on else '1'}")
