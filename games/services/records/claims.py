"""Checks of claims in games for stakes: the winner's reserve and the paid Tak calls."""

from django.utils.translation import gettext_lazy as _

from engine.tak.players import SIDES
from games.outcomes import GameEnd, StakesReserveMissing
from games.stakes.dues import call_transfers, is_tavern, stake_rules
from tournaments.errors import InvalidInput
from tournaments.selectors import SlotContext


def check_claim(context: SlotContext, end: GameEnd, *, at_stake: bool) -> None:
    """Refuse a claim that does not determine the coins, and calls where none are paid.

    :raises StakesReserveMissing: the winner's reserve, which the loser pays for, is missing.
    :raises InvalidInput: calls are given where none are paid.
    """
    if at_stake and end.facts.get("score_at_least"):
        raise StakesReserveMissing(side=SIDES[(end.winner or 1) - 1])
    check_calls(context, end, at_stake=at_stake)


def check_calls(context: SlotContext, end: GameEnd, *, at_stake: bool) -> None:
    """:raises InvalidInput: calls are given where none are paid."""
    rules = stake_rules(context.match)
    if "calls" in end.facts and not (at_stake and rules and not is_tavern(rules)):
        raise InvalidInput(
            field="calls", problem=_("only in a game for stakes by the University's rules")
        )


def call_payers(context: SlotContext, end: GameEnd) -> list[str]:
    """Who pays for the Tak calls, in order; empty if none are paid or known."""
    rules = stake_rules(context.match)
    if rules is None or is_tavern(rules):
        return []
    return [each.payer for each in call_transfers(end.facts, rules)]


def has_calls(end: GameEnd) -> bool:
    """Whether a record or a claim has a list of calls, even an empty one."""
    return "calls" in end.facts or bool((end.facts.get("wagers") or {}).get("judged"))
