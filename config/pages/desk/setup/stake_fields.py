"""The stakes of a Tak event as settings: for the settings of an event and for a new event."""

from django import forms
from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.setting_form import Settings
from config.pages.forms import NumberField, ValueChoiceField
from engine.tak.wagers import TAVERN, UNIVERSITY, WagerRules
from tournaments.services.events.settings import STAKES

SCHEME = "scheme"
OFF = ""
USUAL_STAKES: Settings = {**WagerRules().as_dict(), **STAKES}
# The fields of an event without stakes.
NO_STAKES: Settings = {**USUAL_STAKES, SCHEME: OFF, "limit": None}
STAKE_FIELDS: dict[str, forms.Field] = {
    "match-stakes-scheme": ValueChoiceField(
        _("Stakes"),
        _("Coins are points, never money."),
        choices=(
            (OFF, _("none")),
            (UNIVERSITY, _("the University's rules: ante, bids, Tak calls and a pot")),
            (TAVERN, _("the tavern's way: the loser pays the winner's score in coins")),
        ),
    ),
    "match-stakes-limit": NumberField(
        _("How far below zero an account may go"),
        _("In coins. Empty: 100, in the tavern 1000."),
        required=False,
    ),
    "match-stakes-min_age": NumberField(
        _("Play for stakes from the age of"), _("In years. Empty: everybody may."), required=False
    ),
    "match-stakes-capless_stake_factor": NumberField(
        _("A win without the capstone costs"),
        _("So many times the ante, in the tavern the whole score. Empty: 1, as any win."),
        required=False,
    ),
    "match-stakes-point_coins": NumberField(
        _("Tavern: coins for each point"),
        _("The loser pays the winner's score by board and reserve. Empty: 1."),
        required=False,
    ),
    "match-stakes-ante": NumberField(
        _("University: ante of each player"),
        _("Coins that each player puts into the pot. Empty: 10."),
        required=False,
    ),
    "match-stakes-bid_mode": ValueChoiceField(
        _("University: bids for the first move"),
        choices=(
            ("sealed", _("sealed: equal bids are made again")),
            ("ascending", _("ascending: each bids more than the other")),
        ),
    ),
    "match-stakes-call_sign": ValueChoiceField(
        _("University: a record shows a Tak call by"),
        choices=(
            ("comment", _("the comment {call} after the move")),
            ("mark", _("the mark ' after the move")),
            ("either", _("either of them")),
        ),
    ),
    "match-stakes-tak_call_valid": ValueChoiceField(
        _("University: the calls that cost coins"),
        choices=(
            ("any", _("every call")),
            ("true_threat", _("only calls of a player who threatens to win")),
        ),
    ),
    "match-stakes-gamble_draw": ValueChoiceField(
        _("University: the pot of a draw"),
        choices=(
            ("split", _("is split")),
            ("carry_over", _("goes to the next game of the match")),
        ),
    ),
}


def stakes_of(values: Settings) -> Settings | None:
    """What `validate_match` takes as `stakes`; None for no stakes.

    values: `match.stakes` of the cleaned settings. An empty number is left out, so that its
    default holds; an empty age means no age limit.
    """
    if values.get(SCHEME) in (None, OFF):
        return None
    return {name: value for name, value in values.items() if value is not None or name == "min_age"}


def full_stakes(stored: Settings | None) -> Settings:
    """The stakes of an event for its form; older events lack the newer options."""
    return NO_STAKES if stored is None else {**USUAL_STAKES, **stored}
