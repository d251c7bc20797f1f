"""Errors of illegal actions at the table.

All have the text parameters `player`, `token`, `hand` (of that player), `top` and `legal`.
"""

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop


class PlayRefused(RecordError):
    """An action that is not legal on this table."""

    code = "gamnon_play_refused"
    message = gettext_noop("{token} is not legal here; legal: {legal}.")


class GameIsOver(PlayRefused):
    code = "gamnon_game_over"
    message = gettext_noop("{token} comes after the end of the game.")


class NotDue(PlayRefused):
    code = "gamnon_not_due"
    message = gettext_noop("{token} is not what comes now; legal: {legal}.")


class CardNotInHand(PlayRefused):
    code = "gamnon_card_not_in_hand"
    message = gettext_noop("{player} has no {card} for {token}; the hand is {hand}.")


class WrongColour(PlayRefused):
    code = "gamnon_wrong_colour"
    message = gettext_noop(
        "{card} has not the colour of the top card {top}; legal for {player}: {legal}."
    )


class WrongPayment(PlayRefused):
    code = "gamnon_wrong_payment"
    message = ngettext_lazy(
        "{player} pays {count} card on {top}, not {found}; the hand is {hand}; legal: {legal}.",
        "{player} pays {count} cards on {top}, not {found}; the hand is {hand}; legal: {legal}.",
        "count",
    )


class WrongTake(PlayRefused):
    code = "gamnon_wrong_take"
    message = ngettext_lazy(
        "{player} takes {count} card from the closed pile, not {found}.",
        "{player} takes {count} cards from the closed pile, not {found}.",
        "count",
    )


class WrongShare(PlayRefused):
    code = "gamnon_wrong_share"
    message = ngettext_lazy(
        "{player} gives {count} card, not {found}; legal: {legal}.",
        "{player} gives {count} cards, not {found}; legal: {legal}.",
        "count",
    )


class WrongRefill(PlayRefused):
    code = "gamnon_wrong_refill"
    message = ngettext_lazy(
        "{player} hands over {count} card, not {found}; legal: {legal}.",
        "{player} hands over {count} cards, not {found}; legal: {legal}.",
        "count",
    )


class WrongClosing(PlayRefused):
    code = "gamnon_wrong_closing"
    message = gettext_noop(
        "{player} turns the top card of the closed pile, {expected}, and not {card}."
    )


class SeveralClosing(PlayRefused):
    code = "gamnon_several_closing"
    message = gettext_noop("{player} closes with one card, not with {found}; legal: {legal}.")


class PileNotKnown(RecordError):
    code = "gamnon_pile_not_known"
    message = ngettext_lazy(
        "{needed} card of the closed pile is needed here, and {known} are known.",
        "{needed} cards of the closed pile are needed here, and only {known} are known.",
        "needed",
    )
