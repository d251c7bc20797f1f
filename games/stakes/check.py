"""Check the books of stakes: sums, balances, and that exactly the counted results are settled.

Reads only; one sentence for each difference, with entries by number and slots by id.
"""

from collections.abc import Iterator

from django.db.models import F, Sum

from games.models import SlotBids, WagerAccount, WagerTransfer
from games.stakes.books import key_of_due, key_of_transfer
from games.stakes.dues import PLAYER, due_transfers


def check_event_stakes(event_id: int) -> list[str]:
    """Every difference in the books of an event."""
    return [*_balances(event_id), *_reversals(event_id), *_pairings(event_id)]


def _balances(event_id: int) -> Iterator[str]:
    total = 0
    for account in WagerAccount.objects.filter(event=event_id).select_related("entry"):
        total += account.balance
        name = f"account {account.kind} {account.entry.number if account.entry else ''}".strip()
        moved = _sum(payee=account) - _sum(payer=account)
        if account.balance != moved:
            yield f"{name}: says {account.balance}, its transfers {moved}"
        if account.overdrawn != (account.balance < account.floor):
            yield f"{name}: is overdrawn: {account.overdrawn}, with {account.balance}"
        if account.kind != PLAYER and account.balance < 0:
            yield f"{name}: the house owes {-account.balance}"
    if total:
        yield f"stakes: all accounts together hold {total} and not 0"
    elsewhere = WagerTransfer.objects.filter(payer__event=event_id).exclude(payee__event=event_id)
    if elsewhere.exists():
        yield "stakes: coins went to another event"


def _sum(**party: WagerAccount) -> int:
    return WagerTransfer.objects.filter(**party).aggregate(all=Sum("amount"))["all"] or 0


def _reversals(event_id: int) -> Iterator[str]:
    """A transfer that is not live is reversed or a reversal; a reversal mirrors its transfer."""
    rows = WagerTransfer.objects.filter(payer__event=event_id)
    for row in rows.filter(live=False, reverses=None, reversed_by=None):
        yield f"transfer {row.pk}: set aside, and nothing reverses it"
    for row in rows.filter(live=True, reversed_by__isnull=False):
        yield f"transfer {row.pk}: reversed, and still counts"
    backs = rows.filter(reverses__isnull=False)
    mirrors = backs.filter(
        payer=F("reverses__payee"), payee=F("reverses__payer"), amount=F("reverses__amount")
    )
    for row in backs.exclude(pk__in=mirrors.values("pk")):
        yield f"transfer {row.pk}: is not the mirror of what it reverses"


def _pairings(event_id: int) -> Iterator[str]:
    """The live transfers of each pairing are exactly its due transfers."""
    live = WagerTransfer.objects.filter(live=True, payer__event=event_id)
    at_stake = SlotBids.objects.filter(slot__pairing__round__event=event_id)
    pairings = {
        *live.values_list("slot__pairing", flat=True),
        *at_stake.values_list("slot__pairing", flat=True),
    }
    for pairing_id in sorted(pairings):
        due = {key_of_due(due) for due in due_transfers(pairing_id)}
        rows = live.filter(slot__pairing=pairing_id).select_related("payer", "payee")
        booked = {key_of_transfer(row) for row in rows}
        for key in sorted(due - booked, key=str):
            yield f"slot {key[0]}: {key[1]} of {key[4]} is due and not booked"
        for key in sorted(booked - due, key=str):
            yield f"slot {key[0]}: {key[1]} of {key[4]} is booked and not due"
