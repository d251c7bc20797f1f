"""Fees that the desk keeps by hand: what an entry costs, who paid, who need not. Nothing is paid
here.
"""

from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Entry, EntryFee, EventFee
from tournaments.selectors.prizes.fees import OPEN, STATES
from tournaments.services import journal
from tournaments.services.events.states import lock_event
from tournaments.services.prizes.plans import require_currency
from tournaments.wording import one_of_message


class NoFee(DomainError):
    code = "no_fee"
    message = _("The event has no fee yet.")


class FeesSettled(DomainError):
    code = "fees_settled"
    message = _("Some have paid in {currency}. Open their fees before you change the currency.")


@in_transaction
def set_fee(*, actor: Actor, event_id: int, amount: int, currency: str) -> EventFee:
    """Say what an entry costs. Repeating it is harmless. Locks Event.

    amount: in the smallest unit. What was paid before stays as it was paid.

    :raises FeesSettled: others were paid in another currency.
    """
    event = lock_event(event_id)
    permissions.require(actor, "fee.edit", event)
    require_currency(currency)
    if not 0 <= amount <= limits.MOST_MONEY:
        problem = _("from 0 to {most}").format(most=limits.MOST_MONEY)
        raise InvalidInput(field="amount", problem=problem)
    known = EventFee.objects.filter(event=event).first()
    before = _plain(known)
    if (
        known
        and known.currency != currency
        and EntryFee.objects.filter(entry__event=event).exists()
    ):
        raise FeesSettled(currency=known.currency)
    row, _created = EventFee.objects.update_or_create(
        event=event, defaults={"amount": amount, "currency": currency}
    )
    if before != _plain(row):
        journal.write_event(actor, event, "fee.set", before=before, after=_plain(row))
    return row


@in_transaction
def set_entry_fee(*, actor: Actor, entry_id: int, state: str) -> None:
    """Say that the fee of an entry is paid, waived or open. Repeating it is harmless. Locks Event.

    :raises NoFee: the event has none.
    """
    entry = get_row(Entry.objects, "entry", pk=entry_id)
    event = lock_event(entry.event_id)
    permissions.require(actor, "fee.edit", event)
    if state not in STATES:
        raise InvalidInput(field="state", problem=one_of_message(STATES))
    fee = EventFee.objects.filter(event=event).first()
    if fee is None:
        raise NoFee
    known = EntryFee.objects.filter(entry=entry).first()
    if state == (known.state if known else OPEN):
        return
    before = {"fee": known.state, "amount": known.amount} if known else {"fee": OPEN}
    EntryFee.objects.filter(entry=entry).delete()
    after: dict[str, object] = {"fee": OPEN}
    if state != OPEN:
        made = EntryFee.objects.create(entry=entry, state=state, amount=fee.amount)
        after = {"fee": made.state, "amount": made.amount}
    journal.write_event(
        actor, event, "fee.entry", subject=f"entry:{entry.pk}", before=before, after=after
    )


def _plain(row: EventFee | None) -> dict[str, object] | None:
    return {"amount": row.amount, "currency": row.currency} if row else None
