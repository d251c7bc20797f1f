"""What a game for stakes asks of a claim: the winner's reserve, and Tak calls that cost coins."""

from django.utils.translation import gettext_lazy as _

from engine.tak.players import SIDES
from games.outcomes import Ended, StakesReserveMissing
from games.stakes.targets import calls_of, is_tavern, rules_of
from tournaments.errors import InvalidInput
from tournaments.selectors import SlotContext


def check_claim(context: SlotContext, ended: Ended, *, at_stake: bool) -> None:
    """Refuse a claim whose coins cannot be known, and calls where they cost nothing.

    :raises StakesReserveMissing: the winner's reserve is not given; the loser pays for it.
    :raises InvalidInput: calls are given where none are paid.
    """
    if at_stake and ended.facts.get("score_at_least"):
        raise StakesReserveMissing(side=SIDES[(ended.winner or 1) - 1])
    check_calls(context, ended, at_stake=at_stake)


def check_calls(context: SlotContext, ended: Ended, *, at_stake: bool) -> None:
    """Refuse calls where none are paid. :raises InvalidInput: see there."""
    rules = rules_of(context.match)
    if "calls" in ended.facts and not (at_stake and rules and not is_tavern(rules)):
        raise InvalidInput(
            field="calls", problem=_("only in a game for stakes by the University's rules")
        )


def payers(context: SlotContext, ended: Ended) -> list[str]:
    """Who pays for Tak calls, in order: empty where nobody does, or nobody says so."""
    rules = rules_of(context.match)
    if rules is None or is_tavern(rules):
        return []
    return [each.payer for each in calls_of(ended.facts, rules)]


def tells_calls(ended: Ended) -> bool:
    """Whether a record shows calls, or a claim gives them, even none."""
    return "calls" in ended.facts or bool((ended.facts.get("wagers") or {}).get("judged"))
