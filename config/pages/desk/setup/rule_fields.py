"""The rules of a game as fields of a form: for a new event, and what a changed form means."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup import fields
from config.pages.desk.setup.fields import Field, Words
from config.pages.desk.setup.setting_fields import ruleset_fields
from engine.games import DEFAULT_RULES, PRESETS
from engine.tak.ruleset import STYLE_SIZES, RulesetError, default_set

NAME, SIZE = "name", "size"
PIECES = ("stones", "capstones")
# The text of the sources, to the letter: proposed for a new event of cards.
FAITHFUL = "source"
NO_VALUE = ("-", "–")  # typed where an empty field says nothing: no limit
AS_NAMED = ("", _("as the rules have it"))
EMPTY = _("Empty: as the rules have it.")


def proposed_rules(game: str) -> str:
    """The name of the rules that the form of a new event begins with."""
    return FAITHFUL if FAITHFUL in PRESETS[game] else DEFAULT_RULES[game]


def new_rule_fields(game: str) -> tuple[Field, ...]:
    """The named rules, and each option with a way to leave it to them.

    The size of a Tak board has a field of its own on the form.
    """
    named, *options = ruleset_fields(game)
    return (
        replace(_of_game(named, game), hint=""),
        *(_left_open(_of_game(each, game)) for each in options if option_of(each) != SIZE),
    )


def option_of(each: Field) -> str:
    """The field of a ruleset that a field of a form sets."""
    return each.path.partition(".")[2]


def _of_game(each: Field, game: str) -> Field:
    return replace(each, path=f"{game}.{option_of(each)}")


def _left_open(each: Field) -> Field:
    if each.kind == "choice":
        return replace(each, choices=(AS_NAMED, *each.choices))
    hint: Words = EMPTY
    if each.kind == "maybe":
        hint = _("Empty: as the rules have it. A dash: none.")
    return replace(each, kind="maybe", hint=hint)


def new_rules(game: str, typed: Mapping[str, str], size: int | None) -> dict[str, Any]:
    """The rules that the form of a new event states: a name and the options that differ.

    :raises InvalidInput: what was typed is no value of its kind; it names the label.
    """
    found: dict[str, Any] = {NAME: proposed_rules(game)}
    for each in new_rule_fields(game):
        text = typed.get(each.name, "").strip()
        if each.kind == "maybe" and text in NO_VALUE:
            found[option_of(each)] = None
        elif text:
            read = fields.read((each,), {each.name: text}, "UTC")
            found[option_of(each)] = read[game][option_of(each)]
    if game == "tak" and found[NAME] not in STYLE_SIZES:
        found[SIZE] = size
    return found


def stated(game: str, typed: Mapping[str, str]) -> list[tuple[Words, Words]]:
    """The label and the value, in words, of each option that the form states."""
    return [
        (each.label, dict(_texts(each)).get(typed[each.name], typed[each.name]))
        for each in new_rule_fields(game)
        if option_of(each) != NAME and typed.get(each.name)
    ]


def _texts(each: Field) -> list[tuple[str, Words]]:
    return [(str(value), words) for value, words in each.choices]


# A form that shows all options of an event, and is sent back


def changed_rules(
    game: str, stored: Mapping[str, Any], chosen: Mapping[str, Any], *, pieces_for: str = ""
) -> dict[str, Any]:
    """With another name or board go the options that come with them, but for those changed here.

    A style brings its board along. The pieces of a board without a usual set are those of the
    form: at once where they were changed, else once the form was shown again (`pieces_for`), so
    that nobody takes over the set of another board unseen.
    """
    if all(chosen.get(field, stored.get(field)) == stored.get(field) for field in (NAME, SIZE)):
        return {**stored, **chosen}
    kept = {
        field: value
        for field, value in chosen.items()
        if field in (NAME, SIZE) or value != stored.get(field)
    }
    if game != "tak":
        return kept
    name, size = kept.get(NAME, stored[NAME]), kept.get(SIZE, stored[SIZE])
    kept |= {NAME: name, SIZE: size}
    if name != stored[NAME] and size == stored[SIZE]:
        kept[SIZE] = STYLE_SIZES.get(name, size)
    missing = _not_given(name, kept[SIZE])
    meant = missing == ["capstones"] or any(field in kept for field in missing)
    if meant or pieces_for == board_of(kept):
        kept |= {field: chosen[field] for field in missing if field in chosen}
    return kept


def _not_given(name: str, size: Any) -> list[str]:
    """Which pieces the rules leave to the event."""
    try:
        usual = default_set(name, size)
    except (RulesetError, KeyError):
        return []  # no such board: the service says so
    return [field for field in PIECES if field not in usual]


def board_of(rules: Mapping[str, Any]) -> str:
    """What the pieces of a form belong to."""
    return f"{rules.get(NAME)}-{rules.get(SIZE)}"
