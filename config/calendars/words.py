"""Appointments as items of a calendar, in the active language."""

from django.urls import reverse
from django.utils.translation import gettext as _

from config.calendars.items import Item
from tournaments.selectors.events.appointments import (
    DUE,
    GAME,
    LAST_DAY,
    START,
    Appointment,
)

DOMAIN = "roadhouse"  # of UIDs: the same whatever the address of the service is
BUSY = (START, GAME)


def item_of(one: Appointment, *, site: str) -> Item:
    """site: the beginning of addresses, without a slash at the end."""
    if one.round is None:
        path = reverse("pages:event", args=[one.event_slug])
    else:
        path = reverse("pages:event-round", args=[one.event_slug, one.round])
    return Item(
        uid=f"{one.kind}-{one.key}@{DOMAIN}",
        summary=_summary(one),
        begins=one.begins,
        ends=one.ends,
        revision=one.change.number,
        changed_at=one.change.at,
        url=f"{site}{path}",
        place=one.place,
        cancelled=one.cancelled,
        is_busy=one.kind in BUSY,
    )


def _summary(one: Appointment) -> str:
    names = " – ".join(one.names)
    words = {"event": one.event_name, "round": one.round, "names": names}
    if one.kind == START:
        return one.event_name
    if one.kind == GAME:
        return _("{names} ({event}, round {round})").format(**words)
    if one.kind == DUE:
        return _("{names}: to be played by now ({event}, round {round})").format(**words)
    if one.kind == LAST_DAY:
        return _("{event}: round {round} ends").format(**words)
    return _("{event}: round {round}").format(**words)
