"""The text of a personal page without open games."""

from django.utils.translation import gettext_lazy as _

from config.pages.me.absences import AbsencePanel
from tournaments import selectors
from tournaments.choices import EntryStatus, EventStatus
from tournaments.selectors import LinkEntry

OVER = _("The event is over. Its table stays.")
APPLIED = _("You have asked to play. The organiser answers; it appears here by itself.")
LISTED = _(
    "You are number %(place)d on the waiting list. When a place becomes free, it appears here."
)
ENTERED = _("You are in. Your table appears here when round 1 is published.")
WITHDRAWN = _("You have withdrawn. Games that you played stay.")
BYE = _(
    "You have a bye in round %(round)d. Your next table appears here when the next round "
    "is published."
)
NOTHING = _("Nothing waits for you. Your table appears here when the next round is published.")


def idle_text(entry: LinkEntry, away: AbsencePanel) -> str:
    """Why there is nothing to do, and what comes next."""
    if entry.event.state == EventStatus.FINISHED:
        return str(OVER)
    if entry.state == EntryStatus.APPLIED:
        return str(APPLIED)
    if entry.state == EntryStatus.WAITING:
        return LISTED % {"place": _place_on_the_list(entry)}
    if entry.event.state != EventStatus.RUNNING:
        return str(ENTERED)
    if away.has_withdrawn:
        return str(WITHDRAWN)
    if away.now is not None:
        return BYE % {"round": away.now}
    return str(NOTHING)


def _place_on_the_list(entry: LinkEntry) -> int:
    waiting = [each.pk for each in selectors.waiting_list(entry.event)]
    return waiting.index(entry.entry_id) + 1 if entry.entry_id in waiting else len(waiting)
