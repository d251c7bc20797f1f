"""The due transfers of a pairing, computed from its bids and results. Reads only.

A slot is at stake once it has a SlotBids row: in the University's scheme when its bids are known,
in the tavern's when a game is submitted or entered. Until it is decided, ante, bid and cover are in
escrow; the cover is the most that the loser may have to pay at the end. A played or adjudicated
result settles the stakes; forfeits, cancelled and unneeded games return everything.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.tak import wagers
from engine.tak.players import SIDES
from engine.tak.results import RESULTS, winner_of
from engine.tak.tavern import max_score_payment, pay_score
from games.models import COUNTED_STATES, Game, SlotBids
from games.outcomes import Facts
from tournaments import selectors
from tournaments.choices import SlotStatus

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

ESCROW, CARRY = "escrow", "carry"
PLAYER = "player"
PUT, COVER = ("ante", "bid"), "cover"
# Settings of stakes that are not rules of the game.
NON_RULE_SETTINGS = frozenset({"limit", "min_age"})
Party = int | str  # an entry's id, or a house account


@dataclass(frozen=True, slots=True)
class DueTransfer:
    """A transfer that must be in the books. game_id: of the counted game that settles it."""

    slot_id: int
    step: str
    payer: Party
    payee: Party
    amount: int
    game_id: int | None = None


def stake_rules(match: Mapping[str, Any]) -> wagers.WagerRules | None:
    """The rules of an event's stakes; None without stakes."""
    stakes = match.get("stakes")
    if stakes is None:
        return None
    return wagers.wager_rules(
        {name: stakes[name] for name in stakes if name not in NON_RULE_SETTINGS}
    )


def due_transfers(pairing_id: int) -> list[DueTransfer]:
    """The due transfers of a pairing, by slot. Five queries."""
    slots = selectors.slots_of_pairing(pairing_id)
    rows = SlotBids.objects.filter(slot__in=[slot.slot_id for slot in slots])
    bids = {row.slot_id: row for row in rows}
    if not slots or not bids:
        return []
    rules = stake_rules(slots[0].match) or wagers.WagerRules()
    counted = dict(
        Game.objects.filter(slot__in=bids, state__in=COUNTED_STATES).values_list("slot_id", "pk")
    )
    found: list[DueTransfer] = []
    carried = 0
    for at, slot in enumerate(slots):
        if slot.slot_id not in bids:
            continue
        if not is_settled(slot):
            found += [] if is_called_off(slot) else escrow_dues(slot, rules, bids[slot.slot_id])
            continue
        goes_on = any(_may_take_over(later, bids) for later in slots[at + 1 :])
        book = EndedGame(slot, rules, bids[slot.slot_id], counted.get(slot.slot_id))
        settled, carried = book.settled(carried, goes_on=goes_on)
        found += settled
    return found


def is_settled(slot: "SlotContext") -> bool:
    """Whether the result of a slot settles its stakes: it was played or adjudicated."""
    return slot.current is not None and slot.current.outcome in RESULTS


def is_called_off(slot: "SlotContext") -> bool:
    """Whether a slot is no longer at stake: it has a result or is unneeded."""
    return slot.current is not None or slot.slot_state == SlotStatus.UNNEEDED


def _may_take_over(slot: "SlotContext", bids: Mapping[int, SlotBids]) -> bool:
    """Whether a later game of the match plays, or may play, for the pot of a draw."""
    if is_settled(slot):
        return slot.slot_id in bids
    return not is_called_off(slot)


def escrow_dues(slot: "SlotContext", rules: wagers.WagerRules, bids: SlotBids) -> list[DueTransfer]:
    """The transfers to escrow while a game runs."""
    cover = cover_amount(slot, rules)
    parts = [] if is_tavern(rules) else wagers.stake_payments(rules, bids.pairs)
    parts += [wagers.Transfer(COVER, side, wagers.POT, cover) for side in SIDES]
    return _dues(slot, bids, [part for part in parts if part.amount])


