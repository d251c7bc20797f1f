"""Small tables, played in the notation of records; seats are called A, B, C ..."""

import random
from typing import Any

import pytest

from engine.errors import RecordError
from engine.taki.cards import Deal, deal_cards, full_deck, shuffle_deck
from engine.taki.notation import parse_line
from engine.taki.record import Replay
from engine.taki.ruleset import CHOICES, Ruleset, make_ruleset
from engine.taki.setup import Setup
from engine.taki.table import Lead, Table

NAMES = tuple("ABCDEFGHIJ")


def table_of(
    *hands: str,
    top: str = "R9",
    pile: str = "G1 G3 G5 G6 G8 G9 Y1 Y3 Y4 Y5 Y6 Y8",
    preset: str = "blog",
    known: bool = False,
    **options: Any,
) -> Table:
    """A table before A's turn."""
    deal = Deal(tuple(tuple(hand.split()) for hand in hands), top, tuple(pile.split()))
    return Table.start(make_ruleset(preset, **options), deal, first=0, pile_known=known)


def play(table: Table, *lines: str) -> Table:
    """The table after these lines."""
    game = Replay(table, NAMES[: len(table.hands)])
    for at, line in enumerate(lines, start=1):
        game.play_line(parse_line(at, line.split()))
    game.end_plus_three()
    return game.table


def refused(table: Table, *lines: str) -> RecordError:
    """The refusal of the last of these lines; the others are accepted."""
    play(table, *lines[:-1])
    with pytest.raises(RecordError) as refusal:
        play(table, *lines)
    assert refusal.value.line == len(lines)
    return refusal.value


def refusal_code(table: Table, *lines: str) -> str:
    return refused(table, *lines).code


def on_turn(table: Table) -> str:
    return NAMES[table.turn]


def sizes(table: Table) -> list[int]:
    return [len(hand) for hand in table.hands]


def named(table: Table, colour: str) -> Table:
    """The same table with a colour that somebody has just named."""
    return table._replace(lead=Lead(colour, "", named=True))


def random_rules(rng: random.Random) -> Ruleset:
    """Rules with about half of the options changed; every game under them can end."""
    changes = {
        field: rng.choice(list(values))
        for field, values in CHOICES.items()
        if field not in ("max_turns", "crazy_cards") and rng.random() < 0.5
    }
    changes["crazy_cards"] = rng.choice([0, 0, 3])
    return make_ruleset(rng.choice(["blog", "publisher", "source"]), **changes)


def random_setup(seed: int, rules: Ruleset, seats: int) -> Setup:
    """A whole shuffled deck, dealt."""
    deck = shuffle_deck(str(seed), full_deck(rules.deck, rules.crazy_cards))
    redraw = rules.start_colourless == "redraw"
    deal = deal_cards(deck, seats, redraw_colourless=redraw)
    return Setup(NAMES[:seats], seed % seats, rules, deal, True, seed=str(seed))
