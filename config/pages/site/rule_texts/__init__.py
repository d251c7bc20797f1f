"""Texts of the rules: sections, and the options of events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A field of a ruleset. choices: the meaning of each value. number: the sentence of any other
    number, with `{value}` in it.
    """

    field: str
    label: Text
    choices: Mapping[object, Text]
    number: Text = ""


@dataclass(frozen=True, slots=True)
class RuleSection:
    title: Text
    sentences: tuple[Text, ...]
    options: tuple[RuleOption, ...] = field(default=())


class RuleChoice(NamedTuple):
    """names: the rulesets that choose it. chosen: whether the event does."""

    words: str
    names: str
    chosen: bool


class OptionRow(NamedTuple):
    """changed: the event differs from its named rules, which say `usual`."""

    label: str
    choices: list[RuleChoice]
    changed: bool
    usual: str = ""


class RulesPart(NamedTuple):
    """A section of a rules page, translated."""

    title: str
    sentences: list[str]
    options: list[OptionRow]
