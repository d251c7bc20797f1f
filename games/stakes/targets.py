"""What the books of a pairing must hold, from its bids and its results alone. Reads only.

A slot is at stake once it has a row of SlotBids: in the University's scheme when its bids are
known, in the tavern's when a game is sent or entered. While it is undecided, ante, bid and cover
lie in escrow; cover is the most that the end may cost a loser, so that both players can pay. A
result that was played or adjudicated settles; a forfeit, a cancelled game and one that is no
longer needed give everything back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.tak import wagers
from engine.tak.players import SIDES
from engine.tak.results import RESULTS, winner_of
from engine.tak.tavern import max_score_payment, pay_score
from games.models import Game, SlotBids
from tournaments import selectors

if TYPE_CHECKING:
    from tournaments.selectors import SlotContext

ESCROW, CARRY = "escrow", "carry"
PLAYER = "player"
PUT, COVER = ("ante", "bid"), "cover"
# What of an event's settings is not a rule of the game.
OWN = frozenset({"limit", "min_age"})
Party = int | str  # an entry's id, or a house account


@dataclass(frozen=True, slots=True)
class Due:
    """A transfer that the facts ask for. game_id: of the counted game it is settled from."""

    slot_id: int
    step: str
    payer: Party
    payee: Party
    amount: int
    game_id: int | None = None


def rules_of(match: Mapping[str, Any]) -> wagers.WagerRules | None:
    """The rules of an event's stakes; None where there are none."""
    stakes = match.get("stakes")
    if stakes is None:
        return None
    return wagers.wager_rules({name: stakes[name] for name in stakes if name not in OWN})


def dues_of_pairing(pairing_id: int) -> list[Due]:
    """Every transfer that the books of a pairing must hold, by slot; in five queries."""
    slots = selectors.slots_of_pairing(pairing_id)
    rows = SlotBids.objects.filter(slot__in=[slot.slot_id for slot in slots])
    bids = {row.slot_id: row for row in rows}
    if not slots or not bids:
        return []
    rules = rules_of(slots[0].match) or wagers.WagerRules()
    counted = dict(
        Game.objects.filter(slot__in=bids, state__in=["confirmed", "ruled"]).values_list(
            "slot_id", "pk"
        )
    )
    found: list[Due] = []
    carried = 0
    for at, slot in enumerate(slots):
        if slot.slot_id not in bids:
            continue
        if not is_settled(slot):
            found += [] if is_called_off(slot) else held(slot, rules, bids[slot.slot_id])
            continue
        goes_on = any(_takes_over(later, bids) for later in slots[at + 1 :])
        book = Book(slot, rules, bids[slot.slot_id], counted.get(slot.slot_id))
        settled, carried = book.settled(carried, goes_on=goes_on)
        found += settled
    return found


def is_settled(slot: "SlotContext") -> bool:
    """Whether the result of a slot moves coins: it was played, or adjudicated as if."""
    return slot.current is not None and slot.current.outcome in RESULTS


def is_called_off(slot: "SlotContext") -> bool:
    """Whether nothing is at stake any more, though nobody won it on the board."""
    return slot.current is not None or slot.slot_state == "unneeded"


def _takes_over(slot: "SlotContext", bids: Mapping[int, SlotBids]) -> bool:
    """Whether a later game of the match is, or may yet be, one for the pot of a draw."""
    if is_settled(slot):
        return slot.slot_id in bids
    return not is_called_off(slot)


def held(slot: "SlotContext", rules: wagers.WagerRules, bids: SlotBids) -> list[Due]:
    """What lies in escrow while a game runs."""
    cover = cover_of(slot, rules)
    parts = [] if is_tavern(rules) else wagers.stake_payments(rules, bids.pairs)
    parts += [wagers.Transfer(COVER, side, wagers.POT, cover) for side in SIDES]
    return _dues(slot, bids, [part for part in parts if part.amount])


def is_tavern(rules: wagers.WagerRules) -> bool:
    return rules.scheme == wagers.TAVERN


