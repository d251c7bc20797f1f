"""Players of Gamnon, for demonstrations and statistics: one random, one with a little sense.

A player sees what is due, and so of the hands only his own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.gamnon.actions import Action, Due, Kind
from engine.gamnon.cards import VALUE, deal, shuffle_deck, usual_packs
from engine.gamnon.record import GamnonRecord, changed_options, turns_of
from engine.gamnon.ruleset import Ruleset
from engine.gamnon.table import Table, apply, begin

Player = Callable[[Due, random.Random], Action]


def choose_random(due: Due, rng: random.Random) -> Action:
    """Any legal action, each choice of cards as likely as another."""
    return due.choose(rng.sample(due.cards, due.count) if due.is_choice else due.cards)


def choose_sensible(due: Due, rng: random.Random) -> Action:
    """Close with a low card, since who cannot pay is given cards; so pay the high ones."""
    cards = list(due.cards)
    rng.shuffle(cards)  # equal values in any order
    cards.sort(key=lambda card: VALUE[card], reverse=due.kind is Kind.PAY)
    return due.choose(cards[: due.count] if due.is_choice else due.cards)


PLAYERS: dict[str, Player] = {"random": choose_random, "sensible": choose_sensible}


def play_out(
    table: Table, players: Sequence[Player], rng: random.Random
) -> tuple[Table, list[Action]]:
    """Play until the game is over; `players` by seat. There must be a turn limit, or luck."""
    done: list[Action] = []
    while table.due is not None:
        done.append(players[table.due.seat](table.due, rng))
        table = apply(table, done[-1])
    return table, done


def seeded_table(names: tuple[str, ...], seed: str, rules: Ruleset) -> Table:
    """The table that a record with this seed begins with."""
    dealt = deal(shuffle_deck(seed, rules.packs or usual_packs(len(names))), len(names))
    return begin(Table(rules, names, dealt.hands, (dealt.start,), dealt.closed))


def play_record(
    names: tuple[str, ...], players: Sequence[Player], *, seed: str, rules: Ruleset
) -> GamnonRecord:
    """A whole game as a record with its seed; the same for the same arguments."""
    start = seeded_table(names, seed, rules)
    table, actions = play_out(start, players, random.Random(seed))
    return GamnonRecord(
        players=names,
        turns=turns_of(actions),
        packs=rules.packs,
        options=changed_options(rules),
        seed=seed,
        end="" if table.winner is not None else "adjudicated",
    )
