"""Stakes by the University's gambling rules (TAK-7), in coins that are points, not money.

The rules of both schemes are here; tavern.py has the payments of the tavern scheme.

Input: rules, bids, Tak calls, the end of a game. Output: transfers between the first player, the
second player and the pot, so the net amounts of a game always sum to zero. Balances and limits of
the players are not part of this module.

The higher bidder moves first, so the first player is also the one who pays the bid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from engine.errors import RecordError, gettext_noop
from engine.tak.bot import can_win
from engine.tak.notation.ptn import parse_ptn
from engine.tak.notation.tps import parse_tps
from engine.tak.opening import positions_after, replay_from
from engine.tak.players import SIDES, Player
from engine.tak.position import Position
from engine.tak.results import PLAYED_OUT
from engine.tak.ruleset import ruleset_from_dict

FIRST, SECOND, POT, CARRY = "first", "second", "pot", "carry"
CALL_COINS = 2  # TAK-7.3
UNPLAYED_COINS = 1  # for each piece left, TAK-7.6
MAX_COINS = 10_000  # of an ante or a bid
MAX_FACTOR = 10
MAX_POINT_COINS = 1_000
MAX_BIDS = 3  # the third tie is settled by lot, TAK-7.2
MAX_CALLS = 200  # of one record, because checking a call searches every move
CALLED = "call"  # the comment that marks a Tak call
TAK_MARK = "'"
UNIVERSITY, TAVERN = "university", "tavern"
CHOICES: dict[str, tuple[str, ...]] = {
    "scheme": (UNIVERSITY, TAVERN),
    "bid_mode": ("sealed", "ascending"),
    "call_sign": ("comment", "mark", "either"),
    "tak_call_valid": ("true_threat", "any"),
    "gamble_draw": ("split", "carry_over"),
}


class WagerRuleUnknown(RecordError):
    code = "wager_rule_unknown"
    message = gettext_noop("stakes have no rule named {name}.")


class WagerValueUnknown(RecordError):
    code = "wager_value_unknown"
    message = gettext_noop("the stakes' rule {name} cannot be {value}.")


class BidsUnreadable(RecordError):
    code = "bids_unreadable"
    message = gettext_noop("bids are one to three pairs of coins, each from 0 to {most}.")


class BidsTied(RecordError):
    code = "bids_tied"
    message = gettext_noop("the bids are equal: bid again; after a third tie the lot decides.")


class BidsGoOn(RecordError):
    code = "bids_go_on"
    message = gettext_noop("a pair of bids follows although the one before it had a winner.")


class AscendingBids(RecordError):
    code = "ascending_bids"
    message = gettext_noop("of ascending bids, give the last of each player; the two differ.")


class TooManyCalls(RecordError):
    code = "too_many_calls"
    message = gettext_noop("the record calls Tak more than {most} times.")


@dataclass(frozen=True, slots=True)
class WagerRules:
    """scheme: university (TAK-7), or tavern: the loser pays the winner's score (TAK-8.3).

    University: ante: coins of each player. bid_mode: sealed bids are repeated after a tie,
    ascending bids cannot tie. call_sign: how a record marks a Tak call: the comment {call}, the
    Tak mark ' or either. tak_call_valid: whether a call needs a threat to win (TAK-7.5); the
    source has no such condition. gamble_draw: what happens to the pot of a draw (TAK-7.8).

    Tavern: point_coins: coins for each point of the score.

    capless_stake_factor: after a game played out to a winner who placed no capstone, the loser pays
    the ante, or in the tavern the whole score, this many times; 1 is off (TAK-7.10).

    :raises WagerValueUnknown: an invalid value.
    """

    scheme: str = UNIVERSITY
    ante: int = 10
    bid_mode: str = "sealed"
    call_sign: str = "comment"
    tak_call_valid: str = "any"
    gamble_draw: str = "split"
    point_coins: int = 1
    capless_stake_factor: int = 1

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise WagerValueUnknown(name=name, value=str(getattr(self, name))[:80])
        for name, least, most in (
            ("ante", 0, MAX_COINS),
            ("point_coins", 1, MAX_POINT_COINS),
            ("capless_stake_factor", 1, MAX_FACTOR),
        ):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise WagerValueUnknown(name=name, value=str(value)[:80])

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def wager_rules(values: Mapping[str, Any]) -> WagerRules:
    """The rules with these values changed.

    :raises WagerRuleUnknown, WagerValueUnknown: there is no such rule or value.
    """
    known = {field.name for field in fields(WagerRules)}
    for name in values:
        if name not in known:
            raise WagerRuleUnknown(name=str(name)[:80])
    return WagerRules(**values)


@dataclass(frozen=True, slots=True)
class Call:
    """A Tak call of `side` (1 or 2) after a ply, counted from 1.

    threat: whether the caller could win at once with a second move in a row.
    """

    ply: int
    side: int
    threat: bool


@dataclass(frozen=True, slots=True)
class Transfer:
    """Coins between two of: first, second, pot, carry (the pot of the next game)."""

    step: str
    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended. winner: 1, 2, or None for a draw. unplayed: pieces left to the winner; 0 if
    unknown. capless: the game was played out, and the winner had capstones but placed none."""

    winner: int | None
    unplayed: int = 0
    capless: bool = False


