"""Planning a whole event at once: its settings, the people who enter it, and whether it opens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.services.entries.entry_lists import ListedEntry
from tournaments.services.entries.listed_players import ListedPlayer
from tournaments.services.events import copying, events
from tournaments.services.people import people

LONGEST_SLUG = copying.LONGEST_SLUG


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to enter: a player who is known here (`public_id`), or one to be made."""

    name: str
    public_id: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """slug: "" makes one from the name; one that is taken gets a number behind it."""

    name: str
    game: str
    stages: Sequence[Mapping[str, Any]]
    slug: str = ""
    starts_on: date | None = None
    club_id: int | None = None
    time_zone: str = "UTC"
    ruleset: Mapping[str, Any] = field(default_factory=dict)
    match: Mapping[str, Any] = field(default_factory=dict)
    people: Sequence[Person] = ()
    open_registration: bool = False


@transaction.atomic
def plan_event(*, actor: Actor, plan: Plan) -> Any:
    """Create an event with everybody in it, or nothing at all; returns the Event.

    The people are written by bulk statements: hundreds of them do not hold SQLite's lock for long.

    :raises DomainError: as the services it calls: create_event, enter_players.
    """
    event = _created(actor, plan)
    if plan.people:
        rows = [ListedEntry(_listed(person)) for person in plan.people]
        ratings.enter_players(actor=actor, event_id=event.pk, rows=rows)
    if plan.open_registration:
        events.open_registration(actor=actor, event_id=event.pk)
    event.refresh_from_db()
    return event


def _listed(person: Person) -> ListedPlayer:
    if person.public_id:
        return ListedPlayer(player=person.public_id)
    return ListedPlayer(name=person.name, unknown=True)


@transaction.atomic
def enter_person(*, actor: Actor, event_id: int, person: Person, rating: int | None = None) -> Any:
    """Enter a player, made first if nobody here is meant; returns the Entry. For staff.

    rating: what staff state instead of what the rating list says.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "entry.add", event)
    if person.public_id:
        player_id = selectors.get_player(person.public_id).pk
    else:
        player_id = people.create_player_for(actor=actor, made_for=event, name=person.name).pk
    return ratings.enter_event(actor=actor, event_id=event_id, player_id=player_id, given=rating)


def _created(actor: Actor, plan: Plan) -> Any:
    wanted = plan.slug or address_of(plan.name, plan.starts_on)
    slug = copying.free_slug(wanted) if wanted in events.RESERVED else wanted
    while True:
        try:
            return events.create_event(
                actor=actor,
                slug=slug,
                name=plan.name,
                game=plan.game,
                club_id=plan.club_id,
                starts_on=plan.starts_on,
                time_zone=plan.time_zone,
                ruleset=plan.ruleset,
                match=plan.match,
                stages=plan.stages,
            )
        except people.SlugTaken:
            slug = copying.free_slug(slug)


def address_of(name: str, starts_on: date | None) -> str:
    """An address from a name; of a name without Latin letters, from the day."""
    made = slugify(name)[:LONGEST_SLUG].strip("-")
    return made or slugify(f"event-{starts_on.isoformat() if starts_on else '1'}")
