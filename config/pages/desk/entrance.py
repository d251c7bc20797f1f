"""The way to the desk: its place in the menu, and where an organiser lands after signing in."""

from django.urls import reverse

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EventStatus


def has_desk(actor: Actor) -> bool:
    """Whether the menu leads to the desk: the actor is staff of an event or a club."""
    return selectors.is_staff_anywhere(actor)


def desk_of_the_evening(actor: Actor) -> str:
    """The desk of the running event; the list of events if there are more; empty without any."""
    running = selectors.staffed_events(actor).filter(state=EventStatus.RUNNING)
    slugs = list(running.values_list("slug", flat=True)[:2])
    if not slugs:
        return ""
    return (
        reverse("pages:manage", args=slugs) if len(slugs) == 1 else reverse("pages:manage-events")
    )