# Bids


def highest_bidder(bids: Sequence[Sequence[int]], mode: str = "sealed") -> int | None:
    """The higher bidder, 1 or 2; None after the third tie, when the lot decides (TAK-7.2).

    :raises BidsUnreadable, BidsTied, BidsGoOn, AscendingBids: these bids have no winner.
    """
    pairs = [tuple(pair) for pair in bids]
    if not 1 <= len(pairs) <= MAX_BIDS or not all(map(_is_pair, pairs)):
        raise BidsUnreadable(most=MAX_COINS)
    one, other = pairs[-1]
    if mode == "ascending" and (len(pairs) > 1 or one == other):
        raise AscendingBids
    if any(a != b for a, b in pairs[:-1]):
        raise BidsGoOn
    if one == other:
        if len(pairs) < MAX_BIDS:
            raise BidsTied
        return None
    return 1 if one > other else 2


def _is_pair(pair: tuple[object, ...]) -> bool:
    return len(pair) == 2 and all(type(bid) is int and 0 <= bid <= MAX_COINS for bid in pair)


def winning_bid(bids: Sequence[Sequence[int]]) -> int:
    """The bid that the first player pays; after a lot, the tied bid."""
    return max(bids[-1])


# Calls


def called_plies(
    comments: Mapping[int, Sequence[str]], tokens: Sequence[str] = (), sign: str = "comment"
) -> list[int]:
    """The plies after which Tak was called. sign: the `call_sign` of the rules."""
    plies = set()
    if sign in ("comment", "either"):
        plies |= {
            ply
            for ply, texts in comments.items()
            if ply and any(text.strip().lower() == CALLED for text in texts)
        }
    if sign in ("mark", "either") and TAK_MARK in " ".join(tokens):
        plies |= {ply for ply, token in enumerate(tokens, start=1) if TAK_MARK in token}
    return sorted(plies)


def threatens(position: Position, player: Player) -> bool:
    """Whether the player could win at once if it were their turn (TAK-7.5)."""
    return position.outcome is None and can_win(replace(position, to_move=player))


def read_calls(record: str, rules: Mapping[str, object], *, sign: str = "comment") -> list[Call]:
    """The Tak calls of a record that `verify` accepts under these rules.

    A second effective call in a row by the same player costs nothing, so its threat is not
    checked (TAK-7.4).

    :raises TooManyCalls: more than `MAX_CALLS`.
    """
    game, ruleset = parse_ptn(record), ruleset_from_dict(rules)
    wanted = set(called_plies(game.comments, game.tokens, sign))
    if not wanted:
        return []
    if len(wanted) > MAX_CALLS:
        raise TooManyCalls(most=MAX_CALLS)
    tps = game.tags.get("tps", "").strip()
    start = parse_tps(tps, ruleset) if tps else None
    _, on_setup = replay_from(game.tokens, ruleset, start)
    begun = start if start is not None else Position.start(ruleset)
    calls: list[Call] = []
    token = 0
    for ply, after in enumerate(positions_after(game.tokens, begun, on_setup=on_setup), start=1):
        side = after.to_move.opponent
        if ply in wanted:
            threat = token != side and threatens(after, side)
            token = side if threat else token
            calls.append(Call(ply, side, threat))
    return calls


def charge_calls(
    calls: Iterable[Call], *, plies: int, rules: WagerRules
) -> list[tuple[int, Player]]:
    """The ply of each call that costs coins, and the player who pays.

    The token is with the player who made the last effective call, so nobody pays twice in a row. A
    call after the last ply is not paid: payment is due before the opponent's next ply, and a player
    who resigned then did so instead of paying (TAK-7.3, 7.4, 7.7).
    """
    paid: list[tuple[int, Player]] = []
    token = 0
    for call in sorted(calls, key=lambda each: each.ply):
        valid = call.threat or rules.tak_call_valid == "any"
        if not valid or token == call.side or call.ply >= plies:
            continue
        token = call.side
        paid.append((call.ply, Player(call.side).opponent))
    return paid


