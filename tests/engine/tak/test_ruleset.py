import re

import pytest
from hypothesis import given

from engine.tak.ruleset import RulesetError, make_ruleset, ruleset_from_dict
from tests.engine.tak import boards


@pytest.mark.parametrize(
    ("size", "stones", "capstones"),
    [(3, 10, 0), (4, 15, 0), (5, 21, 1), (6, 30, 1), (7, 40, 2), (8, 50, 2)],  # TAK-2.2, 2.3
)
def test_standard_sets(size, stones, capstones):
    rules = make_ruleset(size=size)

    assert (rules.stones, rules.capstones) == (stones, capstones)
    assert (rules.half_komi, rules.flat_tie, rules.opening) == (0, "draw", "swap")
    assert rules.reversible_limit is None


def test_playtak_draws_by_reversible_plies_and_lets_the_reserve_be_overdrawn():
    rules = make_ruleset("playtak", size=6, half_komi=4)

    assert (rules.reversible_limit, rules.overdrawn_reserve, rules.half_komi) == (50, "warn", 4)


@pytest.mark.parametrize(
    ("code", "name", "fields"),
    [
        ("unknown_ruleset", "house", {"size": 5}),
        ("size_not_supported", "standard", {"size": 2}),
        ("size_not_supported", "standard", {"size": 10, "stones": 70, "capstones": 3}),
        ("set_not_stated", "standard", {"size": 9}),
        ("set_not_stated", "standard", {"size": 9, "stones": 60}),
        ("set_not_stated", "standard", {"size": 9, "capstones": 2}),
        ("size_of_style", "noble", {"size": 5}),
        ("size_of_style", "beginner", {"size": 6}),
        ("bad_ruleset_value", "standard", {"size": 5, "tak_call": "required"}),
        ("bad_ruleset_value", "standard", {"size": 5, "undo": "always"}),
        ("bad_ruleset_value", "standard", {"size": 5, "first_colour": "red"}),
        ("size_not_supported", "standard", {"size": "5"}),
        ("size_not_supported", "standard", {"size": True}),
        ("no_set_for_size", "university", {"size": 7}),
        ("capstones_not_stated", "beta", {"size": 7}),
        ("unknown_ruleset_field", "standard", {"size": 5, "komi": 2}),
        ("bad_ruleset_value", "standard", {"size": 5, "opening": "none"}),
        ("bad_ruleset_value", "standard", {"size": 5, "half_komi": 0.5}),
        ("bad_ruleset_value", "standard", {"size": 5, "stones": 0}),
        ("bad_ruleset_value", "standard", {"size": 5, "capstones": -1}),
        (
            "bad_ruleset_value",
            "standard",
            {"size": 5, "stones": 1, "opening": "double_black_stack"},
        ),
        ("bad_ruleset_value", "standard", {"size": 5, "reversible_limit": 0}),
        ("bad_ruleset_value", "standard", {"size": 5, "flat_tie": ["draw"]}),
    ],
)
def test_rules_that_do_not_exist(code, name, fields):
    with pytest.raises(RulesetError) as caught:
        make_ruleset(name, **fields)

    assert caught.value.code == code
    assert str(caught.value)


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ({"half_komi": 999}, "-162 … 162"),
        ({"stones": 1, "opening": "double_black_stack"}, "2 … 500"),
        ({"undo": "always"}, "none, by_consent"),
    ],
)
def test_a_refused_value_comes_with_those_that_are_allowed(given, values):
    with pytest.raises(RulesetError, match=f"; values are {re.escape(values)}"):
        make_ruleset(size=5, **given)


def test_beta_takes_the_capstones_that_the_event_states():
    assert make_ruleset("beta", size=7, capstones=1).capstones == 1


def test_an_event_gives_the_set_of_a_board_of_nine():
    rules = ruleset_from_dict({"name": "standard", "size": 9, "stones": 60, "capstones": 2})

    assert (rules.size, rules.stones, rules.capstones) == (9, 60, 2)


@pytest.mark.parametrize(
    ("name", "size", "stones", "capstones", "tak_call", "undo"),
    [
        ("beginner", 4, 15, 0, "optional", "none"),  # TAK-10.1
        ("nomad4", 4, 15, 0, "optional", "none"),  # TAK-10.2
        ("nomad5", 5, 21, 1, "optional", "none"),
        ("noble", 6, 30, 1, "noble", "by_consent"),  # TAK-10.3
        ("champion", 8, 50, 2, "optional", "none"),
    ],
)
def test_the_name_of_a_style_says_everything(name, size, stones, capstones, tak_call, undo):
    rules = ruleset_from_dict({"name": name})

    assert (rules.size, rules.stones, rules.capstones) == (size, stones, capstones)
    assert (rules.tak_call, rules.undo) == (tak_call, undo)


def test_rules_stored_before_the_house_rules_load_with_the_usual_ones():
    """Source of the values: TAK-6.1, 6.2 and 3.1, the first of each."""
    stored = make_ruleset(size=5).as_dict()
    for field in ("tak_call", "undo", "first_colour"):
        del stored[field]
    rules = ruleset_from_dict(stored)

    assert rules == make_ruleset(size=5)
    assert (rules.tak_call, rules.undo, rules.first_colour) == ("optional", "none", "by_record")


@given(boards.rules)
def test_a_ruleset_survives_its_dict(rules):
    assert ruleset_from_dict(rules.as_dict()) == rules


def test_a_dict_without_size_or_with_an_unknown_field_is_refused():
    with pytest.raises(RulesetError, match="size"):
        ruleset_from_dict({"name": "standard"})
    with pytest.raises(RulesetError, match="colour"):
        ruleset_from_dict({"name": "standard", "size": 5, "colour": 1})


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("flat_tie", ["draw", "second_player"]),
        ("out_of_pieces", ["all_pieces", "stones_only"]),
        ("opening", ["swap", "double_black_stack", "no_swap"]),
        ("overdrawn_reserve", ["refuse", "warn"]),
        ("reserve_counts", ["all_pieces", "stones_only"]),
        ("tak_call", ["optional", "noble", "tavern_discouraged", "gambling"]),
        ("undo", ["none", "by_consent"]),
        ("first_colour", ["by_record", "white", "black"]),
    ],
)
def test_every_value_that_the_api_documents_makes_a_ruleset(field, values):
    """The first is the one that a ruleset has unless it says otherwise."""
    assert [getattr(make_ruleset(size=5, **{field: value}), field) for value in values] == values
    assert getattr(make_ruleset(size=5), field) == values[0]
