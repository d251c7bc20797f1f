"""The rules page of an event says what its stakes mean, with its own options and numbers."""

import pytest
from django.test import Client

from config.pages.site.rule_texts.stakes import stakes_part
from engine.tak.ruleset import make_ruleset
from tests.builders import make_event
from tests.clients import text_of
from tournaments.models import Event
from tournaments.services.events.settings import validate_match


def planned(size=5, **stakes):
    match = validate_match({"stakes": stakes}, game="tak")
    return Event(match=match, ruleset=make_ruleset(size=size).as_dict())


def text(**about):
    part = stakes_part(planned(**about))
    assert part is not None
    return " ".join(part.sentences)


def test_the_universitys_words_and_numbers():
    said = text()
    for word in (
        "Ante: each player puts 10 coins",
        "Bid: both",
        "Call: when",
        "Pot: the",
        "Bonus:",
    ):
        assert word in said
    # TAK-7.9: bids of 3 and 5, a call of each, 4 pieces left.
    assert "the pot holds 29" in said
    assert "Ada wins with 4 pieces left and gets 29 and 4" in said
    assert "she has won 16 coins" in said


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"ante": 7}, "Ante: each player puts 7 coins"),
        ({"ante": 1}, "Ante: each player puts 1 coin into"),
        ({"bid_mode": "ascending"}, "each more than the other"),
        ({"tak_call_valid": "true_threat"}, "Only the call of a player who threatens"),
        ({"tak_call_valid": "any"}, "with or without a threat"),
        ({"call_sign": "mark"}, "the mark ' after a move is a call"),
        ({"call_sign": "either"}, "{call} or the mark '"),
        ({"gamble_draw": "carry_over"}, "goes to the next game"),
        ({"capless_stake_factor": 3}, "gets 20 coins more from the loser"),
        ({"limit": 250}, "may go 250 below zero"),
        ({"min_age": 18}, "Players under 18 play for no stakes."),
    ],
)
def test_each_option_is_said(option, words):
    assert words in text(**option)


def test_the_taverns_words_and_numbers():
    said = text(scheme="tavern", point_coins=2, capless_stake_factor=2)
    assert "25 points for the board of 5 by 5" in said
    assert "A point is worth 2 coins." in said
    assert "25 + 4 = 29, and Bruno pays her 58 coins. Without a capstone he pays 116." in said
    assert "no ante" in said
    assert "Bid:" not in said
    plain = text(scheme="tavern", size=4, capless_stake_factor=2)
    assert "Bruno pays her 20 coins" in plain
    assert "capstone" not in plain, "a set of 4 by 4 has none"


@pytest.mark.django_db
def test_it_stands_on_the_rules_page_and_on_that_of_the_stakes():
    make_event(slug="cup", size=5, match={"stakes": {"ante": 7}})
    for address in ("/events/cup/rules/", "/events/cup/stakes/"):
        assert "Ante: each player puts 7 coins" in text_of(Client().get(address))
    make_event(slug="dry", size=5)
    assert "Ante" not in text_of(Client().get("/events/dry/rules/"))
