"""Two simple bots, for demonstrations and statistics. They see only the action that is due."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.gamnon.actions import Action, Due, Kind
from engine.gamnon.cards import VALUE, deal, shuffle_deck, usual_packs
from engine.gamnon.record import GamnonRecord, changed_options, turns_of
from engine.gamnon.ruleset import Ruleset
from engine.gamnon.table import Table, apply, begin

Bot = Callable[[Due, random.Random], Action]


def choose_random(due: Due, rng: random.Random) -> Action:
    """Any legal action, each choice of cards as likely as another."""
    return due.choose(rng.sample(due.cards, due.count) if due.is_choice else due.cards)


def choose_sensible(due: Due, rng: random.Random) -> Action:
    """Close with a low card, because a player who cannot pay gets cards; so pay with high ones."""
    cards = list(due.cards)
    rng.shuffle(cards)  # equal values in any order
    cards.sort(key=lambda card: VALUE[card], reverse=due.kind is Kind.PAY)
    return due.choose(cards[: due.count] if due.is_choice else due.cards)


BOTS: dict[str, Bot] = {"random": choose_random, "sensible": choose_sensible}


def play_out(table: Table, bots: Sequence[Bot], rng: random.Random) -> tuple[Table, list[Action]]:
    """Play until the game is over; `bots` by seat. Without a turn limit it may never end."""
    done: list[Action] = []
    while table.due is not None:
        done.append(bots[table.due.seat](table.due, rng))
        table = apply(table, done[-1])
    return table, done


def deal_from_seed(names: tuple[str, ...], seed: str, rules: Ruleset) -> Table:
    """The table at the start of a record with this seed."""
    dealt = deal(shuffle_deck(seed, rules.packs or usual_packs(len(names))), len(names))
    return begin(Table(rules, names, dealt.hands, (dealt.start,), dealt.closed))


def play_record(
    names: tuple[str, ...], bots: Sequence[Bot], *, seed: str, rules: Ruleset
) -> GamnonRecord:
    """A whole game as a record with its seed; the same for the same arguments."""
    start = deal_from_seed(names, seed, rules)
    table, actions = play_out(start, bots, random.Random(seed))
    return GamnonRecord(
        players=names,
        turns=turns_of(actions),
        packs=rules.packs,
        options=changed_options(rules),
        seed=seed,
        end="" if table.winner is not None else "adjudicated",
    )
