"""Form fields that choose how a game of Tak is scored."""

from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from config.pages.site.rule_texts.scoring import METHOD_NAMES
from engine.tak.scoring import BASE, OPTIONS, Scoring

METHOD_HINTS = {
    "downing": _("a straight road doubles the reserve"),
    "middletown": _("a win without the capstone doubles it"),
    "tarway": _("a road of single pieces doubles it, one of stacks trebles it"),
}
LABELS = {
    "combine": _("If several apply"),
    "scope": _("Middletown: without the capstone means"),
    "capless": _("Middletown: a set without capstones"),
    "reserve": _("Pieces left that count for board and reserve"),
}
CHOICES = {
    "combine": {"multiply": _("multiply"), "max": _("the larger one counts")},
    "scope": {"not_placed": _("none placed"), "not_in_road": _("none in the road")},
    "capless": {"no_bonus": _("gives no bonus"), "bonus": _("gives the bonus")},
    "reserve": {"all_pieces": _("stones and capstones"), "stones_only": _("stones")},
}


class MethodField(NamedTuple):
    code: str
    label: Any
    hint: Any
    checked: bool


class SelectOption(NamedTuple):
    code: str
    words: Any
    chosen: bool


class SelectField(NamedTuple):
    name: str
    label: Any
    values: list[SelectOption]


class ScoringForm(NamedTuple):
    methods: list[MethodField]
    selects: list[SelectField]

    @property
    def changed(self) -> bool:
        """Whether anything but plain scoring is chosen."""
        others = any(value.chosen for each in self.selects for value in each.values[1:])
        return others or any(method.checked for method in self.methods)


def scoring_form(scoring: Scoring) -> ScoringForm:
    return ScoringForm(
        [
            MethodField(code, METHOD_NAMES[code], hint, code in scoring.methods)
            for code, hint in METHOD_HINTS.items()
        ],
        [
            SelectField(
                name,
                LABELS[name],
                [
                    SelectOption(v, words, v == getattr(scoring, name))
                    for v, words in choices.items()
                ],
            )
            for name, choices in CHOICES.items()
        ],
    )


def read_scoring(data: QueryDict) -> Scoring:
    """The scoring of a form; invalid values get their default."""
    methods = tuple(code for code in METHOD_HINTS if code in data.getlist("scoring"))
    options = {name: data.get(name, "") for name in OPTIONS}
    chosen = {name: value for name, value in options.items() if value in OPTIONS[name]}
    return Scoring((BASE, *methods), **chosen)