def charge_claimed_calls(sides: Iterable[str]) -> list[tuple[int, Player]]:
    """The number of each claimed call that costs coins, from 1, and the player who pays.

    sides: the callers, first or second, in order. Without positions only the token decides
    (TAK-7.4).
    """
    paid: list[tuple[int, Player]] = []
    token = 0
    for number, name in enumerate(sides, start=1):
        side = Player(SIDES.index(name) + 1)
        if side != token:
            token = side
            paid.append((number, side.opponent))
    return paid


# Coins


def stake_payments(
    rules: WagerRules, bids: Sequence[Sequence[int]], paid: Sequence[tuple[int, int]] = ()
) -> list[Transfer]:
    """The payments into the pot: antes, the bid, the calls (TAK-7.1 to 7.4)."""
    into = [Transfer("ante", side, POT, rules.ante) for side in SIDES]
    into.append(Transfer("bid", FIRST, POT, winning_bid(bids)))
    return [each for each in into if each.amount] + call_payments(paid)


def call_payments(paid: Sequence[tuple[int, int]], *, step: str = "call") -> list[Transfer]:
    """The payments for calls, given the ply or number of each and the player who pays."""
    return [Transfer(f"{step}:{at}", SIDES[side - 1], POT, CALL_COINS) for at, side in paid]


def pot_after(transfers: Iterable[Transfer]) -> int:
    """Coins in the pot after these transfers."""
    return net_gains(transfers).get(POT, 0)


def settle_pot(rules: WagerRules, pot: int, end: End, *, carried: bool = False) -> list[Transfer]:
    """The payments of a finished game: the pot, and coins of the loser (TAK-7.6, 7.8, 7.10).

    carried: there is a next game that can take over the pot of a draw.
    """
    if end.winner is None:
        if carried and rules.gamble_draw == "carry_over":
            return [Transfer("carry", POT, CARRY, pot)] if pot else []
        return split(pot)
    winner, loser = SIDES[end.winner - 1], SIDES[2 - end.winner]
    extra = rules.ante * (rules.capless_stake_factor - 1) if end.capless else 0
    paid = [
        Transfer("pot", POT, winner, pot),
        Transfer("unplayed", loser, winner, UNPLAYED_COINS * end.unplayed),
        Transfer("capless", loser, winner, extra),
    ]
    return [each for each in paid if each.amount]


def split(pot: int, *, step: str = "split", source: str = POT) -> list[Transfer]:
    """Half of the pot for each; an odd coin goes to the player who paid the bid (TAK-7.8)."""
    halves = [
        Transfer(f"{step}:1", source, FIRST, pot - pot // 2),
        Transfer(f"{step}:2", source, SECOND, pot // 2),
    ]
    return [each for each in halves if each.amount]


def max_end_payment(rules: WagerRules, *, pieces: int) -> int:
    """The maximum payment of a loser beyond the pot; pieces: of one player's set."""
    return UNPLAYED_COINS * pieces + rules.ante * (rules.capless_stake_factor - 1)


def net_gains(transfers: Iterable[Transfer]) -> dict[str, int]:
    """The net gain of each party; they sum to zero."""
    found: dict[str, int] = {}
    for each in transfers:
        found[each.payer] = found.get(each.payer, 0) - each.amount
        found[each.payee] = found.get(each.payee, 0) + each.amount
    return found


def end_from_facts(
    facts: Mapping[str, Any], *, winner: int | None, ruleset: Mapping[str, Any]
) -> End:
    """The end from stored facts (TAK-13); facts that a claim leaves out cost nothing."""
    if winner is None:
        return End(None)
    side = SIDES[winner - 1]
    left = (facts.get("reserves") or {}).get(side) or {}
    pieces = left.get("stones", 0)
    if ruleset.get("reserve_counts") != "stones_only":
        pieces += left.get("capstones", 0)
    placed = (facts.get("capstones_placed") or {}).get(side)
    if placed is None and left:  # a claim may state only the winner's reserve
        placed = ruleset.get("capstones", 0) - left.get("capstones", 0)
    capless = placed == 0 and bool(ruleset.get("capstones"))
    return End(winner, pieces, capless and facts.get("reason") in PLAYED_OUT)
