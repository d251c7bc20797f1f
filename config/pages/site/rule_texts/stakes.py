"""The stakes of an event: its options, and an example in its numbers."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.pages.annotations import Document, Event
from config.pages.site.rule_texts import RulesPart
from engine.tak import wagers
from engine.tak.tavern import pay_score
from engine.tak.wagers import CALL_COINS, End, WagerRules
from games.stakes.dues import is_tavern, stake_rules

# The example of the rules: bids of 3 and 5, two calls that cost coins, 4 pieces left.
BIDS, LEFT = ((3, 5),), 4


def stakes_part(event: Event) -> RulesPart | None:
    """None if the event has no stakes."""
    rules = stake_rules(event.match)
    if rules is None:
        return None
    sentences = _tavern(rules, event.ruleset) if is_tavern(rules) else _university(rules, event)
    return RulesPart(_("Stakes"), [*sentences, *_limits(event.match["stakes"])], [])


def _university(rules: WagerRules, event: Event) -> list[str]:
    bid = {
        "sealed": _(
            "Bid: both players bid for the first move, each without seeing the other's bid. The "
            "higher bid is paid into the pot, and its player moves first; the lower bid is not "
            "paid. Equal bids are made again; after a third tie a lot decides."
        ),
        "ascending": _(
            "Bid: the players bid for the first move, each more than the other. The highest bid "
            "is paid into the pot, and its player moves first; the other bid is not paid."
        ),
    }
    draw = {
        "split": _(
            "After a draw the pot is split; an odd coin goes to the player who paid the bid."
        ),
        "carry_over": _("The pot of a draw goes to the next game of the match, if there is one."),
    }
    return [
        _("Coins are points, never money. A game is played for coins once its bids are entered."),
        ngettext(
            "Ante: each player puts %(ante)d coin into the pot.",
            "Ante: each player puts %(ante)d coins into the pot.",
            rules.ante,
        )
        % {"ante": rules.ante},
        bid[rules.bid_mode],
        *_calls(rules),
        _("Pot: the winner takes it.") + " " + draw[rules.gamble_draw],
        _bonus(event.ruleset),
        *_capless_ante(rules, event.ruleset),
        _university_example(rules),
    ]


def _calls(rules: WagerRules) -> list[str]:
    signs = {
        "comment": _("In a record the comment {call} after a move is a call; the mark ' is none."),
        "mark": _("In a record the mark ' after a move is a call."),
        "either": _("In a record the comment {call} or the mark ' after a move is a call."),
    }
    valid = {
        "any": _("Every call counts, with or without a threat."),
        "true_threat": _("Only the call of a player who threatens to win at once counts."),
    }
    return [
        _(
            "Call: when a player calls “Tak”, the opponent adds %(coins)d coins to the pot or "
            "resigns. Nobody pays twice in a row: after a call that cost coins, the next one "
            "that costs coins is the opponent's."
        )
        % {"coins": CALL_COINS}
        + " "
        + valid[rules.tak_call_valid],
        signs[rules.call_sign]
        + " "
        + _("Without a record the players say how many calls cost coins."),
    ]


def _bonus(ruleset: Document) -> str:
    if ruleset.get("reserve_counts") == "stones_only":
        return _("Bonus: the loser pays the winner a coin for each unplayed stone of the winner.")
    return _("Bonus: the loser pays the winner a coin for each unplayed piece of the winner.")


def _capless_ante(rules: WagerRules, ruleset: Document) -> list[str]:
    extra = rules.ante * (rules.capless_stake_factor - 1)
    if not extra or not ruleset.get("capstones"):
        return []
    return [
        ngettext(
            "A winner who placed no capstone gets %(extra)d coin more from the loser.",
            "A winner who placed no capstone gets %(extra)d coins more from the loser.",
            extra,
        )
        % {"extra": extra}
    ]


def _university_example(rules: WagerRules) -> str:
    into = wagers.stake_payments(rules, BIDS)
    pot = wagers.pot_after(into)
    called = wagers.call_payments([(1, 1), (2, 2)])  # the second player calls, then the first
    whole = wagers.pot_after(into + called)
    won = wagers.net_gains(into + called + wagers.settle_pot(rules, whole, End(1, LEFT)))[
        wagers.FIRST
    ]
    return _(
        "Example: Ada bids %(high)d and Bruno %(low)d. Ada moves first and pays %(high)d, so the "
        "pot holds %(pot)d. Bruno calls Tak and Ada pays %(coins)d; Ada calls Tak and Bruno pays "
        "%(coins)d: the pot holds %(whole)d. Ada wins with %(left)d pieces left and gets %(whole)d "
        "and %(left)d. In all she has won %(won)d coins, and Bruno has lost as many."
    ) % {
        "high": max(BIDS[0]),
        "low": min(BIDS[0]),
        "coins": CALL_COINS,
        "pot": pot,
        "whole": whole,
        "left": LEFT,
        "won": won,
    }


def _tavern(rules: WagerRules, ruleset: Document) -> list[str]:
    size = ruleset["size"]
    factor = rules.capless_stake_factor if ruleset.get("capstones") else 1
    values = {
        "size": size,
        "spaces": size * size,
        "coins": rules.point_coins,
        "factor": factor,
        "left": LEFT,
        "points": size * size + LEFT,
        "paid": wagers.net_gains(pay_score(rules, End(1, LEFT), size=size))[wagers.FIRST],
    }
    sentences = [
        _("Coins are points, never money. Every game is played for coins."),
        _(
            "The loser pays the winner's score: %(spaces)d points for the board of %(size)d by "
            "%(size)d, and one for each piece left in the winner's reserve."
        )
        % values,
        ngettext(
            "A point is worth %(coins)d coin.",
            "A point is worth %(coins)d coins.",
            rules.point_coins,
        )
        % values,
        _("There is no ante, no bid, no pot, and Tak calls cost nothing. A draw moves no coins."),
    ]
    example = _(
        "Example: Ada wins with %(left)d pieces left. Her score is %(spaces)d + %(left)d = "
        "%(points)d, and Bruno pays her %(paid)d coins."
    )
    if factor > 1:
        sentences.append(
            _("A winner who placed no capstone gets %(factor)d times as much.") % values
        )
        values["capless"] = factor * values["paid"]
        example += " " + _("Without a capstone he pays %(capless)d.")
    return [*sentences, example % values]


def _limits(stakes: Document) -> list[str]:
    sentences = [
        _(
            "An account may go %(limit)d below zero. What a game may cost at most is held back "
            "until it is decided."
        )
        % {"limit": stakes["limit"]}
    ]
    if stakes["min_age"] is not None:
        sentences.append(
            _("Players under %(age)s play for no stakes.") % {"age": stakes["min_age"]}
        )
    return sentences
