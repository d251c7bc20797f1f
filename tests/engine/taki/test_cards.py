"""The deck has the cards of TAKI-1.3, a seed always means the same deck, and dealing is right."""

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.taki.cards import deal_cards, full_deck, shuffle_deck, surplus_card
from tests.examples import examples


def test_the_deck_is_that_of_the_table_in_taki_1_3() -> None:
    kinds = Counter(full_deck())
    assert sum(kinds.values()) == 116
    for colour in "RGBY":
        assert all(kinds[colour + figure] == 2 for figure in "13456789DSVPT")
        assert kinds[colour + "2"] == 0
    plain = {"*T": 2, "*K": 2, "*3": 2, "*B": 2, "*C": 4}
    assert {kind: n for kind, n in kinds.items() if kind[0] == "*"} == plain


def test_the_older_deck_lacks_three_plus_and_breaker() -> None:
    assert Counter(full_deck()) - Counter(full_deck(112)) == {"*3": 2, "*B": 2}
    assert Counter(full_deck(112, 5))["*Z"] == 5


def slow_shuffle(seed: str, cards: tuple[str, ...]) -> list[str]:
    """The documented shuffle, read from its last step: who lies where, one place at a time."""
    rest, placed = list(cards), []
    while len(rest) > 1:
        at = int(hashlib.sha256(f"{seed}/{len(rest) - 1}".encode()).hexdigest(), 16) % len(rest)
        placed.append(rest[at])
        rest[at] = rest[-1]
        rest.pop()
    return rest + placed[::-1]


@pytest.mark.parametrize("seed", ["", "1", "club night 7", "ß"])
def test_the_shuffle_does_what_its_docstring_says(seed: str) -> None:
    cards = full_deck()
    deck = shuffle_deck(seed, cards)
    assert list(deck) == slow_shuffle(seed, cards)
    assert Counter(deck) == Counter(cards)


def test_a_seed_means_the_same_deck_for_ever() -> None:
    digest = hashlib.sha256(" ".join(shuffle_deck("roadhouse", full_deck())).encode())
    assert digest.hexdigest()[:16] == "7a0f80ddc8426c00"


def slow_deal(deck: list[str], seats: int) -> tuple[list[list[str]], str, list[str]]:
    """Dealing as hands do it: card by card, then turn up, colourless ones under the pile."""
    pile = list(deck)
    hands: list[list[str]] = [[] for _ in range(seats)]
    for _ in range(8):
        for hand in hands:
            hand.append(pile.pop(0))
    start = pile.pop(0)
    while start.startswith("*"):
        pile.append(start)
        start = pile.pop(0)
    return hands, start, pile


@given(st.integers(0, 2**32), st.integers(2, 10))
@examples(60)
def test_dealing_agrees_with_dealing_card_by_card(seed: int, seats: int) -> None:
    deck = list(full_deck())
    random.Random(seed).shuffle(deck)
    deal = deal_cards(deck, seats)
    assert ([list(hand) for hand in deal.hands], deal.start, list(deal.pile)) == slow_deal(
        deck, seats
    )


def test_colourless_start_cards_go_under_the_pile_or_stay() -> None:
    deck = ["R1"] * 16 + ["*K", "*C", "G5", "B1"]
    assert deal_cards(deck, 2).start == "G5"
    assert deal_cards(deck, 2).pile == ("B1", "*K", "*C")
    assert deal_cards(deck, 2, redraw_colourless=False).start == "*K"


def test_a_card_too_many_is_named() -> None:
    assert surplus_card(["R1", "R1", "*C"], full_deck()) is None
    assert surplus_card(["R1", "R1", "R1"], full_deck()) == "R1"
    assert surplus_card(["*Z"], full_deck()) == "*Z"
