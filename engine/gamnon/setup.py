"""From the header of a record to the table before the first turn.

Source: GAM-1, GAM-3, GAM-11.10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.gamnon.cards import (
    DEALT,
    PACK,
    Cards,
    Deal,
    can_deal,
    deal,
    default_packs,
    shuffle_deck,
)
from engine.gamnon.record import GamnonRecord
from engine.gamnon.ruleset import Ruleset
from engine.gamnon.table import Table, start_play


class TooFewPacks(RecordError):
    code = "gamnon_too_few_packs"
    message = ngettext_lazy(
        "{packs} pack is too little to deal to {players} players.",
        "{packs} packs are too few to deal to {players} players.",
        "packs",
    )


class CardTooOften(RecordError):
    code = "gamnon_card_too_often"
    message = ngettext_lazy(
        "{card} occurs {found} times; {packs} pack holds it once.",
        "{card} occurs {found} times; {packs} packs hold it {packs} times.",
        "packs",
    )


class DeckNotWhole(RecordError):
    code = "gamnon_deck_not_whole"
    message = ngettext_lazy(
        "the deck has {found} card instead of {expected}.",
        "the deck has {found} cards instead of {expected}.",
        "found",
    )


class WrongDeal(RecordError):
    code = "gamnon_wrong_deal"
    message = ngettext_lazy(
        "{player} is dealt {found} card instead of {expected}.",
        "{player} is dealt {found} cards instead of {expected}.",
        "found",
    )


class PileIsWhole(RecordError):
    code = "gamnon_pile_is_whole"
    message = gettext_noop("all cards are known already, so the closed pile cannot go on.")


class KupaEmpty(RecordError):
    code = "gamnon_kupa_empty"
    message = gettext_noop("a position has at least one card on the kupa.")


class TooFewHolders(RecordError):
    code = "gamnon_too_few_holders"
    message = gettext_noop("in a position at least two players hold cards.")


class PosTooHigh(RecordError):
    code = "gamnon_pos"
    message = ngettext_lazy(
        "{found} turn of a round of {players} cannot have been made.",
        "{found} turns of a round of {players} cannot have been made.",
        "found",
    )


def set_up(record: GamnonRecord, rules: Ruleset) -> Table:
    """The table of a record, with the first payment pending.

    :raises RecordError: the table is impossible.
    """
    players = len(record.players)
    packs = default_packs(players) if rules.packs is None else rules.packs
    if not can_deal(players, packs):
        raise TooFewPacks(packs=packs, players=players).locate(line=record.lines.get("packs"))
    if record.kupa is not None:
        return _position(record, rules, packs)
    dealt = _read_deal(record, packs)
    pile_size = len(PACK) * packs - players * DEALT - 1
    if record.pile_continues and len(dealt.closed) == pile_size:
        raise PileIsWhole().locate(line=record.lines.get("closed"))
    return start_play(
        Table(
            rules=rules,
            players=record.players,
            hands=dealt.hands,
            kupa=(dealt.start,),
            closed=dealt.closed,
            has_unknown_cards=len(dealt.closed) < pile_size,
        )
    )


def _read_deal(record: GamnonRecord, packs: int) -> Deal:
    """The deal of a whole game."""
    if record.seed is not None:
        return deal(shuffle_deck(record.seed, packs), len(record.players))
    if record.deck is not None:
        line = record.lines.get("deck")
        _check_counts(record.deck, packs, line)
        if len(record.deck) != len(PACK) * packs:
            raise DeckNotWhole(found=len(record.deck), expected=len(PACK) * packs).locate(line=line)
        return deal(record.deck, len(record.players))
    hands = record.hands or ()
    for name, hand in zip(record.players, hands, strict=True):
        if len(hand) != DEALT:
            raise WrongDeal(player=name, found=len(hand), expected=DEALT).locate(
                line=record.lines.get(f"hand {name}")
            )
    start = record.start or ""
    line = record.lines.get("closed", record.lines.get("start"))
    _check_counts([card for hand in hands for card in hand] + [start, *record.closed], packs, line)
    return Deal(hands, start, record.closed)


def _position(record: GamnonRecord, rules: Ruleset, packs: int) -> Table:
    hands, kupa = record.hands or (), record.kupa or ()
    line = record.lines.get("kupa")
    _check_counts([c for hand in hands for c in hand] + [*kupa, *record.closed], packs, line)
    if not kupa:
        raise KupaEmpty().locate(line=line)
    if sum(bool(hand) for hand in hands) < 2:
        raise TooFewHolders().locate(line=line)
    if record.pos >= len(hands):
        raise PosTooHigh(found=record.pos, players=len(hands)).locate(line=record.lines.get("pos"))
    return start_play(
        Table(
            rules=rules,
            players=record.players,
            hands=hands,
            kupa=kupa,
            closed=record.closed,
            has_unknown_cards=record.pile_continues,
            active=record.turn,
            pos=record.pos,
        )
    )


def _check_counts(cards: Iterable[str], packs: int, line: int | None) -> None:
    for card, found in Counter(cards).items():
        if found > packs:
            raise CardTooOften(card=card, found=found, packs=packs).locate(line=line)


def dealt_deck(table: Table) -> Cards:
    """The deck of a table before its first turn."""
    rows = zip(*table.hands, strict=True)
    return (*(card for row in rows for card in row), *table.kupa, *table.closed)
