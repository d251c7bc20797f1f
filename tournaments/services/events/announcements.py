"""Staff tell something to the people of an event.

Who it is for is decided when it is made, and stored. The text is Markdown.
"""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import AnnouncedTo
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Addressee, Announcement, Event
from tournaments.services import journal
from tournaments.services.events.bounds import require_text
from tournaments.services.events.states import lock_event


class NoRunningRound(DomainError):
    code = "no_running_round"
    message = _("No round is being played, so nobody is in it.")


class NobodyAddressed(DomainError):
    code = "nobody_addressed"
    message = _("There is nobody whom this would be for.")


@in_transaction
def announce(*, actor: Actor, event_id: int, text: str, to: str = AnnouncedTo.ALL) -> Announcement:
    """Store a text for all or a group of an event. Locks Event.

    :raises NoRunningRound: it is for a round, and none is being played.
    :raises NobodyAddressed: the group is empty.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.announce", event)
    text = require_text(text.strip(), field="text", most=limits.ANNOUNCEMENT)
    if not text:
        raise InvalidInput(field="text", problem=_("a text"))
    if to not in AnnouncedTo.values:
        raise InvalidInput(field="to", problem=_("all, round, playing or owing"))
    number = selectors.running_round(event) if to in selectors.OF_A_ROUND else None
    if number is None and to in selectors.OF_A_ROUND:
        raise NoRunningRound
    reached = list(selectors.addressed_entries(event, to).values_list("pk", flat=True))
    if not reached and to != AnnouncedTo.ALL:
        raise NobodyAddressed
    made = Announcement.objects.create(event=event, text=text, to=to, round=number)
    Addressee.objects.bulk_create(Addressee(announcement=made, entry_id=pk) for pk in reached)
    after = _codes(made) | {"people": len(reached)}
    journal.write_event(actor, event, "announcement.made", after=after, text=text)
    return made


@in_transaction
def withdraw_announcement(*, actor: Actor, event_id: int, announcement_id: int) -> Announcement:
    """Show it to nobody but staff from now on. Locks Event. Repeating it is harmless."""
    event = lock_event(event_id)
    permissions.require(actor, "event.announce", event)
    found = _get_announcement(event, announcement_id)
    if found.withdrawn_at is None:
        found.withdrawn_at = timezone.now()
        found.save(update_fields=["withdrawn_at"])
        journal.write_event(actor, event, "announcement.withdrawn", after=_codes(found))
    return found


def _get_announcement(event: Event, announcement_id: int) -> Announcement:
    return get_row(event.announcements, "announcement", pk=announcement_id)


def _codes(made: Announcement) -> Document:
    return {"announcement": made.pk, "to": made.to, "round": made.round}
