"""Presets, single options and what a record writes of them."""

import pytest

from engine.errors import RecordError
from engine.taki.ruleset import (
    CHOICES,
    Ruleset,
    changed_options,
    make_ruleset,
    read_option,
    ruleset_from_dict,
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
        ("blog", {"deck": 58}, "bad_option_value"),
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