def pays_for_calls(slot: "SlotContext") -> bool:
    """Whether Tak calls cost coins in a game at stake of this event."""
    rules = rules_of(slot.match)
    return rules is not None and not is_tavern(rules)


def cover_of(slot: "SlotContext", rules: wagers.WagerRules) -> int:
    capstones = slot.ruleset.get("capstones", 0)
    pieces = slot.ruleset.get("stones", 0) + capstones
    if is_tavern(rules):
        size = slot.ruleset["size"]
        return max_score_payment(rules, size=size, pieces=pieces, capstones=capstones)
    return wagers.max_end_payment(rules, pieces=pieces)


@dataclass(frozen=True, slots=True)
class Book:
    """A game at stake that has ended."""

    slot: "SlotContext"
    rules: wagers.WagerRules
    bids: SlotBids
    game_id: int | None

    def settled(self, carried: int, *, goes_on: bool) -> tuple[list[Due], int]:
        """What it pays, and what of pots of draws the next game plays for."""
        current = self.slot.current
        assert current is not None
        winner, facts = winner_of(current.outcome), current.facts
        end = wagers.end_from_facts(facts, winner=winner, ruleset=self.slot.ruleset)
        if is_tavern(self.rules):
            paid = pay_score(self.rules, end, size=self.slot.ruleset["size"])
            return _dues(self.slot, self.bids, paid, self.game_id), carried
        into = wagers.stake_payments(self.rules, self.bids.pairs) + calls_of(facts, self.rules)
        pot = wagers.pot_after(into)
        out = wagers.settle_pot(self.rules, pot, end, carried=goes_on)
        kept = sum(each.amount for each in out if each.payee == wagers.CARRY)
        if kept:
            carried += kept
        elif carried:
            out += self._carried(winner, carried)
            carried = 0
        put = [each for each in into if each.step in PUT]  # before there was a game to name
        rest = [each for each in into if each.step not in PUT] + out
        dues = _dues(self.slot, self.bids, put)
        return dues + _dues(self.slot, self.bids, rest, self.game_id), carried

    def _carried(self, winner: int | None, amount: int) -> list[wagers.Transfer]:
        """The pots of draws before this game."""
        if winner is None:
            return wagers.split(amount, step="carried", source=wagers.CARRY)
        return [wagers.Transfer("carried", wagers.CARRY, SIDES[winner - 1], amount)]


def calls_of(facts: Mapping[str, Any], rules: wagers.WagerRules) -> list[wagers.Transfer]:
    """What the Tak calls of a game cost: those in its record, else those that were claimed."""
    if "calls" in facts:
        return wagers.call_payments(
            wagers.charge_claimed_calls(facts["calls"]), step="claimed_call"
        )
    shown = (facts.get("wagers") or {}).get("judged") or []
    calls = [wagers.Call(ply, side, bool(threat)) for ply, side, threat in shown]
    return wagers.call_payments(
        wagers.charge_calls(calls, plies=facts.get("plies", 0), rules=rules)
    )


def _dues(
    slot: "SlotContext",
    bids: SlotBids,
    transfers: Iterable[wagers.Transfer],
    game_id: int | None = None,
) -> list[Due]:
    """Transfers of who moves first and second, as those of the entries that sit there."""
    first, second = _movers(slot, bids)
    parties: dict[str, Party] = {
        wagers.FIRST: first,
        wagers.SECOND: second,
        wagers.POT: ESCROW,
        wagers.CARRY: CARRY,
    }
    return [
        Due(slot.slot_id, each.step, parties[each.payer], parties[each.payee], each.amount, game_id)
        for each in transfers
    ]


def _movers(slot: "SlotContext", bids: SlotBids) -> Sequence[int]:
    first_seat = bids.first_seat if bids.pairs else slot.first_seat
    seats = sorted(slot.seats, key=lambda seat: seat.order != first_seat)
    return [seat.entry_id for seat in seats]