def is_tavern(rules: wagers.WagerRules) -> bool:
    return rules.scheme == wagers.TAVERN


def pays_for_calls(slot: "SlotContext") -> bool:
    """Whether Tak calls cost coins in a game at stake of this event."""
    rules = stake_rules(slot.match)
    return rules is not None and not is_tavern(rules)


def cover_amount(slot: "SlotContext", rules: wagers.WagerRules) -> int:
    capstones = slot.ruleset.get("capstones", 0)
    pieces = slot.ruleset.get("stones", 0) + capstones
    if is_tavern(rules):
        size = slot.ruleset["size"]
        return max_score_payment(rules, size=size, pieces=pieces, capstones=capstones)
    return wagers.max_end_payment(rules, pieces=pieces)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game at stake with a result."""

    slot: "SlotContext"
    rules: wagers.WagerRules
    bids: SlotBids
    game_id: int | None

    def settled(self, carried: int, *, goes_on: bool) -> tuple[list[DueTransfer], int]:
        """The settling transfers, and the amount carried over from draws to the next game."""
        current = self.slot.current
        assert current is not None
        winner, facts = winner_of(current.outcome), current.facts
        end = wagers.end_from_facts(facts, winner=winner, ruleset=self.slot.ruleset)
        if is_tavern(self.rules):
            paid = pay_score(self.rules, end, size=self.slot.ruleset["size"])
            return _dues(self.slot, self.bids, paid, self.game_id), carried
        into = wagers.stake_payments(self.rules, self.bids.pairs) + call_transfers(
            facts, self.rules
        )
        pot = wagers.pot_after(into)
        out = wagers.settle_pot(self.rules, pot, end, carried=goes_on)
        kept = sum(each.amount for each in out if each.payee == wagers.CARRY)
        if kept:
            carried += kept
        elif carried:
            out += self._carried(winner, carried)
            carried = 0
        put = [each for each in into if each.step in PUT]  # made before there was a game
        rest = [each for each in into if each.step not in PUT] + out
        dues = _dues(self.slot, self.bids, put)
        return dues + _dues(self.slot, self.bids, rest, self.game_id), carried

    def _carried(self, winner: int | None, amount: int) -> list[wagers.Transfer]:
        """The transfers of the pots carried over from earlier draws."""
        if winner is None:
            return wagers.split(amount, step="carried", source=wagers.CARRY)
        return [wagers.Transfer("carried", wagers.CARRY, SIDES[winner - 1], amount)]


def call_transfers(facts: Facts, rules: wagers.WagerRules) -> list[wagers.Transfer]:
    """The transfers for Tak calls: those claimed, else those in the record."""
    if "calls" in facts:
        return wagers.call_payments(
            wagers.charge_claimed_calls(facts["calls"]), step="claimed_call"
        )
    judged = (facts.get("wagers") or {}).get("judged") or []
    calls = [wagers.Call(ply, side, bool(threat)) for ply, side, threat in judged]
    return wagers.call_payments(
        wagers.charge_calls(calls, plies=facts.get("plies", 0), rules=rules)
    )


def _dues(
    slot: "SlotContext",
    bids: SlotBids,
    transfers: Iterable[wagers.Transfer],
    game_id: int | None = None,
) -> list[DueTransfer]:
    """Transfers between sides as transfers between the accounts of their entries."""
    first, second = _movers(slot, bids)
    parties: dict[str, Party] = {
        wagers.FIRST: first,
        wagers.SECOND: second,
        wagers.POT: ESCROW,
        wagers.CARRY: CARRY,
    }
    return [
        DueTransfer(
            slot.slot_id, each.step, parties[each.payer], parties[each.payee], each.amount, game_id
        )
        for each in transfers
    ]


def _movers(slot: "SlotContext", bids: SlotBids) -> Sequence[int]:
    first_seat = bids.first_seat if bids.pairs else slot.first_seat
    seats = sorted(slot.seats, key=lambda seat: seat.order != first_seat)
    return [seat.entry_id for seat in seats]
