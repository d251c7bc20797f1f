"""The text of a personal page without open games."""

from django.utils.translation import gettext as _

from config.pages.me.absences import AbsencePanel
from tournaments import selectors
from tournaments.choices import EntryStatus, EventStatus
from tournaments.selectors import LinkEntry


def idle_text(entry: LinkEntry, away: AbsencePanel) -> str:
    """Why there is nothing to do, and what comes next."""
    if entry.event.state == EventStatus.FINISHED:
        return _("The event is over. Its table stays.")
    if entry.state == EntryStatus.APPLIED:
        return _("You have asked to play. The organiser answers; it appears here by itself.")
    if entry.state == EntryStatus.WAITING:
        return _on_the_list(entry)
    if entry.event.state != EventStatus.RUNNING:
        return _("You are in. Your table appears here when round 1 is published.")
    if away.has_withdrawn:
        return _("You have withdrawn. Games that you played stay.")
    if away.now is not None:
        return _(
            "You have a bye in round %(round)d. Your next table appears here when the next round "
            "is published."
        ) % {"round": away.now}
    return _("Nothing waits for you. Your table appears here when the next round is published.")


def _on_the_list(entry: LinkEntry) -> str:
    waiting = [each.pk for each in selectors.waiting_list(entry.event)]
    place = waiting.index(entry.entry_id) + 1 if entry.entry_id in waiting else len(waiting)
    return _(
        "You are number %(place)d on the waiting list. When a place becomes free, it appears here."
    ) % {"place": place}
