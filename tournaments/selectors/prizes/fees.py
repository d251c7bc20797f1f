"""Who paid the fee of an event."""

from tournaments.choices import EntryStatus
from tournaments.documents import Document
from tournaments.models import Entry, EntryFee, Event, EventFee
from tournaments.selectors.events.events import event_entries
from tournaments.selectors.people.people import resolve

OPEN, PAID, WAIVED = "open", "paid", "waived"
STATES = (OPEN, PAID, WAIVED)


def fees_document(event: Event) -> Document:
    """Every entry that is in, and who paid besides; with the sums of each state. Three queries.

    amount null: the event has no fee.
    """
    fee = EventFee.objects.filter(event=event).first()
    settled = {row.entry_id: row for row in EntryFee.objects.filter(entry__event=event)}
    rows = [
        _row(entry, settled.get(entry.pk), fee)
        for entry in event_entries(event)
        if entry.state == EntryStatus.IN or entry.pk in settled
    ]
    totals = {
        state: {
            "entries": sum(row["state"] == state for row in rows),
            "amount": sum(row["amount"] for row in rows if row["state"] == state),
        }
        for state in STATES
    }
    return {
        "event": event.slug,
        "amount": fee.amount if fee else None,
        "currency": fee.currency if fee else None,
        "totals": totals,
        "entries": rows,
    }


def entry_fee(entry: Entry) -> Document:
    """The fee of one entry. Two queries."""
    fee = EventFee.objects.filter(event=entry.event_id).first()
    row = _row(entry, EntryFee.objects.filter(entry=entry).first(), fee)
    return {**row, "currency": fee.currency if fee else None}


def _row(entry: Entry, settled: EntryFee | None, fee: EventFee | None) -> Document:
    amount = settled.amount if settled else (fee.amount if fee else 0)
    return {
        "entry_id": entry.pk,
        "entry": entry.number,
        "name": resolve(entry.player).name,
        "state": settled.state if settled else OPEN,
        "amount": amount,
    }
