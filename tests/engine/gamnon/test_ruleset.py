"""The options of Gamnon: what they may be, and how they are stored and written."""

from typing import Any

import pytest

from engine.gamnon.ruleset import (
    OPTIONS,
    BadGamnonOption,
    Ruleset,
    UnknownGamnonOption,
    UnknownGamnonRules,
    format_option,
    make_ruleset,
    read_option,
    ruleset_from_dict,
    seat_bounds,
)


def test_the_usual_options_are_those_of_the_rules():
    assert make_ruleset().as_dict() == {
        "name": "standard",
        "packs": None,
        "refill_sources": "all_others",
        "multi_empty": "none",
        "empty_after_close": "take_below",
        "max_turns": 200,
        "adjudicate": "most_cards",
        "winner_takes_all": False,
        "adjudicated_weight": "full",
    }


def test_source_is_the_text_where_standard_completes_it():
    # 002: two or more without cards who owe nothing have lost as well; no end but a win; and all
    # but the winner have lost.
    standard, source = make_ruleset().as_dict(), make_ruleset("source").as_dict()
    assert {name: source[name] for name in source if source[name] != standard[name]} == {
        "name": "source",
        "multi_empty": "active_wins",
        "max_turns": 0,
        "winner_takes_all": True,
    }
    assert ruleset_from_dict(source) == make_ruleset("source")


@pytest.mark.parametrize(
    ("changes", "seats"), [({}, (3, 14)), ({"packs": 1}, (3, 14)), ({"packs": 5}, (3, 14))]
)
def test_three_to_fourteen_sit_at_a_table(changes, seats):
    # 3k + 1 cards are dealt of 52 a pack: one pack would do for seventeen.
    assert seat_bounds(make_ruleset(**changes)) == seats


CHANGES: dict[str, Any] = {
    "packs": 2,
    "refill_sources": "givers_only",
    "multi_empty": "active_wins",
    "empty_after_close": "stay_empty",
    "max_turns": 0,
    "adjudicate": "draw",
    "winner_takes_all": True,
    "adjudicated_weight": "half",
}


def test_rules_are_stored_and_read():
    assert set(CHANGES) == set(OPTIONS)
    rules = make_ruleset(**CHANGES)
    assert ruleset_from_dict(rules.as_dict()) == rules
    assert ruleset_from_dict({}) == Ruleset()
    assert ruleset_from_dict({"max_turns": 60}) == make_ruleset(max_turns=60)


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_written_and_read(option):
    name, _, text = format_option(option, CHANGES[option]).partition("=")
    assert name == option
    assert read_option(name, text) == CHANGES[option]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("packs", 0),
        ("packs", True),
        ("packs", 41),
        ("max_turns", -1),
        ("max_turns", None),
        ("max_turns", "200"),
        ("multi_empty", "some"),
        ("multi_empty", ["none"]),
        ("winner_takes_all", 1),
    ],
)
def test_other_values_are_refused(option, value):
    with pytest.raises(BadGamnonOption) as refused:
        make_ruleset(**{option: value})
    assert refused.value.params["option"] == option


@pytest.mark.parametrize("text", ["", "-1", "2.5", "٣", "9" * 5000, "10001"])
def test_other_texts_are_refused(text):
    with pytest.raises(BadGamnonOption):
        read_option("max_turns", text)


def test_other_names_are_refused():
    with pytest.raises(UnknownGamnonOption):
        ruleset_from_dict({"size": 5})
    with pytest.raises(UnknownGamnonRules):
        make_ruleset("blog")
    with pytest.raises(UnknownGamnonRules):
        ruleset_from_dict({"name": ["standard"]})
