"""Presets, single options and what a record writes of them."""

from typing import Any

import pytest

from engine.errors import RecordError
from engine.taki.ruleset import (
    ADDED_OPTIONS,
    CHOICES,
    Ruleset,
    changed_options,
    hashed_options,
    make_ruleset,
    read_option,
    ruleset_from_dict,
    seat_bounds,
)

# TAKI-8, row by row: option, blog, publisher.
PRESET_TABLE = [
    ("special_match", "colour_only", "colour_or_figure"),
    ("run_end_plus2", "inactive", "active"),
    ("lone_taki", "closable", "stays_open"),
    ("run_tail_colourless", False, True),
    ("plus3_on", "number_cards", "any"),
    ("last_card_penalty", 2, 4),
    ("last_card_window", "until_laid", "before_next_act"),
]


@pytest.mark.parametrize(("option", "blog", "publisher"), PRESET_TABLE)
def test_the_presets_are_those_of_taki_8(option: str, blog: object, publisher: object) -> None:
    assert getattr(make_ruleset(), option) == blog
    assert getattr(make_ruleset("publisher"), option) == publisher


def test_nothing_else_differs_between_the_presets() -> None:
    blog, publisher = make_ruleset().as_dict(), make_ruleset("publisher").as_dict()
    differing = {field for field in blog if blog[field] != publisher[field]}
    assert differing == {option for option, *_ in PRESET_TABLE} | {"name"}


# What blog decides and the text says to the letter: option, blog, source.
LITERAL = [
    ("plus_follow", "same_colour_or_colourless", "same_colour"),
    ("law_after_plus2", "inactive", "active"),
    ("colour_after_plus", "any", "same"),
    ("dead_plus2_match", "colour_or_number", "colour_only"),
    ("breaker_on_named", False, True),
]


def test_source_is_blog_by_the_letter() -> None:
    blog, source = make_ruleset().as_dict(), make_ruleset("source").as_dict()
    differing = {field for field in blog if blog[field] != source[field]}
    assert differing == {option for option, *_ in LITERAL} | {"name"}
    for option, decided, literal in LITERAL:
        assert (blog[option], source[option]) == (decided, literal)


def test_rules_stored_before_there_were_readings_are_read_as_they_were() -> None:
    for name in ("blog", "publisher"):
        whole = make_ruleset(name).as_dict()
        stored = {field: value for field, value in whole.items() if field not in ADDED_OPTIONS}
        assert len(stored) == len(whole) - 4
        assert ruleset_from_dict(stored) == make_ruleset(name)
        assert hashed_options(make_ruleset(name)).keys() == stored.keys() - {"name"}


@pytest.mark.parametrize(
    ("changes", "most"),
    [({}, 10), ({"deck": 112}, 10), ({"deck": 58}, 7), ({"deck": 58, "crazy_cards": 7}, 8)],
)
def test_as_many_play_as_the_deck_can_deal_to(changes: dict[str, Any], most: int) -> None:
    assert seat_bounds(make_ruleset(**changes)) == (2, most)


def test_rules_survive_a_dictionary_and_the_text_of_a_record() -> None:
    rules = make_ruleset("publisher", play_on=True, deck=112, last_card_penalty=2)
    assert ruleset_from_dict(rules.as_dict()) == rules
    written = changed_options(rules)
    assert written == {"deck": "112", "last_card_penalty": "2", "play_on": "yes"}
    read = {name: read_option(name, value) for name, value in written.items()}
    assert make_ruleset("publisher", **read) == rules


def test_every_value_of_every_option_can_be_written_and_read() -> None:
    for field, values in CHOICES.items():
        for value in list(values)[:3]:
            text = changed_options(make_ruleset(**{field: value})).get(field)
            assert text is None or read_option(field, text) == value


@pytest.mark.parametrize(
    ("name", "changes", "code"),
    [
        ("standard", {}, "unknown_taki_rules"),
        (None, {}, "unknown_taki_rules"),
        ("blog", {"colour": "R"}, "unknown_option"),
        ("blog", {"deck": 57}, "bad_option_value"),
        ("blog", {"play_on": 1}, "bad_option_value"),
        ("blog", {"max_turns": -1}, "bad_option_value"),
        ("blog", {"pile_empty": None}, "bad_option_value"),
    ],
)
def test_rules_that_do_not_exist(name: str, changes: dict[str, object], code: str) -> None:
    with pytest.raises(RecordError) as refused:
        make_ruleset(name, **changes)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("text", ["", "3", "-2", "2.0", "9" * 9, "²", "two"])
def test_a_text_that_is_no_value(text: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_option("last_card_penalty", text)
    assert refused.value.code == "bad_option_value"


def test_a_ruleset_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Ruleset().play_on = True  # type: ignore[misc]
