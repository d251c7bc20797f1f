"""The rules of each game in plain words: sections, and the options that an event may choose."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A field of a ruleset. `choices`: what each value means; `number` is the sentence of every
    other number, with `{value}` in it."""

    field: str
    label: Text
    choices: dict[Any, Text]
    number: Text = ""


@dataclass(frozen=True, slots=True)
class RuleSection:
    title: Text
    sentences: tuple[Text, ...]
    options: tuple[RuleOption, ...] = field(default=())


class RuleChoice(NamedTuple):
    """`names` are the rulesets that choose it; `chosen` where it is the event's."""

    words: str
    names: str
    chosen: bool


class OptionRow(NamedTuple):
    """`changed`: the event chose otherwise than its named rules, which say `usual`."""

    label: str
    choices: list[RuleChoice]
    changed: bool
    usual: str = ""


class RulesPart(NamedTuple):
    """A section of a page of rules, in the reader's language."""

    title: str
    sentences: list[str]
    options: list[OptionRow]
