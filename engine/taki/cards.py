"""The cards of Taki: the deck, the shuffle from a seed and the deal (TAKI-1, TAKI-2).

A card is two characters: colour and figure. Colours are R, G, B, Y, and `*` for colourless.
Figures are 1, 3 to 9, D (2+), S (stop), V (change direction), P (plus), T (taki); colourless
cards are *T (super taki), *K (king), *3 (+3), *B (3-breaker), *C (change colour), *Z (crazy).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

COLOURS = "RGBY"
NUMBERS = "13456789"  # TAKI-1.2: the 2+ takes the place of a plain 2
COMMANDS = "DSVPT"
CRAZY = "*Z"
HAND = 8
SEATS = range(2, 11)
PACKS = 2
DECKS = (116, 112, 58)  # two packs, two older packs, one pack (TAKI-1.1, 1.4)

COLOURED = tuple(colour + figure for colour in COLOURS for figure in NUMBERS + COMMANDS)
COLOURLESS = ("*T", "*K", "*3", "*B", "*C", "*C")
ADDED_LATER = ("*3", "*B")  # TAKI-1.4: older decks lack them
CARDS = frozenset((*COLOURED, *COLOURLESS, CRAZY))


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards before the first turn. `pile`: from the top, as far as known."""

    hands: tuple[tuple[str, ...], ...]
    start: str
    pile: tuple[str, ...]


def is_number(card: str) -> bool:
    return card[0] != "*" and card[1] in NUMBERS


def full_deck(size: int = 116, crazy_cards: int = 0) -> tuple[str, ...]:
    """Every card of a deck, in the order of TAKI-1.3: pack by pack, colours R G B Y, each with
    1, 3 to 9, D, S, V, P, T, then *T *K *3 *B *C *C; crazy cards last."""
    plain = tuple(c for c in COLOURLESS if c not in ADDED_LATER) if size == 112 else COLOURLESS
    return (COLOURED + plain) * (1 if size == 58 else PACKS) + (CRAZY,) * crazy_cards


def shuffle_deck(seed: str, cards: Sequence[str]) -> tuple[str, ...]:
    """The shuffled deck of a seed, top first; reproducible in every language.

    Fisher-Yates: for i from the last place down to 1, swap the card at i with the card at
    j = SHA-256("<seed>/<i>", as UTF-8, read as a big-endian number) modulo i + 1.
    """
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        digest = hashlib.sha256(f"{seed}/{i}".encode()).digest()
        j = int.from_bytes(digest, "big") % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def deal_cards(deck: Sequence[str], seats: int, *, redraw_colourless: bool = True) -> Deal:
    """Deal a deck one card at a time, the first seat first, and turn up the start card.

    With `redraw_colourless`, colourless start cards go under the pile (TAKI-2.3), unless the whole
    pile is colourless. `deck` must have more cards than are dealt.
    """
    dealt = seats * HAND
    hands = tuple(tuple(deck[seat:dealt:seats]) for seat in range(seats))
    pile = list(deck[dealt:])
    if redraw_colourless and any(card[0] != "*" for card in pile):
        while pile[0][0] == "*":
            pile.append(pile.pop(0))
    return Deal(hands, pile[0], tuple(pile[1:]))


def surplus_card(cards: Sequence[str], deck: Sequence[str]) -> str | None:
    """A card that is more often in `cards` than in the deck, or None."""
    too_many = Counter(cards) - Counter(deck)
    return min(too_many) if too_many else None
