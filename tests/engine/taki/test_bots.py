"""What the sensible bot prefers; that it plays whole games is in test_random_games.py."""

import random
from itertools import pairwise

import pytest

from engine.taki.bots import choose_random, choose_sensible, rate_action
from engine.taki.table import Action
from tests.engine.taki.tables import play, table_of


def lay(card: str, colour: str = "") -> Action:
    return Action("lay", 0, card, colour)


def ordered(table, actions):
    """Whether each action looks better than the next."""
    worth = [rate_action(table, action) for action in actions]
    assert all(better > worse for better, worse in pairwise(worth)), worth


def test_what_cannot_wait_comes_first_and_drawing_last() -> None:
    verbs = ["call", "challenge", "break", "reshuffle", "close", "leave", "wait", "end", "draw"]
    table = table_of("R1 R2", "G1")
    ordered(table, [Action(verb, 0) for verb in verbs])
    assert rate_action(table, Action("take", 0)) == rate_action(table, Action("draw", 0))


def test_cards_of_a_colour_that_stays_in_the_hand_are_laid_first() -> None:
    """Commands before numbers, colourless cards last, and a plus only if something follows it."""
    table = table_of("RT RS RD RP RV R1 GP *T *3 *C *K *Z *B", "G1")
    ordered(table, [lay(card) for card in ("RT", "RS", "RP", "RV", "R1", "GP", "*B")])
    assert rate_action(table, lay("RS")) == rate_action(table, lay("RD"))
    assert rate_action(table, lay("R1")) == 10 + 5
    assert rate_action(table, lay("GP")) == -1
    # A colourless card is worth the cards of the colour it names.
    ordered(table, [lay("*C", "R"), lay("*K"), lay("*B")])
    assert rate_action(table, lay("*C", "R")) - rate_action(table, lay("*C", "G")) == 6 - 1


def test_a_command_is_kept_for_the_end_of_a_run() -> None:
    table = table_of("R1 RS", "G1")._replace(phase="run", run="R")
    ordered(table, [lay("R1"), lay("RS")])


def test_no_bot_plays_a_game_that_is_over() -> None:
    over = play(table_of("R1", "G1"), "A R1")
    for choose in (choose_random, choose_sensible):
        with pytest.raises(ValueError, match="over"):
            choose(over, random.Random(1))
