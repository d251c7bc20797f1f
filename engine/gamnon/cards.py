"""Cards of Gamnon, their order in a fresh deck, the shuffle of a seed, and the deal.

A card is its two characters, rank and suit (`TC`, `2H`). Several packs hold the same card
several times. Source: GAM-1, GAM-3, GAM-9.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Card = str
Cards = tuple[Card, ...]

RANKS = "23456789TJQKA"
SUITS = "SHDC"
VALUES = {rank: value for value, rank in enumerate(RANKS, start=2)}  # GAM-1.2: J 11 to A 14
PACK: Cards = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = frozenset(PACK)
DEALT = 3  # cards to each player (GAM-3.1)
RED = frozenset(card for card in PACK if card[1] in "HD")
# The payment for each card: its value, in cards of its colour (GAM-1.3, 4.1).
VALUE = {card: VALUES[card[0]] for card in PACK}
SAME_COLOUR = {card: RED if card in RED else CARDS - RED for card in PACK}


@dataclass(frozen=True, slots=True)
class Deal:
    """`closed` is the closed pile from its top."""

    hands: tuple[Cards, ...]
    start: Card
    closed: Cards


def cards_of_colour(hand: Iterable[Card], top: Card) -> Cards:
    """The cards of a hand in the colour of `top`."""
    colour = SAME_COLOUR[top]
    return tuple(card for card in hand if card in colour)


def default_packs(players: int) -> int:
    """One pack, and one more for every three players above three (GAM-1.1)."""
    return 1 + max(0, players - 3) // 3


def can_deal(players: int, packs: int) -> bool:
    """GAM-1.4."""
    return DEALT * players + 1 <= len(PACK) * packs


def deal(deck: Sequence[Card], players: int) -> Deal:
    """One card to each in order, three times; the next is the start, the rest the closed pile.

    `deck` is from the top and holds at least 3 * players + 1 cards.
    """
    dealt = DEALT * players
    hands = tuple(tuple(deck[seat:dealt:players]) for seat in range(players))
    return Deal(hands, deck[dealt], tuple(deck[dealt + 1 :]))


def shuffle_deck(seed: str, packs: int) -> Cards:
    """The deck of a seed, top first; everybody can reproduce it.

    The fresh deck is `packs` times the suits S, H, D, C, each 2 to A. For i from its last place
    down to 1 the cards at i and j change places (counted from 0), where j = x mod (i + 1). The
    numbers x are the first 8 bytes, big-endian, of the SHA-256 of `gamnon/1:SEED:N` in UTF-8 for
    N = 0, 1, 2 …; an x not below the largest multiple of i + 1 within 2**64 is passed over.
    """
    deck = list(PACK * packs)
    drawn = 0
    for i in range(len(deck) - 1, 0, -1):
        fair = 2**64 - 2**64 % (i + 1)
        x = fair
        while x >= fair:
            digest = hashlib.sha256(f"gamnon/1:{seed}:{drawn}".encode()).digest()
            x = int.from_bytes(digest[:8], "big")
            drawn += 1
        j = x % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
