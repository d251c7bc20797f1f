"""The options of a new event that stand closed below its form: rules of the game, and stakes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.setup import fields
from config.pages.desk.setup.fields import Field, Words
from config.pages.desk.setup.rule_fields import (
    new_rule_fields,
    proposed_rules,
    stated,
)
from config.pages.desk.setup.setting_fields import ruleset_fields
from config.pages.desk.setup.stake_fields import STAKE_FIELDS, stakes_of
from config.pages.labels import GAME_NAMES
from tournaments.errors import DomainError

TAK = "tak"
RULES: dict[str, tuple[Field, ...]] = {game: new_rule_fields(game) for game in GAME_NAMES}
ALL = (*STAKE_FIELDS, *(each for named in RULES.values() for each in named))
NAMES = frozenset(each.name for each in ALL)
TITLES: dict[str, Words] = {
    "tak": gettext_lazy("Rules of Tak"),
    "taki": gettext_lazy("Rules of Taki"),
    "gamnon": gettext_lazy("Rules of Gamnon"),
}
STAKES_TITLE = gettext_lazy("Stakes (Tak only)")
STAKES = "match.stakes"


def _usual() -> dict[str, str]:
    """What the fields say at first: the proposed rules, and the first of several choices."""
    found = {each.name: str(each.choices[0][0]) for each in STAKE_FIELDS if each.kind == "choice"}
    return found | {f"{game}-name": proposed_rules(game) for game in RULES}


USUAL = _usual()


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Fields under one heading; open where something in it was chosen or is wrong."""

    title: Words
    rows: list[fields.Shown]
    is_open: bool


def option_groups(
    game: str, typed: Mapping[str, str], refused: DomainError | None
) -> list[OptionGroup]:
    """The rules of each game, then the stakes. game: the one that is chosen."""
    groups = [
        OptionGroup(
            TITLES[code],
            fields.typed(named, typed),
            code == game and (_is_changed(named, typed) or _is_about(refused, "ruleset", named)),
        )
        for code, named in RULES.items()
    ]
    stakes = _is_changed(STAKE_FIELDS, typed) or _is_about(refused, STAKES, STAKE_FIELDS)
    rows = fields.typed(STAKE_FIELDS, typed)
    return [*groups, OptionGroup(STAKES_TITLE, rows, game == TAK and stakes)]


def _is_changed(named: tuple[Field, ...], typed: Mapping[str, str]) -> bool:
    return any(typed.get(each.name, "") != USUAL.get(each.name, "") for each in named)


def _is_about(refused: DomainError | None, setting: str, named: tuple[Field, ...]) -> bool:
    """Whether a refusal names a setting, or the label of one of the fields."""
    at = str(refused.details.get("field", "")) if refused is not None else ""
    return at.startswith(setting) or at in {str(each.label) for each in named}


def match_of(game: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """The settings of matches that the fields state.

    :raises InvalidInput: what was typed is no value of its kind.
    """
    if game != TAK:
        return {}
    read = fields.read(STAKE_FIELDS, typed, "UTC")
    stakes = stakes_of(read.get("match", {}).get("stakes", {}))
    return {"stakes": stakes} if stakes is not None else {}


def options_in_words(
    game: str, typed: Mapping[str, str], ruleset: Mapping[str, Any]
) -> list[tuple[Words, Words]]:
    """What a reader looks over: the rules with the board, then each option that was chosen."""
    named, *_rest = ruleset_fields(game)
    name = dict(named.choices).get(ruleset["name"], ruleset["name"])
    lines: list[tuple[Words, Words]] = [(named.label, name)]
    if game == TAK:
        lines.append(
            (
                _("Board"),
                _("%(size)d×%(size)d; stones: %(stones)d, capstones: %(capstones)d") % ruleset,
            )
        )
    lines += stated(game, typed)
    if game == TAK:
        lines += [
            (each.label, _text(each, typed[each.name]))
            for each in STAKE_FIELDS
            if typed.get(each.name, "") != USUAL.get(each.name, "")
        ]
    return lines


def _text(each: Field, text: str) -> Words:
    """The words of a choice, else what was typed."""
    return next((words for value, words in each.choices if str(value) == text), text)
