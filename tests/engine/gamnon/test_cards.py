"""Cards, the deal and the shuffle of a seed, each against a slow second way."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gamnon.cards import (
    PACK,
    SAME_COLOUR,
    VALUE,
    can_deal,
    cards_of_colour,
    deal,
    default_packs,
    shuffle_deck,
)
from tests.engine.gamnon.referee import deal_one_by_one
from tests.examples import examples


def test_a_pack_has_52_cards_26_of_each_colour():
    assert len(set(PACK)) == 52
    assert Counter(len(colour) for colour in SAME_COLOUR.values()) == {26: 52}


@pytest.mark.parametrize(
    ("card", "value"), [("2S", 2), ("9H", 9), ("TD", 10), ("JC", 11), ("AH", 14)]
)
def test_values(card, value):
    assert VALUE[card] == value


def test_only_the_colour_matters():
    assert cards_of_colour(("2H", "3S", "4D", "5C", "6H"), "AD") == ("2H", "4D", "6H")
    assert cards_of_colour(("2H", "3S", "4D", "5C", "6H"), "2S") == ("3S", "5C")


# GAM-1.1: 3 to 5 players 1 pack, 6 to 8 2, 9 to 11 3.
@pytest.mark.parametrize(
    ("players", "packs"), [(3, 1), (4, 1), (5, 1), (6, 2), (8, 2), (9, 3), (11, 3)]
)
def test_packs_by_players(players, packs):
    assert default_packs(players) == packs


def test_the_deal_needs_enough_cards():
    assert can_deal(17, 1)  # 52 cards
    assert not can_deal(18, 1)


@given(st.permutations(PACK * 2), st.integers(3, 9))
@examples(25)
def test_dealing_at_once_is_dealing_one_by_one(deck, players):
    names = [f"p{seat}" for seat in range(players)]
    slow = deal_one_by_one(deck, names)
    dealt = deal(deck, players)

    assert [list(hand) for hand in dealt.hands] == list(slow.hands.values())
    assert [dealt.start] == slow.kupa
    assert list(dealt.closed) == slow.closed


def chances(seed):
    """The numbers x of the description, one after another."""
    number = 0
    while True:
        digest = hashlib.sha256(b"gamnon/1:" + seed.encode() + b":" + str(number).encode())
        yield int(digest.hexdigest()[:16], 16)
        number += 1


@given(st.from_regex(r"[A-Za-z0-9_-]{1,20}", fullmatch=True), st.integers(1, 4))
@examples(15)
def test_the_shuffle_is_the_one_described(seed, packs):
    deck = [rank + suit for _ in range(packs) for suit in "SHDC" for rank in "23456789TJQKA"]
    numbers = chances(seed)
    for i in reversed(range(1, len(deck))):
        # No x of these few is so near to 2**64 that it would be passed over.
        j = next(numbers) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]

    assert shuffle_deck(seed, packs) == tuple(deck)


def test_a_shuffled_deck_never_changes():
    # Records with a seed rest on it: this order was written down when the shuffle was made.
    assert " ".join(shuffle_deck("club-7", 1)[:8]) == "AD 4H 9D 2H QS JH QH JD"
    assert shuffle_deck("club-7", 1) != shuffle_deck("club-8", 1)


@pytest.mark.parametrize("packs", [1, 3])
def test_a_shuffle_keeps_all_cards(packs):
    assert Counter(shuffle_deck("x", packs)) == Counter(PACK * packs)


def test_every_place_of_the_deck_is_as_likely():
    # 520 decks, 52 places: each 10 times expected; chi-squared with 51 degrees, 99.9 % at 88.
    places = Counter(shuffle_deck(f"even-{n}", 1).index("AS") for n in range(520))
    assert sum((places[place] - 10) ** 2 / 10 for place in range(52)) < 88
