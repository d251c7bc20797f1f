"""Write what happened in a hall, on the computer of the hall."""

from django.utils.translation import gettext_lazy as _

from games.models import TakenArchive
from games.services.archives import export_event
from games.services.halls.takes import require_no_drafts
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError


class NoHallHere(DomainError):
    code = "no_hall_here"
    message = _("No event was opened here for a hall.")


class SeveralHalls(DomainError):
    code = "several_halls"
    message = _("Several events were opened here: {events}. Name one with --event.")


def export_return(*, actor: Actor, slug: str = "") -> bytes:
    """The archive of the event that was opened here. slug: needed if there are several.

    :raises NoHallHere, SeveralHalls: which event is meant is not clear.
    :raises HasDraft: a round is a draft.
    """
    opened = TakenArchive.objects.filter(for_hall=True).select_related("event")
    found = [taken.event for taken in opened if slug in ("", taken.event.slug)]
    if not found:
        raise NoHallHere
    if len(found) > 1:
        raise SeveralHalls(events=", ".join(sorted(event.slug for event in found)))
    event = selectors.get_event(found[0].slug, actor)
    require_no_drafts(event)
    return export_event(actor=actor, slug=event.slug)
