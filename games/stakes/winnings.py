"""Read the books of stakes: the event's table, a player's account, a game's book.

The books are visible to whoever sees the event. Names are current, also of merged players.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from engine.tak.wagers import WagerRules
from games.models import Game, SlotBids, WagerAccount, WagerTransfer
from games.selectors import View
from games.stakes import bidding
from games.stakes.dues import (
    ESCROW,
    PLAYER,
    is_called_off,
    is_settled,
    is_tavern,
    stake_rules,
)
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.choices import EntryStatus
from tournaments.errors import DomainError, NotFound

if TYPE_CHECKING:
    from tournaments.models import Event


class BookStatus(TextChoices):
    """Of the stakes of one game; derived, not stored."""

    NONE = "none", _("Nothing is at stake.")
    RUNNING = "running", _("At stake; the coins lie in escrow.")
    SETTLED = "settled", _("Settled.")
    CALLED_OFF = "called_off", _("It was not played; everything was given back.")


@dataclass(frozen=True, slots=True)
class SlotStakes:
    """The stakes of one slot. bids: None until they are entered, or in the tavern's scheme until a
    game is submitted. refused: why the next game of the tavern's scheme is not at stake.
    """

    rules: WagerRules
    bids: SlotBids | None
    has_submission: bool
    refused: DomainError | None = None


def bids_of_slot(slot_id: int) -> SlotBids | None:
    return SlotBids.objects.filter(slot=slot_id).first()


def stakes_of_slot(slot: "tournaments.SlotContext") -> SlotStakes:
    """The stakes of a slot; the event must have stakes."""
    rules = stake_rules(slot.match)
    assert rules is not None
    bids = bids_of_slot(slot.slot_id)
    has_submission = bidding.has_submission(slot)
    refused = None
    if is_tavern(rules) and bids is None and not has_submission:
        refused = bidding.stake_refusal(slot)
    return SlotStakes(rules, bids, has_submission, refused)


def winnings_table(event: "Event") -> list[View]:
    """Every player of an event by coins won, the best first. Four queries.

    `won`: from finished games; `held`: in escrow for running ones; `free`: may still be staked.
    Equal winnings share a rank.
    """
    accounts = {row.entry_id: row for row in _accounts(event).filter(kind=PLAYER)}
    held = _held(event)
    limit = (event.match.get("stakes") or {}).get("limit", 0)
    rows = [
        _account_row(entry, accounts.get(entry.pk), held.get(entry.pk, 0), limit)
        for entry in _entries(event)
    ]
    rows.sort(key=lambda row: (-row["won"], row["entry"] or 0))
    for row in rows:
        row["rank"] = 1 + sum(other["won"] > row["won"] for other in rows)
    return rows


def player_account(event: "Event", number: int) -> View:
    """The account of the entry with this number, with every transfer, the oldest first.

    :raises NotFound: there is no such entry.
    """
    entry = next((entry for entry in _entries(event) if entry.number == number), None)
    if entry is None:
        raise NotFound(what="entry", key=number)
    found = next((row for row in winnings_table(event) if row["entry_id"] == entry.pk), None)
    assert found is not None
    mine = Q(payer__entry=entry) | Q(payee__entry=entry)
    balance, lines = 0, []
    for row in transfers(event).filter(mine):
        change = row.amount if row.payee.entry_id == entry.pk else -row.amount
        balance += change
        lines.append({**transfer_row(row), "change": change, "balance": balance})
    return {**found, "transfers": lines}


def transfers(event: "Event") -> "QuerySet[WagerTransfer]":
    """Every transfer of an event, the oldest first, with all that `transfer_row` reads."""
    return (
        WagerTransfer.objects.filter(payer__event=event)
        .select_related(
            "payer__entry__player__merged_into",
            "payee__entry__player__merged_into",
            "slot__pairing__round",
            "game",
        )
        .order_by("pk")
    )


def transfer_row(row: WagerTransfer) -> View:
    slot = row.slot
    return {
        "id": row.pk,
        "at": row.at.isoformat(),
        "round": slot.pairing.round.number,
        "pairing": slot.pairing_id,
        "number": slot.number,
        "game": row.game.public_id if row.game else None,
        "step": row.step,
        "payer": _party(row.payer),
        "payee": _party(row.payee),
        "amount": row.amount,
        "reverses": row.reverses_id,
        "live": row.live,
    }


def books_of_pairing(pairing_id: int, actor: Actor) -> list[View]:
    """The book of each game of a pairing. :raises NotFound: no such pairing for this actor."""
    tournaments.pairing_view(pairing_id, actor)
    slots = tournaments.slots_of_pairing(pairing_id)
    bids = {row.slot_id: row for row in SlotBids.objects.filter(slot__pairing=pairing_id)}
    event = tournaments.event_by_id(slots[0].event_id) if slots else None
    found = [] if event is None else transfers(event).filter(slot__pairing=pairing_id)
    return [
        _book(slot, bids.get(slot.slot_id), [row for row in found if row.slot_id == slot.slot_id])
        for slot in slots
    ]


def book_of_game(game: Game, actor: Actor) -> View:
    """The book of the slot of a game. :raises NotFound: a casual game has none."""
    if game.slot is None:
        raise NotFound(what="book of game", key=game.public_id)
    books = books_of_pairing(game.slot.pairing_id, actor)
    return next(book for book in books if book["number"] == game.slot.number)


def _book(slot: Any, bids: SlotBids | None, rows: Sequence[WagerTransfer]) -> View:
    state = BookStatus.NONE
    if bids is not None:
        state = BookStatus.RUNNING
        if is_called_off(slot):
            state = BookStatus.SETTLED if is_settled(slot) else BookStatus.CALLED_OFF
    nets = {seat.entry_id: 0 for seat in slot.seats}
    for row in rows:
        for account, change in ((row.payer, -row.amount), (row.payee, row.amount)):
            if account.entry_id in nets:
                nets[account.entry_id] += change
    return {
        "pairing": slot.pairing_id,
        "number": slot.number,
        "state": state,
        "bids": bids.pairs if bids else None,
        "agreed": bids.agreed if bids else [],
        "first_seat": slot.first_seat,
        "seats": [
            {"order": seat.order, "entry_id": seat.entry_id, "name": seat.name, "net": net}
            for seat, net in zip(slot.seats, nets.values(), strict=True)
        ],
        "transfers": [transfer_row(row) for row in rows],
    }


def _accounts(event: "Event") -> "QuerySet[WagerAccount]":
    return WagerAccount.objects.filter(event=event)


def _entries(event: "Event") -> Iterable[Any]:
    """The entries that play or have coins."""
    entries = tournaments.event_entries(event)
    has_coins = Q(pk__in=_accounts(event).filter(kind=PLAYER).values("entry"))
    found = entries.filter(Q(state=EntryStatus.IN) | has_coins)
    return found.select_related("player__merged_into").order_by("number", "pk")


def _held(event: "Event") -> dict[int, int]:
    """The coins in escrow by entry, from slots that paid nothing out yet."""
    rows = list(
        WagerTransfer.objects.filter(live=True, payer__event=event)
        .filter(Q(payee__kind=ESCROW) | Q(payer__kind=ESCROW))
        .select_related("payer", "payee")
    )
    paid_out = {row.slot_id for row in rows if row.payer.kind == ESCROW}
    held: dict[int, int] = {}
    for row in rows:
        if row.slot_id not in paid_out and row.payer.entry_id is not None:
            held[row.payer.entry_id] = held.get(row.payer.entry_id, 0) + row.amount
    return held


def _account_row(entry: Any, found: WagerAccount | None, held: int, limit: int) -> View:
    balance = found.balance if found else 0
    floor = found.floor if found else -limit
    player = tournaments.resolve(entry.player)
    return {
        "rank": 0,
        "entry": entry.number,
        "entry_id": entry.pk,
        "player": player.public_id,
        "name": player.name,
        "won": balance + held,
        "held": held,
        "balance": balance,
        "free": max(balance - floor, 0),
        "overdrawn": bool(found and found.overdrawn),
    }


def _party(row: WagerAccount) -> str:
    """The player's name, or that of the house account."""
    return tournaments.resolve(row.entry.player).name if row.entry else row.kind
