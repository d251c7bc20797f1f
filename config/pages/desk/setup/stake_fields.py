"""The stakes of a Tak event as fields of a form: the settings, and the page of a new event."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.fields import Field
from engine.tak.wagers import TAVERN, UNIVERSITY, WagerRules
from tournaments.services.events.settings import STAKES

SCHEME = "scheme"
OFF = ""
USUAL_STAKES: dict[str, Any] = {**WagerRules().as_dict(), **STAKES}
# What the fields show where the event has no stakes.
NO_STAKES: dict[str, Any] = {**USUAL_STAKES, SCHEME: OFF, "limit": None}
STAKE_FIELDS: tuple[Field, ...] = (
    Field("match.stakes.scheme", _("Stakes"), "choice",
          _("Coins are points, never money."), (
              (OFF, _("none")),
              (UNIVERSITY, _("the University's rules: ante, bids, Tak calls and a pot")),
              (TAVERN, _("the tavern's way: the loser pays the winner's score in coins")),
          )),
    Field("match.stakes.limit", _("How far below zero an account may go"), "maybe",
          _("In coins. Empty: 100, in the tavern 1000.")),
    Field("match.stakes.min_age", _("Play for stakes from the age of"), "maybe",
          _("In years. Empty: everybody may.")),
    Field("match.stakes.capless_stake_factor", _("A win without the capstone costs"), "maybe",
          _("So many times the ante, in the tavern the whole score. Empty: 1, as any win.")),
    Field("match.stakes.point_coins", _("Tavern: coins for each point"), "maybe",
          _("The loser pays the winner's score by board and reserve. Empty: 1.")),
    Field("match.stakes.ante", _("University: ante of each player"), "maybe",
          _("Coins that each player puts into the pot. Empty: 10.")),
    Field("match.stakes.bid_mode", _("University: bids for the first move"), "choice", choices=(
        ("sealed", _("sealed: equal bids are made again")),
        ("ascending", _("ascending: each bids more than the other")),
    )),
    Field("match.stakes.call_sign", _("University: a record shows a Tak call by"), "choice",
          choices=(
              ("comment", _("the comment {call} after the move")),
              ("mark", _("the mark ' after the move")),
              ("either", _("either of them")),
          )),
    Field("match.stakes.tak_call_valid", _("University: the calls that cost coins"), "choice",
          choices=(
              ("any", _("every call")),
              ("true_threat", _("only calls of a player who threatens to win")),
          )),
    Field("match.stakes.gamble_draw", _("University: the pot of a draw"), "choice", choices=(
        ("split", _("is split")),
        ("carry_over", _("goes to the next game of the match")),
    )),
)  # fmt: skip


def stakes_of(values: Mapping[str, Any]) -> dict[str, Any] | None:
    """What `validate_match` takes as `stakes`; None for no stakes.

    values: of these fields, by name, as `fields.read` gives them under match.stakes. An empty
    number is left out, so that its default holds; an empty age is no bar.
    """
    if values.get(SCHEME) in (None, OFF):
        return None
    return {name: value for name, value in values.items() if value is not None or name == "min_age"}


def shown_stakes(stored: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the fields show of the stakes of an event; older events lack the newer options."""
    return NO_STAKES if stored is None else {**USUAL_STAKES, **stored}
