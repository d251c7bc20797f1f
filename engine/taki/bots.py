"""Two simple bots, for demonstrations, tests and statistics."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.taki.play import apply
from engine.taki.table import Action, Table, legal_actions

Bot = Callable[[Table, random.Random], Action]

# The worth of laying a card, besides the cards of its colour that stay in the hand.
COMMAND_WORTH = {"T": 6, "P": 2, "S": 3, "D": 3, "V": 1}
COLOURLESS_WORTH = {"*T": 2, "*3": 1, "*C": -4, "*K": -6, "*Z": -8, "*B": -60}
URGENT_WORTH = {"call": 100, "challenge": 90, "break": 80}
OTHER_WORTH = {"draw": -50, "take": -50, "end": -40, "leave": -2, "close": -1, "wait": -3}


def choose_random(table: Table, rng: random.Random) -> Action:
    """Any legal action, all equally likely.

    :raises ValueError: the game is over.
    """
    return _shuffle_pile(rng.choice(_require_actions(table)), rng)


def choose_sensible(table: Table, rng: random.Random) -> Action:
    """A legal action: lays cards, colourless ones last, and calls whenever it can.

    :raises ValueError: the game is over.
    """
    possible = _require_actions(table)
    best = max(possible, key=lambda action: (rate_action(table, action), rng.random()))
    return _shuffle_pile(best, rng)


def rate_action(table: Table, action: Action) -> int:
    """How good an action looks; higher is better."""
    if action.verb != "lay":
        return URGENT_WORTH.get(action.verb, OTHER_WORTH.get(action.verb, 0))
    hand = table.hands[action.seat]
    colour = action.colour if action.colour in "RGBY" and action.colour else action.card[0]
    same = sum(card[0] == colour for card in hand) - (action.card[0] == colour)
    if action.card[0] == "*":
        return COLOURLESS_WORTH[action.card] + same
    if table.phase == "run":
        return 10 - COMMAND_WORTH.get(action.card[1], 0)  # a command is worth most as the last card
    if action.card[1] == "P" and not same:
        return -1
    return 10 + COMMAND_WORTH.get(action.card[1], 0) + same


def play_game(
    table: Table, bots: tuple[Bot, ...], rng: random.Random, *, max_actions: int = 5_000
) -> Iterator[tuple[Action, Table]]:
    """Play until the game is over, for `max_actions` at most: each action and the table after it.

    `bots` by seat. The bot of the player to move also chooses actions out of turn.
    """
    for _ in range(max_actions):
        if not legal_actions(table):
            return
        action = bots[table.turn](table, rng)
        table = apply(table, action)
        yield action, table


def _require_actions(table: Table) -> tuple[Action, ...]:
    possible = legal_actions(table)
    if not possible:
        raise ValueError("the game is over: there is nothing to choose")
    return possible


def _shuffle_pile(action: Action, rng: random.Random) -> Action:
    """Shuffle a new pile; return any other action unchanged."""
    if action.verb != "reshuffle":
        return action
    order = list(action.order)
    rng.shuffle(order)
    return replace(action, order=tuple(order))
