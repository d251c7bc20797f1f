"""Two small players: one does anything that is legal, one keeps its good cards for later.

They are there to make games for demonstrations, tests and statistics, not to play well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.taki.play import apply
from engine.taki.table import Action, Table, legal_actions

Chooser = Callable[[Table, random.Random], Action]

# What laying a card is worth besides the cards of its colour that stay in the hand.
WORTH = {"T": 6, "P": 2, "S": 3, "D": 3, "V": 1}
WORTH_COLOURLESS = {"*T": 2, "*3": 1, "*C": -4, "*K": -6, "*Z": -8, "*B": -60}
ALWAYS = {"call": 100, "challenge": 90, "break": 80}
NEVER_FIRST = {"draw": -50, "take": -50, "end": -40, "leave": -2, "close": -1, "wait": -3}


def choose_random(table: Table, rng: random.Random) -> Action:
    """Any legal action, all equally likely.

    :raises ValueError: the game is over.
    """
    return _shuffled(rng.choice(_possible(table)), rng)


def choose_sensible(table: Table, rng: random.Random) -> Action:
    """A legal action that gets rid of cards, colourless ones last, and forgets no call.

    :raises ValueError: the game is over.
    """
    possible = _possible(table)
    best = max(possible, key=lambda action: (worth(table, action), rng.random()))
    return _shuffled(best, rng)


def worth(table: Table, action: Action) -> int:
    """How good an action looks; higher is better."""
    if action.verb != "lay":
        return ALWAYS.get(action.verb, NEVER_FIRST.get(action.verb, 0))
    hand = table.hands[action.seat]
    colour = action.colour if action.colour in "RGBY" and action.colour else action.card[0]
    same = sum(card[0] == colour for card in hand) - (action.card[0] == colour)
    if action.card[0] == "*":
        return WORTH_COLOURLESS[action.card] + same
    if table.phase == "run":
        return 10 - WORTH.get(action.card[1], 0)  # a command is worth most as the last card
    if action.card[1] == "P" and not same:
        return -1
    return 10 + WORTH.get(action.card[1], 0) + same


def play_game(
    table: Table, choosers: tuple[Chooser, ...], rng: random.Random, *, most: int = 5_000
) -> Iterator[tuple[Action, Table]]:
    """Play on until the game is over, or for `most` actions: each action and the table after it.

    `choosers` by seat; who is not to move is asked by whose turn it is.
    """
    for _ in range(most):
        if not legal_actions(table):
            return
        action = choosers[table.turn](table, rng)
        table = apply(table, action)
        yield action, table


def _possible(table: Table) -> tuple[Action, ...]:
    possible = legal_actions(table)
    if not possible:
        raise ValueError("the game is over: there is nothing to choose")
    return possible


def _shuffled(action: Action, rng: random.Random) -> Action:
    """A new pile is shuffled; every other action stays as it is."""
    if action.verb != "reshuffle":
        return action
    order = list(action.order)
    rng.shuffle(order)
    return replace(action, order=tuple(order))
