"""Customs of Tak events (TAK-3.1, 6.1, 6.2): options of the rules, and texts for paper."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.pages.annotations import Document
from config.pages.site.rule_texts import RuleOption, RuleSection, Text
from games.drawing.board import MOVES_FIRST

CUSTOMS = RuleSection(
    _("Customs"),
    (),
    (
        RuleOption(
            "tak_call",
            _("Calling Tak"),
            {
                "optional": _("is usual and not required"),
                "noble": _("is a courtesy: a player who threatens to win says so; not required"),
                "tavern_discouraged": _(
                    "is against the spirit of the game; a call in a record is remarked"
                ),
                "gambling": _("belongs to the stakes: the other player pays or resigns"),
            },
        ),
        RuleOption(
            "undo",
            _("A move may be taken back"),
            {
                "none": _("never: touch-move"),
                "by_consent": _("if the other player agrees; it is counted"),
            },
        ),
        RuleOption(
            "first_colour",
            _("The first player has"),
            {
                "by_record": _("the colour that the players agree on"),
                "white": _("the white pieces"),
                "black": _("the black pieces"),
            },
        ),
    ),
)

# Sentences of slips and score sheets; usual customs have none.
ON_PAPER: dict[str, Mapping[str, Text]] = {
    "first_colour": MOVES_FIRST,
    "tak_call": {
        "noble": _("Tak is called as a courtesy."),
        "tavern_discouraged": _("Tak is not called."),
        "gambling": _("A call of Tak costs coins."),
    },
    "undo": {"by_consent": _("Moves may be taken back by consent.")},
}


def customs_of(ruleset: Document) -> list[str]:
    """The unusual customs of an event, one sentence each."""
    return [
        str(words[ruleset[field]])
        for field, words in ON_PAPER.items()
        if ruleset.get(field) in words
    ]


def own_colour(ruleset: Document, *, first: bool) -> str:
    """The colour of a player's pieces; empty if the players agree on it."""
    colour = ruleset.get("first_colour")
    if colour not in ("white", "black"):
        return ""
    if first == (colour == "white"):
        return gettext("you have the white pieces")
    return gettext("you have the black pieces")
