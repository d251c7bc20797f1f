"""Errors of illegal actions at the table.

All have the parameters player, token, hand, top (the card to match and what is in force) and legal
(the legal tokens). The player is a seat number; the replay of a record replaces it with the name.
"""

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop


class ActionRefused(RecordError):
    """An action that the rules do not allow."""

    code = "taki_action_refused"
    message = gettext_noop("{token} is not possible here. Possible: {legal}.")


class NotTheirTurn(ActionRefused):
    code = "taki_not_their_turn"
    message = gettext_noop("it is not the turn of {player}. Possible: {legal}.")


class TakiGameIsOver(ActionRefused):
    code = "taki_game_is_over"
    message = gettext_noop("the game had ended before {token} of {player}.")


class CardNotHeld(ActionRefused):
    code = "card_not_held"
    message = gettext_noop("{player} does not hold {card}; the hand is {hand}. Possible: {legal}.")


class CardDoesNotMatch(ActionRefused):
    code = "card_does_not_match"
    message = gettext_noop("{card} does not match {top}. {player} holds {hand}. Possible: {legal}.")


class ChainIsActive(ActionRefused):
    code = "chain_is_active"
    message = gettext_noop(
        "{cards} cards are due for 2+; only a 2+, a king or taking them is allowed. "
        "{player} holds {hand}. Possible: {legal}."
    )


class WrongTake(ActionRefused):
    code = "wrong_take"
    message = ngettext_lazy(
        "{token} takes {found} card, but {cards} are due for 2+.",
        "{token} takes {found} cards, but {cards} are due for 2+.",
        "found",
    )


class NothingToTake(ActionRefused):
    code = "nothing_to_take"
    message = gettext_noop(
        "no 2+ is active, there is nothing to take. {player} holds {hand}. Possible: {legal}."
    )


class ThreeNotHere(ActionRefused):
    code = "plus_three_not_here"
    message = gettext_noop(
        "a +3 cannot be laid on {top}. {player} holds {hand}. Possible: {legal}."
    )


class BreakerNotHere(ActionRefused):
    code = "breaker_not_here"
    message = gettext_noop(
        "a 3-breaker cannot be laid on {top} in one's own turn. "
        "{player} holds {hand}. Possible: {legal}."
    )


class NoThreeToBreak(ActionRefused):
    code = "no_plus_three_to_break"
    message = gettext_noop("no +3 has just been laid; there is nothing to break.")


class BreakerCannotWin(ActionRefused):
    code = "breaker_cannot_win"
    message = gettext_noop("by these rules a 3-breaker cannot be the last card of {player}.")


class ColourMissing(ActionRefused):
    code = "colour_missing"
    message = gettext_noop("{token} must name a colour, as in {card}=G.")


class ColourNotAsked(ActionRefused):
    code = "colour_not_asked"
    message = gettext_noop("{token} may not name a colour here.")


class NotOfTheRun(ActionRefused):
    code = "not_of_the_run"
    message = gettext_noop("{card} cannot be laid in a run of {top}. Possible: {legal}.")


class RunMustClose(ActionRefused):
    code = "run_must_close"
    message = gettext_noop("a change of colour ends the run; it cannot be left open.")


class LoneTakiStaysOpen(ActionRefused):
    code = "lone_taki_stays_open"
    message = gettext_noop("by these rules a taki without a card on it cannot be closed.")


class NotAFollowUp(ActionRefused):
    code = "not_a_follow_up"
    message = gettext_noop(
        "{card} cannot follow the plus on {top}. {player} holds {hand}. Possible: {legal}."
    )


class DrawNotHere(ActionRefused):
    code = "draw_not_here"
    message = gettext_noop("{player} cannot draw here. Possible: {legal}.")


class CouldHavePlayed(ActionRefused):
    code = "could_have_played"
    message = gettext_noop(
        "{player} may not draw: a card can be played on {top}. "
        "{player} holds {hand}. Possible: {legal}."
    )


class NoCallDue(ActionRefused):
    code = "no_call_due"
    message = gettext_noop("{player} does not have exactly one card, but {count}.")


class CallTooLate(ActionRefused):
    code = "call_too_late"
    message = gettext_noop("it is not the moment for {player} to call the last card.")


class NothingToChallenge(ActionRefused):
    code = "nothing_to_challenge"
    message = gettext_noop("{target} has not left out a call that can be challenged now.")


class ReshuffleMissing(ActionRefused):
    code = "reshuffle_missing"
    message = gettext_noop("the pile is empty; the new pile must stand here, as in = R1 G4.")


class NoReshuffleDue(ActionRefused):
    code = "no_reshuffle_due"
    message = gettext_noop("no card is needed from an empty pile; there is no new pile here.")


class WrongReshuffle(ActionRefused):
    code = "wrong_reshuffle"
    message = ngettext_lazy(
        "the new pile must hold the {count} open card below the top one: {expected}.",
        "the new pile must hold the {count} open cards below the top one: {expected}.",
        "count",
    )


class PileNotKnown(ActionRefused):
    code = "pile_not_known"
    message = gettext_noop("the record does not say which card is drawn here; the pile ran out.")
