"""Keep the books of stakes in step with bids and results.

Every service that decides a slot calls `update_books` with the Event locked. It is idempotent.
Transfers are never edited: a wrong one is reversed by a second one in the other direction.
"""

from collections.abc import Iterable

from games.models import WagerAccount, WagerTransfer
from games.stakes.dues import PLAYER, DueTransfer, Party, due_transfers
from tournaments.actor import Actor
from tournaments.selectors import SlotContext
from tournaments.services import journal

Key = tuple[int, str, Party, Party, int, int | None]


def update_books(actor: Actor, context: SlotContext) -> None:
    """Update the books of a slot's pairing to its bids and results.

    All slots of the pairing count, because a game may become unneeded or take over a pot.
    """
    if context.match.get("stakes") is None:
        return
    live = {
        key_of_transfer(row): row
        for row in WagerTransfer.objects.filter(live=True, slot__pairing=context.pairing_id)
        .select_related("payer", "payee")
        .order_by("pk")
    }
    dues = due_transfers(context.pairing_id)
    wanted = {key_of_due(due) for due in dues}
    gone = [row for key, row in live.items() if key not in wanted]
    new = [due for due in dues if key_of_due(due) not in live]
    if gone or new:
        _move(actor, context, gone, new)


def account_of(context: SlotContext, party: Party) -> WagerAccount:
    """The account of an entry or of the house, created when first needed."""
    if isinstance(party, str):
        house, _made = WagerAccount.objects.get_or_create(
            event_id=context.event_id, entry=None, kind=party
        )
        return house
    account, _made = WagerAccount.objects.get_or_create(
        event_id=context.event_id,
        entry_id=party,
        kind=PLAYER,
        defaults={"floor": -context.match["stakes"]["limit"]},
    )
    return account


def _move(
    actor: Actor, context: SlotContext, gone: Iterable[WagerTransfer], new: Iterable[DueTransfer]
) -> None:
    changes: dict[int, int] = {}
    reversed_ids = [_reverse(row, changes).reverses_id for row in gone]
    accounts: dict[Party, WagerAccount] = {}
    made = []
    for due in new:
        for party in (due.payer, due.payee):
            accounts[party] = accounts.get(party) or account_of(context, party)
        row = WagerTransfer.objects.create(
            slot_id=due.slot_id,
            game_id=due.game_id,
            payer=accounts[due.payer],
            payee=accounts[due.payee],
            amount=due.amount,
            step=due.step,
        )
        _count(changes, row)
        made.append([due.slot_id, due.step, due.payer, due.payee, due.amount])
    _write_balances(changes)
    journal.write(
        actor,
        "stakes.moved",
        scope=f"event:{context.event_slug}",
        subject=f"pairing:{context.pairing_id}",
        after={"reversed": reversed_ids, "made": made},
    )


def _reverse(row: WagerTransfer, changes: dict[int, int]) -> WagerTransfer:
    WagerTransfer.objects.filter(pk=row.pk).update(live=False)
    back = WagerTransfer.objects.create(
        slot_id=row.slot_id,
        game_id=row.game_id,
        payer_id=row.payee_id,
        payee_id=row.payer_id,
        amount=row.amount,
        step=row.step,
        live=False,
        reverses=row,
    )
    _count(changes, back)
    return back


def _count(changes: dict[int, int], row: WagerTransfer) -> None:
    changes[row.payer_id] = changes.get(row.payer_id, 0) - row.amount
    changes[row.payee_id] = changes.get(row.payee_id, 0) + row.amount


def _write_balances(changes: dict[int, int]) -> None:
    """Write each balance once, so that coins that only pass through overdraw no account."""
    moved = [pk for pk, change in sorted(changes.items()) if change]
    rows = WagerAccount.objects.select_for_update().filter(pk__in=moved).order_by("pk")
    for account in rows:
        account.balance += changes[account.pk]
        account.overdrawn = account.balance < account.floor
        account.save(update_fields=["balance", "overdrawn"])


def key_of_transfer(row: WagerTransfer) -> Key:
    payer, payee = _party(row.payer), _party(row.payee)
    return row.slot_id, row.step, payer, payee, row.amount, row.game_id


def _party(account: WagerAccount) -> Party:
    return account.kind if account.entry_id is None else account.entry_id


def key_of_due(due: DueTransfer) -> Key:
    return due.slot_id, due.step, due.payer, due.payee, due.amount, due.game_id
